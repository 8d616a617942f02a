// fleetgraph-ocm is what Open Cluster Management runs to place workloads, in one executable, chosen by the first argument:
//
//	fleetgraph-ocm work-agent --spoke-cluster-name=…
//
// Every component takes exactly the flags of its upstream executable. One thing is added: a component ends when its standard
// input does, so that none outlives the test that started it, however that test died.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/component-base/cli"

	ocmfeature "open-cluster-management.io/api/feature"
	"open-cluster-management.io/ocm/pkg/cmd/hub"
	"open-cluster-management.io/ocm/pkg/cmd/spoke"
	"open-cluster-management.io/ocm/pkg/features"
)

func main() {
	if len(os.Args) < 2 {
		usage("no component given")
	}
	component := os.Args[1]
	os.Args = os.Args[1:] // cobra reads os.Args, and expects its own name first

	var command *cobra.Command
	switch component {
	case "placement":
		command = hub.NewPlacementController()
	case "work-manager":
		utilruntime.Must(features.HubMutableFeatureGate.Add(ocmfeature.DefaultHubWorkFeatureGates))
		command = hub.NewWorkController()
		features.HubMutableFeatureGate.AddFlag(command.Flags())
	case "work-agent":
		command = spoke.NewWorkAgent()
	default:
		usage(fmt.Sprintf("unknown component %q", component))
	}
	go endWithStdin()
	os.Exit(cli.Run(command))
}

// endWithStdin ends the process at once, not cleanly as SIGTERM does: whoever held the other end of the pipe is gone.
func endWithStdin() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(1)
}

func usage(problem string) {
	fmt.Fprintf(os.Stderr, "fleetgraph-ocm: %s; the first argument must be placement, work-manager or work-agent\n", problem)
	os.Exit(2)
}
