#!/usr/bin/env bash
# A Slurm cluster on this host alone, without being installed as a service: munged, slurmctld and two slurmd. It plays an
# array of eight shards, of which one is killed; the joined summary and traces must be those of a single run.
#   tests/cluster/slurm.sh PENTOCITY
# Needs the packages slurm-wlm and munge, and root (slurmd does). Last line: `N passed, N failed`.
set -euo pipefail
program=$(realpath "$1")
source=$(realpath "$(dirname "$0")/../..")
shards=8 victim=5
folder=$(mktemp -d)
chmod 755 "$folder"
pids=()
passed=0 failed=0
finish() {
  local code=$?
  ((${#pids[@]} == 0)) || kill "${pids[@]}" 2>/dev/null || true
  wait || true
  if ((code != 0 || failed > 0)); then
    tail -n 20 "$folder"/log/*.log "$folder"/cup.shards/*.log 2>/dev/null || true
    ((failed > 0)) || failed=1
  fi
  rm -rf "$folder"
  echo "$passed passed, $failed failed"
}
trap finish EXIT
trap 'exit 1' INT TERM

check() {  # check WHAT COMMAND...
  local what=$1
  shift
  if "$@"; then passed=$((passed + 1)) && echo "ok      $what"; else failed=$((failed + 1)) && echo "FAILED  $what"; fi
}
wait_for() {  # wait_for SECONDS COMMAND...
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    if ((SECONDS >= end)); then echo "gave up waiting for: $*"; return 1; fi
    sleep 0.1
  done
}

mkdir "$folder"/{log,state,munge}
head -c 128 /dev/urandom >"$folder/munge/key"
chmod 600 "$folder/munge/key"
munged --foreground --force --key-file="$folder/munge/key" --socket="$folder/munge/socket" \
       --pid-file="$folder/munge/pid" --seed-file="$folder/munge/seed" --log-file="$folder/log/munged.log" \
       >"$folder/log/munged-output.log" 2>&1 &
pids+=($!)

port=$((20000 + $$ % 10000))
user=$(id -un) host=$(hostname -s)
cat >"$folder/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
CredType=cred/munge
# A task that is put back to the queue waits until its credentials have expired: two minutes if nothing is said.
AuthInfo=socket=$folder/munge/socket,cred_expire=5
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/log/slurmctld.log
SlurmdLogFile=$folder/log/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SchedulerType=sched/builtin
SelectType=select/linear
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1 State=UNKNOWN
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$folder/slurm.conf
wait_for 20 munge -n -S "$folder/munge/socket"
slurmctld -D -i -f "$SLURM_CONF" >"$folder/log/slurmctld-output.log" 2>&1 &
pids+=($!)
for node in n1 n2; do
  mkdir "$folder/spool-$node"
  slurmd -D -N "$node" -f "$SLURM_CONF" >"$folder/log/slurmd-output-$node.log" 2>&1 &
  pids+=($!)
done
idle_nodes() { [[ $(sinfo -h -t idle -o %D) == 2 ]]; }
wait_for 60 idle_nodes

cat >"$folder/cup.yaml" <<END
seed: 5
repeats: 240
players:
  - {name: slow, player: planner-fast}
  - naive
sequencers: [random, tailheavy]
END
read -r array merge < <(PENTOCITY=$program "$source/scripts/slurm/submit" "$folder/cup.yaml" "$folder/cup" "$shards" -- --trace all)

# The shard is killed when some of its games are stored, but not all.
open_games() {
  "$program" run "$folder/cup.yaml" --shard "$victim/$shards" --out "$folder/cup.shards/$victim" --dry-run |
    sed -n 's/^[0-9]* games, \([0-9]*\) to play,.*/\1/p'
}
all_games=$(open_games)
begun() { (($(open_games) < all_games)); }
wait_for 300 begun
pkill -KILL -f -x "$program run $folder/cup.yaml --shard $victim/$shards .*" || echo "the shard had ended before it could be killed"
sleep 0.5
left=$(open_games)
check "the killed shard has played $((all_games - left)) of $all_games games" test "$left" -gt 0 -a "$left" -lt "$all_games"

ended() { [[ -z $(squeue -h -j "$array,$merge" -o %i) ]]; }
wait_for 400 ended
check "the shard went back to the queue" grep -q "^shard $victim ended with 137: back to the queue" "$folder/cup.shards/$victim.log"
check "nothing is missing" test "$(scontrol show job "$merge" | sed -n 's/.*ExitCode=//p')" = 0:0

"$program" run "$folder/cup.yaml" --trace all --out "$folder/single" >/dev/null
without_speed() { sed -E 's/"games_per_second": ?[^,}]*//' "$1/summary.json"; }
check "the summary is that of a single run" cmp <(without_speed "$folder/cup") <(without_speed "$folder/single")
check "so are the traces" diff -r "$folder/cup/traces" "$folder/single/traces"
