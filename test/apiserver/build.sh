#!/bin/sh
# Prints the path of the fleetgraph-apiserver binary, building it first when this version of it is not in the cache.
#
# The cache is outside the checkout, keyed by everything that goes into the binary, so that every clone and branch shares one
# build; the second call takes milliseconds. Callers at the same time wait for the one that builds. Progress goes to stderr.
set -eu
cd "$(dirname "$0")"

sha256() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi; }

cache="${XDG_CACHE_HOME:-$HOME/.cache}/fleetgraph"
key=$({ uname -sm; cat go.mod go.sum ./*.go build.sh; } | sha256 | cut -c1-16)
binary="$cache/apiserver-$key"

if [ ! -x "$binary" ]; then
  if ! command -v go >/dev/null; then
    echo "test/apiserver: no kube-apiserver in $cache, and no go to build one. Install Go 1.26 or newer, or set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver." >&2
    exit 1
  fi
  mkdir -p "$cache"
  # The kernel lets go of the lock when its holder dies. Without flock (macOS) two callers may both build, and the last rename wins.
  exec 9>"$cache/apiserver-$key.lock"
  if command -v flock >/dev/null; then flock 9; fi
  if [ ! -x "$binary" ]; then
    echo "test/apiserver: building kube-apiserver, first time only, about 5 min" >&2
    started=$(date +%s)
    export CGO_ENABLED=0 GOWORK=off GOFLAGS=
    version=$(go list -m -f '{{.Version}}' k8s.io/kubernetes)
    # -p 2: one compiler takes up to 1.5 GB here; more of them exhaust small CI machines.
    go build -p 2 -trimpath -buildvcs=false -ldflags "-s -w -X k8s.io/component-base/version.gitVersion=$version" -o "$binary.$$" . >&2
    mv "$binary.$$" "$binary"
    find "$cache" -name 'apiserver-*' -mtime +30 ! -name "apiserver-$key*" -delete # what nobody used for a month
    echo "test/apiserver: built kube-apiserver $version in $(($(date +%s) - started)) s: $binary" >&2
  fi
fi
touch "$binary" # in use: a month without use is what removes it
echo "$binary"
