/** `fleetgraph query`: runs a GraphQL document on a running fleetgraph, and prints the answer as JSON. */
import { Command } from 'commander';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseExact, repeatedKey } from '../../schema/exact-json.ts';
import { openEndpoint, withEndpoint, type EndpointFlags } from '../client/endpoint.ts';
import { document } from '../client/output.ts';
import { UsageError } from '../usage-error.ts';

interface QueryFlags extends EndpointFlags {
  readonly variables: string;
  readonly operation?: string;
}

export function queryCommand(): Command {
  const command = new Command('query')
    .description('Send a GraphQL document to a running fleetgraph and print the answer as JSON')
    .argument('<file>', 'file with the document; - reads standard input')
    .option('--variables <json>', 'variables as JSON, or @file', '{}')
    .option('--operation <name>', 'name of the operation to run')
    .action(query);
  return withEndpoint(command);
}

/** Sets exit code 1 if the answer has errors. */
async function query(file: string, flags: QueryFlags): Promise<void> {
  const variables = variablesOf(flags.variables);
  const ask = openEndpoint(flags);
  const { data, errors } = await ask(file === '-' ? await text(process.stdin) : read(file), variables, flags.operation);
  process.stdout.write(document('json', { data, ...(errors.length > 0 && { errors }) }));
  if (errors.length > 0) process.exitCode = 1;
}

function variablesOf(given: string): object {
  const json = given.startsWith('@') ? read(given.slice(1)) : given;
  const value = parsed(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(
      '--variables takes a JSON object, such as {"first": 10}, or @FILE with a JSON object in the file.',
    );
  const repeated = inOneGo(repeatedKey(json));
  if (repeated !== undefined) throw new UsageError(`--variables has ${repeated} twice. Remove one of the two.`);
  return value;
}

function inOneGo<T>(work: Generator<void, T, undefined>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

function parsed(json: string): unknown {
  try {
    return parseExact(json);
  } catch {
    return undefined;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, ''); // editors on Windows add a byte order mark
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
