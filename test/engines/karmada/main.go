// fleetgraph-karmada is what Karmada runs to place workloads, in one executable, chosen by the first argument:
//
//	fleetgraph-karmada scheduler --kubeconfig=…
//
// Every component takes exactly the flags of its upstream executable. One thing is added: a component ends when its standard
// input does, so that none outlives the test that started it, however that test died.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	controllerruntime "sigs.k8s.io/controller-runtime"

	controllermanager "github.com/karmada-io/karmada/cmd/controller-manager/app"
	scheduler "github.com/karmada-io/karmada/cmd/scheduler/app"
	webhook "github.com/karmada-io/karmada/cmd/webhook/app"
)

func main() {
	if len(os.Args) < 2 {
		usage("no component given")
	}
	component := os.Args[1]
	os.Args = os.Args[1:] // cobra reads os.Args, and expects its own name first

	var command *cobra.Command
	switch component {
	case "controller-manager":
		command = controllermanager.NewControllerManagerCommand(controllerruntime.SetupSignalHandler())
	case "scheduler":
		command = scheduler.NewSchedulerCommand(controllerruntime.SetupSignalHandler())
	case "webhook":
		command = webhook.NewWebhookCommand(controllerruntime.SetupSignalHandler())
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
	fmt.Fprintf(os.Stderr, "fleetgraph-karmada: %s; the first argument must be controller-manager, scheduler or webhook\n", problem)
	os.Exit(2)
}
