/** `fleetgraph schema`: the graph's public schema, or the supergraph, on stdout. For code generators and other gateways. */
import { Command } from 'commander';
import { readFileSync } from 'node:fs';

export function schemaCommand(): Command {
  return new Command('schema')
    .description('Print the GraphQL schema')
    .option('--supergraph', 'print the supergraph, for federation tools')
    .action(({ supergraph = false }: { supergraph?: boolean }) => {
      process.stdout.write(readFileSync(new URL(`../../schema/${supergraph ? 'supergraph' : 'api'}.graphql`, import.meta.url), 'utf8'));
    });
}
