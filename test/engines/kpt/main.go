// kpt is `kpt live` alone. Its other commands need modules that are not published.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/kptdev/kpt/commands/live"
	"github.com/kptdev/kpt/pkg/printer"
	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{Use: "kpt", SilenceUsage: true}
	ctx := printer.WithContext(context.Background(), printer.New(root.OutOrStdout(), root.ErrOrStderr()))
	root.AddCommand(live.GetCommand(ctx, "kpt", "test"))
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
