# shellcheck shell=bash
# A bare Debian root, in which nothing is installed yet. To be sourced; needs root, debootstrap and Debian's packages.

# unpack_debian SUITE FOLDER [options of debootstrap]: the files of the smallest Debian, from where this machine's packages come.
# What is downloaded is kept below $PENTOCITY_CACHE, if that is set.
unpack_debian() {
  local suite=$1 root=$2 mirror kept=()
  mirror=$(awk '/^URIs:/ {print $2; exit}' /etc/apt/sources.list.d/*.sources 2>/dev/null)
  if [[ ${PENTOCITY_CACHE:-} ]]; then
    mkdir -p "$PENTOCITY_CACHE/debootstrap-$suite"
    kept=(--cache-dir="$PENTOCITY_CACHE/debootstrap-$suite")
  fi
  debootstrap --variant=minbase "${kept[@]}" "${@:3}" "$suite" "$root" "${mirror:-http://deb.debian.org/debian}" \
    >"$root.log" 2>&1 || { tail -n 3 "$root.log"; return 1; }
}

# make_bare_root SUITE ROOT: makes the root, with the package sources and certificates of this machine.
make_bare_root() {
  local suite=$1 root=$2
  unpack_debian "$suite" "$root" || return 1
  rm -f "$root/etc/apt/sources.list"
  cp -r /etc/apt/sources.list.d "$root/etc/apt/"
  sed -i "s/bookworm/$suite/g" "$root"/etc/apt/sources.list.d/*.sources
  cp /etc/apt/apt.conf.d/99* "$root/etc/apt/apt.conf.d/" 2>/dev/null || true
  mkdir -p "$root/usr/share/keyrings" "$root/etc/ssl/certs"
  cp /usr/share/keyrings/*.gpg "$root/usr/share/keyrings/" 2>/dev/null || true
  cp -rL /etc/ssl/certs/. "$root/etc/ssl/certs/" 2>/dev/null || true
  # The package ca-certificates makes that file anew.
  cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/this-network.crt" 2>/dev/null || true
  cp /etc/resolv.conf /etc/hosts "$root/etc/"
  cp /etc/pip.conf "$root/etc/" 2>/dev/null || true
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  if [[ ${PENTOCITY_CACHE:-} ]]; then
    mkdir -p "$PENTOCITY_CACHE/archives-$suite/partial"
    mount --bind "$PENTOCITY_CACHE/archives-$suite" "$root/var/cache/apt/archives"
  fi
}

# remove_bare_root ROOT: nothing is removed as long as something is mounted there, which may be a cache of this machine.
remove_bare_root() {
  local place
  awk -v root="$1/" 'index($2, root) == 1 {print $2}' /proc/mounts | sort -r | while read -r place; do umount -l "$place"; done
  if grep -qF " $1/" /proc/mounts; then echo "something is still mounted in $1"; else rm -rf --one-file-system "$1"; fi
}

# inside ROOT [NAME=VALUE...] COMMAND: runs a command there, for bash, with nothing of this machine's environment.
inside() {
  local root=$1 command=${*: -1}
  chroot "$root" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=dumb \
    DEBIAN_FRONTEND=noninteractive "${@:2:$#-2}" bash -c "$command"
}
