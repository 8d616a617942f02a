#!/bin/sh
# build.sh flux|kpt|ocm|karmada prints the path of a folder with the executables of an engine, building them first when this version is
# not in the cache: as test/apiserver/build.sh.
set -eu
engine=$1
cd "$(dirname "$0")/$engine"

sha256() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi; }

case $engine in
  flux) packages="github.com/fluxcd/source-controller github.com/fluxcd/kustomize-controller" takes="20 min" ;;
  *) packages=. takes="5 min" ;;
esac
cache="${XDG_CACHE_HOME:-$HOME/.cache}/fleetgraph"
key=$({ uname -sm; cat go.mod go.sum ./*.go ../build.sh; } | sha256 | cut -c1-16)
folder="$cache/$engine-$key"

if [ ! -d "$folder" ]; then
  if ! command -v go >/dev/null; then
    echo "test/engines: no $engine in $cache, and no go to build it. Install Go 1.26 or newer." >&2
    exit 1
  fi
  mkdir -p "$cache"
  exec 9>"$folder.lock"
  if command -v flock >/dev/null; then flock 9; fi
  if [ ! -d "$folder" ]; then
    echo "test/engines: building $engine, first time only, about $takes on two cores" >&2
    export CGO_ENABLED=0 GOWORK=off GOFLAGS=
    mkdir -p "$folder.$$"
    # shellcheck disable=SC2086 # a list
    go build -p 2 -trimpath -buildvcs=false -ldflags "-s -w" -o "$folder.$$/" $packages >&2
    mv "$folder.$$" "$folder"
    find "$cache" -maxdepth 1 -name "$engine-*" -mtime +30 ! -name "$engine-$key*" -exec rm -rf {} + # what nobody used for a month
  fi
fi
touch "$folder" # in use: a month without use is what removes it
echo "$folder"
