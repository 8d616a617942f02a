#!/bin/sh
# Prints the path of a helm binary, building it first when this version of it is not in the cache: as test/apiserver/build.sh.
set -eu
cd "$(dirname "$0")"

sha256() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi; }

cache="${XDG_CACHE_HOME:-$HOME/.cache}/fleetgraph"
key=$({ uname -sm; cat go.mod go.sum build.sh; } | sha256 | cut -c1-16)
binary="$cache/helm-$key"

if [ ! -x "$binary" ]; then
  if ! command -v go >/dev/null; then
    echo "test/helm: no helm in $cache, and no go to build one. Install Go 1.26 or newer." >&2
    exit 1
  fi
  mkdir -p "$cache"
  exec 9>"$cache/helm-$key.lock"
  if command -v flock >/dev/null; then flock 9; fi
  if [ ! -x "$binary" ]; then
    echo "test/helm: building helm, first time only, about 1 min" >&2
    export CGO_ENABLED=0 GOWORK=off GOFLAGS=
    version=$(go list -m -f '{{.Version}}' helm.sh/helm/v3)
    # As Helm's own Makefile: the Kubernetes that it stands for where none is asked is the one of its client.
    minor=$(go list -m -f '{{.Version}}' k8s.io/client-go | cut -d. -f2)
    flags="-s -w -X helm.sh/helm/v3/internal/version.version=$version"
    for package in chartutil lint/rules; do
      flags="$flags -X helm.sh/helm/v3/pkg/$package.k8sVersionMajor=1 -X helm.sh/helm/v3/pkg/$package.k8sVersionMinor=$minor"
    done
    go build -p 2 -trimpath -buildvcs=false -ldflags "$flags" -o "$binary.$$" helm.sh/helm/v3/cmd/helm >&2
    mv "$binary.$$" "$binary"
    find "$cache" -name 'helm-*' -mtime +30 ! -name "helm-$key*" -delete # what nobody used for a month
  fi
fi
touch "$binary" # in use: a month without use is what removes it
echo "$binary"
