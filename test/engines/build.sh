#!/bin/sh
# Prints the path of the binary with the controllers of one engine, `ocm` or `karmada`, building it first when this version of it
# is not in the cache: as test/apiserver/build.sh.
set -eu
engine=$1
cd "$(dirname "$0")/$engine"

sha256() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi; }

cache="${XDG_CACHE_HOME:-$HOME/.cache}/fleetgraph"
key=$({ uname -sm; cat go.mod go.sum ./*.go ../build.sh; } | sha256 | cut -c1-16)
binary="$cache/$engine-$key"

if [ ! -x "$binary" ]; then
  if ! command -v go >/dev/null; then
    echo "test/engines: no controllers of $engine in $cache, and no go to build them. Install Go 1.26 or newer." >&2
    exit 1
  fi
  mkdir -p "$cache"
  exec 9>"$cache/$engine-$key.lock"
  if command -v flock >/dev/null; then flock 9; fi
  if [ ! -x "$binary" ]; then
    echo "test/engines: building the controllers of $engine, first time only, about 4 min" >&2
    started=$(date +%s)
    export CGO_ENABLED=0 GOWORK=off GOFLAGS=
    go build -p 2 -trimpath -buildvcs=false -ldflags '-s -w' -o "$binary.$$" . >&2
    mv "$binary.$$" "$binary"
    find "$cache" -name "$engine-*" -mtime +30 ! -name "$engine-$key*" -delete # what nobody used for a month
    echo "test/engines: built the controllers of $engine in $(($(date +%s) - started)) s: $binary" >&2
  fi
fi
touch "$binary" # in use: a month without use is what removes it
echo "$binary"
