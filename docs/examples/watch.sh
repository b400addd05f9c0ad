#!/bin/sh
# Compares the player with the version that was committed last: now, and again at each save. Ctrl-C ends it.
#   ./watch [--once] [options of `pentocity compare`, such as --max-games 200]
# --once: does not wait for a save. What this makes lies in the folder watching/, which can be removed at any time.
set -u
cd "$(dirname "$0")" || exit 1
# The player, what of it plays, and what builds that. What plays of the version of the last commit is called `committed`.
name=corner
plays=build/libcorner.so
compile='cmake -B build && cmake --build build'
case $plays in
  pentos/*) committed=watching/source/committed ;;
  *.*) committed=watching/committed.${plays##*.} ;;
  *) committed=watching/committed ;;
esac
once=
if [ "${1-}" = --once ]; then
  once=yes
  shift
fi

# Takes the files of the last commit, and builds them. A version is built once.
take_committed() {
  commit=$(git rev-parse --quiet --verify HEAD 2>/dev/null) || {
    echo "watch: nothing is committed yet, so there is nothing to compare with: git init && git add . && git commit -m First" >&2
    return 1
  }
  [ "$commit" = "$(cat watching/commit 2>/dev/null)" ] && return
  rm -rf watching/source
  mkdir -p watching/source
  git archive HEAD | tar -x -C watching/source && build watching/source && mv "watching/source/$plays" "$committed" &&
    echo "$commit" >watching/commit
}

# build FOLDER: what is compiled.
build() { (cd "$1" && eval "$compile"); }

compare() {
  take_committed && build . || return
  # A seed of its own has a folder of its own.
  case " $*" in
    *" --seed"* | *" --out"*) pentocity compare "$name" "$committed" --config tournament.yaml "$@" ;;
    *) pentocity compare "$name" "$committed" --config tournament.yaml --out watching/results "$@" ;;
  esac
}

# What a save changes: the sources that there are, which files they are, and when each was written.
sources() {
  find . \( -name watching -o -name build -o -name results -o -name .git \) -prune -o -type f \
    \( -name '*.[ch]*' -o -name '*.py' -o -name '*.java' -o -name '*.mjs' -o -name '*.rs' -o -name '*.yaml' -o -name CMakeLists.txt \) \
    -printf '%p %i %s %T@\n'
}

[ $# -gt 0 ] || set -- --max-games 40
while :; do
  mkdir -p watching
  looked=$(sources)
  compare "$@"
  [ -z "$once" ] || exit
  echo "watch: waiting for a save (Ctrl-C ends it)"
  while [ "$(sources)" = "$looked" ]; do sleep 1; done
done
