#!/usr/bin/env bash
# What earlier versions wrote is read as it was: each folder here is what tests/compatibility/make kept of one. Its plugins,
# which were built for x86-64, are refused in one line. The sources of plugins build after the edits that the page about
# compatibility names, and these plugins play.
#   tests/compatibility/test.sh PENTOCITY COMPILER [flags of the compiler]
set -euo pipefail
program=$(realpath "$1") flags=${3:-}
export CXX=$2
cd "$(dirname "$0")"
table=$PWD/apply_table.py
page=$(find "$PWD/../../docs" -name compatibility.md)
work=$(mktemp -d)
chmod 755 "$work"  # for the user that a host who is root plays as
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
  "$program" merge again results
  [[ $(digest again) == "$before" ]]
  "$program" league league table | grep corner
  "$program" verify puzzle.yaml solutions.json
  if [[ $(uname -m) == x86_64 ]]; then
    # The config is read up to the plugin of its fourth line.
    if "$program" run cup.yaml --out results 2>said; then exit 1; fi
    grep -E "cup.yaml:4:.*'.*corner.so' was built for 'pentocity-abi/4 .*', this program is '.*': build it again" said
    [[ $(wc -l <said) == 1 ]]
  fi
  "$table" "$page" sources/*.cpp
  cmake -G Ninja -S sources -B build -D CMAKE_PREFIX_PATH="$(dirname "$program")" -D CMAKE_CXX_FLAGS="-Werror $flags" >/dev/null
  cmake --build build
  for player in corner_player town_player former_names; do "$program" check player build/lib$player.so --games 5; done
  for sequencer in encore squeeze; do "$program" check sequencer build/lib$sequencer.so --games 5; done
  # They make the same requests and moves as then.
  sed 's|[.]/corner[.]so|build/libcorner_player.so|; s|[.]/encore[.]so|build/libencore.so|' cup.yaml >rebuilt.yaml
  "$program" run rebuilt.yaml --out rebuilt --trace all --secret results/revealed.json >/dev/null
  for trace in results/traces/*; do cmp <(zcat "$trace") <(zcat "rebuilt/traces/${trace##*/}"); done
  cd - >/dev/null
  rm -r "$work/kept"
done
