/** The target of the fuzz tests: the product, in this process, over three simulated leaves. */
import { setTimeout as delay } from 'node:timers/promises';
import { assemble } from '../../cli/serve/assemble.ts';
import { createDemoFleet } from '../../demo/fleet.ts';
import { demoIdentities } from '../../demo/identities.ts';
import { configSchema } from '../../config/schema.ts';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { ClusterRegistry } from '../../clusters/registry.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { Seeds } from './values.ts';

export interface World extends AsyncDisposable {
  readonly port: number;
  readonly seeds: Seeds;
  /** Tokens of the users who send the random requests. */
  readonly tokens: readonly string[];
  /** Latest internal errors that the product logged, with the newest last. */
  readonly faults: readonly string[];
}

const [ATTACKER, NOBODY] = [0, 2].map(i => demoIdentities[i]?.token ?? '') as [string, string];
const FAULTS_KEPT = 50;

export async function openWorld(): Promise<World> {
  const fleet = await createDemoFleet({ clusters: 3, objects: 300, faults: false });
  const faults: string[] = [];
  const log = logOf(fault => {
    faults.push(fault);
    if (faults.length > FAULTS_KEPT) faults.shift();
  });
  const registry = new ClusterRegistry();
  const kubeconfig = parseKubeconfig(fleet.kubeconfig, { source: 'the fuzz', directory: '.' });
  for (const name of kubeconfig.contexts) {
    const identity = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
    registry.add({
      name,
      client: createKubernetesClient(await kubeconfig.target(name), { log }),
      identity,
      authorization: 'rbac',
    });
  }
  const config = configSchema.parse({
    server: { port: 0 },
    authentication: [
      {
        type: 'static',
        tokens: demoIdentities.map(({ token, user, groups }) => ({ token, user, groups: [...groups] })),
      },
    ],
    // With an ordinary budget, most requests would be refused before they reach the product's code.
    limits: { costBudget: Number.MAX_SAFE_INTEGER },
  });
  const running = await assemble({ config, registry, log, env: {} });
  const port = Number(new URL(running.url).port);
  const close = async () => {
    await running.close();
    await fleet.close();
  };
  try {
    const seeds = await seedsOf(port);
    faults.length = 0;
    return { port, seeds, tokens: [ATTACKER, ATTACKER, ATTACKER, NOBODY], faults, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits until the index is complete. Returns ids, cursors and names that exist in the fleet. */
async function seedsOf(port: number): Promise<Seeds> {
  const query =
    '{ coverage { total indexed } objects(first: 40) { edges { cursor node { id } } } kinds { id value } clusters { nodes { id name } edges { cursor } } namespaces { nodes { id name } edges { cursor } } }';
  for (;;) {
    const { data } = await ask(port, ATTACKER, query);
    if (data.coverage.indexed === data.coverage.total) {
      const cursors = [data.objects, data.clusters, data.namespaces].flatMap(({ edges }) =>
        edges.map(({ cursor }: { cursor: string }) => cursor),
      );
      return {
        cursors,
        ids: [
          ...data.objects.edges.map(({ node }: { node: { id: string } }) => node),
          ...data.clusters.nodes,
          ...data.namespaces.nodes,
          ...data.kinds,
        ].map(({ id }: { id: string }) => id),
        clusters: data.clusters.nodes.map(({ name }: { name: string }) => name),
        namespaces: data.namespaces.nodes.map(({ name }: { name: string }) => name),
        kinds: data.kinds.map(({ value }: { value: string }) => value),
      };
    }
    await delay(50);
  }
}

async function ask(port: number, token: string, query: string): Promise<any> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  return (
    await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  ).json();
}

function logOf(onFault: (fault: string) => void): Logger {
  const nothing = () => {};
  const error = (fields: unknown, message?: string) => onFault(`${message ?? ''} ${faultText(fields)}`);
  return { debug: nothing, info: nothing, warn: nothing, error, child: () => logOf(onFault) } as unknown as Logger;
}

function faultText(fields: unknown): string {
  const { err, ...others } = (typeof fields === 'object' && fields !== null ? fields : { fields }) as {
    err?: Partial<Error>;
  };
  return `${JSON.stringify(others)} ${err?.stack ?? err?.message ?? ''}`;
}
