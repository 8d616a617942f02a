/**
 * The supergraph of a configuration, and the connections to its subgraphs over HTTP. Reports problems at the start,
 * with the name of the file. Otherwise each query would report them.
 */
import { readFileSync } from 'node:fs';
import type { Config, SubgraphConfig } from '../../config/schema.ts';
import type { SubgraphConnection } from '../../gateway/data-sources/http.ts';
import { subgraphConnector } from '../../gateway/data-sources/subgraph-tls.ts';
import { checkedInSupergraph } from '../../schema/sdl.ts';
import { inProcessName } from '../../schema/subgraph-url.ts';
import { SupergraphError, supergraphMembers, type SupergraphMember } from '../../schema/supergraph-file.ts';
import type { SubgraphSource } from '../../schema/supergraph.ts';
import { headerValue, type Environment } from './header-value.ts';
import { UsageError } from '../usage-error.ts';

export interface OpenedSupergraph {
  readonly supergraphSdl: string;
  /** Connections by the name of the subgraph in the supergraph. */
  readonly connections: ReadonlyMap<string, SubgraphConnection>;
  /** Throws the planner's error, with the name of the supergraph file if there is one. */
  readonly named: (error: unknown) => never;
}

/** @throws UsageError, CompositionError */
export async function openSupergraph(
  { supergraph, subgraphs, kinds }: Pick<Config, 'supergraph' | 'subgraphs' | 'kinds'>,
  ours: readonly SubgraphSource[],
  env: Environment,
): Promise<OpenedSupergraph> {
  const connections = new Map(subgraphs.map(subgraph => [subgraph.name, connectionOf(subgraph, env)]));
  const named = (error: unknown) => throwNamed(supergraph, error);
  if (supergraph !== undefined) {
    const supergraphSdl = readText('supergraph', supergraph);
    checkNames(subgraphs, membersOf(supergraph, supergraphSdl, ours), supergraph);
    return { supergraphSdl, connections, named };
  }
  if (subgraphs.length === 0 && kinds.types.length === 0)
    return { supergraphSdl: checkedInSupergraph(), connections, named };
  const { composeSupergraph } = await import('../../schema/supergraph.ts');
  const theirs = subgraphs.map(({ name, url, schema }) => {
    if (url === undefined || schema === undefined) throw new UsageError(`subgraphs: ${name} has no url or no schema.`);
    return { name, url, sdl: readText(`subgraphs: ${name}`, schema) };
  });
  return { supergraphSdl: composeSupergraph([...ours, ...theirs]).supergraphSdl, connections, named };
}

function membersOf(file: string, supergraphSdl: string, ours: readonly SubgraphSource[]): SupergraphMember[] {
  try {
    return supergraphMembers(
      supergraphSdl,
      ours.map(({ name }) => name),
    );
  } catch (error) {
    return throwNamed(file, error);
  }
}

function throwNamed(file: string | undefined, error: unknown): never {
  if (error instanceof SupergraphError && file !== undefined)
    throw new UsageError(`supergraph: ${file} cannot be used: ${error.message}.`);
  throw error;
}

function checkNames(subgraphs: readonly SubgraphConfig[], members: readonly SupergraphMember[], file: string): void {
  const remote = members.filter(({ url }) => inProcessName(url) === undefined).map(({ name }) => name);
  const has = `${file} has ${remote.length > 0 ? `${remote.join(', ')} over HTTP` : 'no subgraph over HTTP'}`;
  const wrong = subgraphs.filter(({ name }) => !remote.includes(name));
  const problems = wrong.map(({ name }) =>
    members.some(member => member.name === name)
      ? `subgraphs: "${name}" runs in this process, so there is no connection to set; ${has}.`
      : `subgraphs: the supergraph has no "${name}"; ${has}.`,
  );
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
}

function connectionOf(
  { name, timeout, concurrency, maxBytes, headers, caFile, certFile, keyFile }: SubgraphConfig,
  env: Environment,
): SubgraphConnection {
  const tls = { caFile, certFile, keyFile };
  try {
    subgraphConnector(tls, 0);
  } catch (error) {
    throw new UsageError(`subgraphs: ${name}: ${(error as Error).message}.`);
  }
  const values = headers.map(header => [header.name, headerValue('subgraphs', name, header, env)]);
  return {
    timeoutMs: timeout,
    concurrency,
    maxBytes,
    headers: Object.fromEntries(values) as Record<string, string>,
    tls,
  };
}

function readText(key: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${key}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
