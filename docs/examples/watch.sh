#!/bin/sh
# Compares the player with the version that was committed last: now, and again at each save. Ctrl-C ends it.
#   ./watch [--once] [options of `pentocity compare`, such as --max-games 200]
# --once: does not wait for a save. What this makes lies in the folder watching/, which can be removed at any time.
set -u
cd "$(dirname "$0")" || exit 1
name=corner
once=
if [ "${1-}" = --once ]; then
  once=yes
  shift
fi

# Takes the files of the last commit, and builds them if the player is in C++. A version is built once.
take_committed() {
  commit=$(git rev-parse --quiet --verify HEAD 2>/dev/null) || {
    echo "watch: nothing is committed yet, so there is nothing to compare with: git init && git add . && git commit -m First" >&2
    return 1
  }
  [ "$commit" = "$(cat watching/commit 2>/dev/null)" ] && return
  rm -rf watching/source watching/build
  mkdir -p watching/source
  git archive HEAD | tar -x -C watching/source || return 1
  if [ -e CMakeLists.txt ]; then
    build watching/source watching/build && cp "watching/build/lib$name.so" watching/committed.so
  elif [ -d pentos ]; then
    mv watching/source/pentos/* watching/source/committed
  else
    mv "watching/source/$name.py" watching/source/committed.py
  fi && echo "$commit" >watching/commit
}

# build FROM TO
build() { cmake -S "$1" -B "$2" >/dev/null && cmake --build "$2"; }

compare() {
  take_committed || return
  if [ -e CMakeLists.txt ]; then
    build . build || return
    committed=watching/committed.so
  elif [ -d pentos ]; then
    committed=watching/source/committed
  else
    committed=watching/source/committed.py
  fi
  # A seed of its own has a folder of its own.
  case " $*" in
    *" --seed"* | *" --out"*) pentocity compare "$name" "$committed" --config tournament.yaml "$@" ;;
    *) pentocity compare "$name" "$committed" --config tournament.yaml --out watching/results "$@" ;;
  esac
}

changed_files() {
  find . \( -name watching -o -name build -o -name results -o -name .git \) -prune -o -type f -newer watching/looked \
    \( -name '*.[ch]*' -o -name '*.py' -o -name '*.java' -o -name '*.yaml' -o -name CMakeLists.txt \) -print
}

[ $# -gt 0 ] || set -- --max-games 40
while :; do
  mkdir -p watching
  touch watching/looked
  compare "$@"
  [ -z "$once" ] || exit
  echo "watch: waiting for a save (Ctrl-C ends it)"
  while [ -z "$(changed_files)" ]; do sleep 1; done
done
