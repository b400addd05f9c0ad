#!/usr/bin/env bash
# As a user would: installs the project, builds the plugins of docs/examples out of tree against what was installed, and
# plays with them.
#   tests/package.sh SOURCE BUILD COMPILER [flags of the compiler]
set -euo pipefail
source=$1 build=$2 flags=${4:-}
export CXX=$3
folder=$(mktemp -d)
chmod 755 "$folder"  # for the user that a host who is root plays as
trap 'rm -rf "$folder"' EXIT
prefix=$folder/prefix

# What ./scripts/quickstart builds is all that is installed.
rm -rf "$build/share"
read -ra targets < <(sed -n 's/^cmake --build .* --target //p' "$source/scripts/quickstart")
cmake --build "$build" --target "${targets[@]}" >/dev/null
cmake --install "$build" --prefix "$prefix" >/dev/null
for file in bin/pentocity share/pentocity/configs/quickstart.yaml share/pentocity/slurm/submit \
            share/pentocity/slurm/shard share/pentocity/slurm/merge share/doc/pentocity/LICENSE \
            share/man/man1/pentocity.1 share/man/man1/pentocity-gerrymander-seats.1 \
            share/bash-completion/completions/pentocity share/zsh/site-functions/_pentocity \
            share/fish/vendor_completions.d/pentocity.fish \
            include/pentocity/core/grid.hpp include/pentocity/game/player.hpp include/pentocity/helpers/sites.hpp \
            include/pentocity/guest/lines.hpp share/pentocity/sources/guest/portable.cpp; do
  [[ -e $prefix/$file ]] || { echo "not installed: $file"; exit 1; }
done

cp -r "$source/docs/examples" "$folder/examples"
cd "$folder/examples"
cmake -G Ninja -S . -B build -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_CXX_FLAGS="$flags"
cmake --build build
ctest --test-dir build
"$prefix/bin/pentocity" run tournament.yaml --repeats 2 --format csv --out "$folder/results" | tee "$folder/scores.csv"
# Three players on three streams, and both games of each ended well.
[[ $(grep -cE '^(naive|jigsaw|corner),(random|encore|squeeze),2,2,' "$folder/scores.csv") == 9 ]]
"$prefix/bin/pentocity" replay "$folder"/results/traces/*

# What `new` writes finds the Pentocity that wrote it, the installed one or that of a build folder, and works as it is.
for program in "$prefix/bin/pentocity" "$build/pentocity"; do
  for kind in player sequencer; do
    rm -rf "$folder/mine"
    cd "$folder"
    "$program" new "$kind" mine
    cd mine
    cmake -G Ninja -B build -D CMAKE_CXX_FLAGS="$flags"
    cmake --build build
    "$program" check "$kind" build/libmine.so --games 10
    "$program" run tournament.yaml --repeats 1
    if [[ $kind == player ]] && command -v git >/dev/null; then
      git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -q -m First
      # Two equal players are told apart by no game.
      CXXFLAGS=$flags PATH=$(dirname "$program"):$PATH ./watch --once --max-games 4 >said || [[ $? == 1 ]]
      grep -qF 'mean difference      +0.0 (' said || { cat said; exit 1; }
    fi
  done
done

# And a portable one, where there is a compiler for it, by CMake and without. Where Wasmtime is, too, it is asked who it is.
if echo 'int main() {}' | clang++ --target=wasm32-wasi -x c++ - -o "$folder/probe.wasm" 2>/dev/null; then
  rm -rf "$folder/mine"
  cd "$folder"
  "$prefix/bin/pentocity" new player mine --wasm
  cd mine
  cmake -B build && cmake --build build
  PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name pentocity.pc)")
  export PKG_CONFIG_PATH
  # shellcheck disable=SC2046  # they are several words
  clang++ --target=wasm32-wasi -O0 -fexceptions $(pkg-config --cflags pentocity) mine.cpp $(pkg-config --variable=portable pentocity) -o other.wasm
  for file in build/mine.wasm other.wasm; do
    "$prefix/bin/pentocity" list players "$file" >said 2>&1 || grep -qF 'install-dependencies wasm' said
    grep -qE "^$(basename "$file" .wasm) |install-dependencies wasm" said || { cat said; exit 1; }
  done
else
  echo "skipped: portable players: no clang++ for WASI"
fi
