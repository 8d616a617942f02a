//go:build tools

// Package flux names the controllers that ../build.sh builds.
package flux

import (
	_ "github.com/fluxcd/kustomize-controller"
	_ "github.com/fluxcd/source-controller"
)
