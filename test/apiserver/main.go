// fleetgraph-apiserver is etcd, kube-apiserver and kube-controller-manager in one executable, chosen by the first argument:
//
//	fleetgraph-apiserver kube-apiserver --etcd-servers=…
//
// Every component takes exactly the flags of its upstream executable, so the harness starts this binary and the ones that
// KUBEBUILDER_ASSETS points to in the same way. One thing is added: a component ends when its standard input does, so that
// no server outlives the test that started it, however that test died.
package main

import (
	"fmt"
	"io"
	"os"

	"go.etcd.io/etcd/server/v3/etcdmain"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
)

func main() {
	if len(os.Args) < 2 {
		usage("no component given")
	}
	component := os.Args[1]
	os.Args = os.Args[1:] // cobra and etcd read os.Args, and expect their own name first

	go endWithStdin()

	switch component {
	case "etcd":
		etcdmain.Main(os.Args)
	case "kube-apiserver":
		os.Exit(cli.Run(apiserver.NewAPIServerCommand()))
	case "kube-controller-manager":
		os.Exit(cli.Run(controllermanager.NewControllerManagerCommand()))
	default:
		usage(fmt.Sprintf("unknown component %q", component))
	}
}

// endWithStdin ends the process at once, not cleanly as SIGTERM does: whoever held the other end of the pipe, and would
// have come back for the data, is gone.
func endWithStdin() {
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(1)
}

func usage(problem string) {
	fmt.Fprintf(os.Stderr, "fleetgraph-apiserver: %s; the first argument must be etcd, kube-apiserver or kube-controller-manager\n", problem)
	os.Exit(2)
}
