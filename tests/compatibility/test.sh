#!/usr/bin/env bash
# What earlier versions wrote is read as it was: each folder here is what tests/compatibility/make kept of one. The plugins
# among it were built for x86-64, and are played there only.
#   tests/compatibility/test.sh PENTOCITY
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
digest() { grep '"digest"' "$1/summary.json"; }

for kept in */; do
  echo "== $kept"
  cp -r "$kept" "$work/kept"
  cd "$work/kept"
  before=$(digest results)
  "$program" replay results/traces/*
  "$program" audit results --partial
  "$program" export results --format csv -o games.csv
  [[ $(wc -l <games.csv) == 9 ]]
  "$program" report results --format table | grep corner
  if [[ $(uname -m) == x86_64 ]]; then
    # The config is read, and all of its games are there: nothing is played again.
    "$program" run cup.yaml --out results --secret results/revealed.json
    [[ $(digest results) == "$before" ]]
    "$program" check player ./corner.so --games 5
    "$program" check sequencer ./encore.so --games 5
  fi
  "$program" merge again results
  [[ $(digest again) == "$before" ]]
  "$program" league league table | grep corner
  "$program" verify puzzle.yaml solutions.json
  cd - >/dev/null
  rm -r "$work/kept"
done

[[ $(uname -m) == x86_64 ]] || exit 0
echo "== a plugin from when lands had at most 64 rows"
cp -r 0.1.0 "$work/kept"
cd "$work/kept"
sed 's/side: 20/side: 65/' cup.yaml >wide.yaml
if "$program" run wide.yaml --out wide 2>said; then exit 1; fi
grep -F "plays sides 4 to 64 only, and not side 65" said
sed '/^players/s/, {name: corner.*/]/' wide.yaml >wide_stream.yaml
"$program" run wide_stream.yaml --out wide >said 2>&1 || true
grep -F "was built for lands of up to 64 rows, and this one has 65: build it again" said
