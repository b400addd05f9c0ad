#!/usr/bin/env bash
# What earlier versions wrote is read as it was, and goes on as it is: each folder here is what tests/compatibility/make kept of
# one.
#   tests/compatibility/test.sh PENTOCITY
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")"
work=$(mktemp -d)
chmod 755 "$work"  # for the user that a host who is root plays as
trap 'rm -rf "$work"' EXIT
digest() { grep '"digest"' "$1/summary.json"; }
# What a command prints has this line.
prints() {
  local line=$1
  shift
  "$@" >said 2>&1 || { cat said; exit 1; }
  grep -E -- "$line" said || { cat said; exit 1; }
}

for kept in */; do
  echo "== $kept"
  cp -r "$kept" "$work/kept"
  cd "$work/kept"
  sed -i "s|/cup|$PWD|" league/league.json
  chmod 600 league/batches/*/secret
  before=$(digest cup)
  prints '^8 games, 0 mismatches$' "$program" replay cup/traces/*
  # Nothing is missing, and everything that this machine plays again comes out the same.
  prints ': the config, the commitment, the roster, 8 rows, 8 traces, 8 games played again: nothing amiss$' \
    "$program" audit cup --config cup.yaml --commitment cup/commitment.json --commitment cup/roster.json --partial
  "$program" export cup --format csv -o games.csv
  [[ $(wc -l <games.csv) == 9 ]]
  prints 'naive +plain' "$program" report cup --format table
  "$program" merge again cup >/dev/null
  [[ $(digest again) == "$before" ]]
  # No stored game is played again, be it of a config, of a cup or in a league, and new ones join them.
  prints '^8 games, 0 to play' "$program" run cup.yaml --secret cup/revealed.json --out cup --dry-run
  prints '^8 games, 4 to play' "$program" run cup.yaml --seed 5 --out open --dry-run
  cp -r open before
  "$program" run cup.yaml --seed 5 --out open >/dev/null
  "$program" run cup.yaml --seed 5 --out anew >/dev/null
  [[ $(digest open) == "$(digest anew)" ]]
  # What has gone on has the columns of new games, is as true as they are, and is merged with what it was before.
  [[ $("$program" export open --format csv | head -1) == "$("$program" export anew --format csv | head -1)" ]]
  sed 's/seed: secret/seed: 5/' cup.yaml >open.yaml
  for folder in open anew; do
    prints ' the config, 8 rows, .* 8 games played again: nothing amiss$' "$program" audit $folder --config open.yaml
  done
  "$program" merge both before open >/dev/null
  [[ $(digest both) == "$(digest open)" ]]
  prints 'plain' "$program" league league table
  prints 'league: 2 players, 2 batches, 6 matches' "$program" league league play --games 4
  prints 'nothing amiss' "$program" audit league/batches/0001 --partial
  prints '^8 solutions, 0 wrong, 0 repeated$' "$program" verify puzzle.yaml solutions.json
  cd - >/dev/null
  rm -r "$work/kept"
done
