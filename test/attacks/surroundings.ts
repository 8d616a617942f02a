/**
 * The surroundings of the gateway, on loopback: simulated leaves with attackers' objects and permissions, users, and a
 * third-party subgraph.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDemoFleet } from '../../demo/fleet.ts';
import { DEVELOPER_TEAM } from '../../demo/plan.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import type { Fault } from '../../sim/faults.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';

/**
 * A fault of one of the two leaves that attacks use. `matching` is the source of a regular expression, because the
 * fault is sent between processes.
 */
export interface LeafFault extends Pick<Fault, 'latencyMs' | 'answer'> {
  readonly leaf: 'healthy' | 'sick';
  readonly matching?: string;
}

const manyGroups = Array.from({ length: 400 }, (_, i) => `group-${String(i).padStart(4, '0')}-${'x'.repeat(50)}`);

/** Users by the names in attacks. */
export const PEOPLE = {
  /** The second user: a developer of one team, who attacks nobody. */
  victor: { token: 'attacks-victor', user: 'victor@acme.example', groups: [`team-${DEVELOPER_TEAM}`] },
  /** The second user in attacks on users who send their first request. */
  vera: { token: 'attacks-vera', user: 'vera@acme.example', groups: [`team-${DEVELOPER_TEAM}`] },
  /** An attacker who sees everything. */
  mallory: { token: 'attacks-mallory', user: 'mallory@acme.example', groups: ['platform-admins'] },
  /** A user without any permission. */
  trudy: { token: 'attacks-trudy', user: 'trudy@acme.example', groups: [] },
  /** A user with permissions for a hundred thousand object names on the sick leaf. */
  named: { token: 'attacks-named', user: 'named@acme.example', groups: [] },
  /** A user with one large Role and many RoleBindings to this Role. She wrote the Role herself, in one namespace. */
  tess: { token: 'attacks-tess', user: 'tess@acme.example', groups: [] },
  /** A user with more groups than fit into the headers of a request to a leaf. */
  grouped: { token: 'attacks-grouped', user: 'grouped@acme.example', groups: manyGroups },
} as const;
export type PersonName = keyof typeof PEOPLE;

export const TOKENS = Object.fromEntries(Object.entries(PEOPLE).map(([name, { token }]) => [name, token])) as Record<
  PersonName,
  string
>;

/** Static tokens in the form of the configuration. */
export const STATIC_TOKENS = Object.values(PEOPLE).map(({ token, user, groups }) => ({
  token,
  user,
  groups: [...groups],
}));

/** Namespace of the objects that attackers create on leaves. */
export const ATTACKERS_NAMESPACE = 'attackers';
export const DEEP_OBJECT = 'deep-values';
/**
 * Names of objects whose reads hang during the attack `hanging-objects`. Few enough that each read is its own request.
 */
export const HANGING_OBJECTS = Array.from({ length: 8 }, (_, i) => `hangs-${i}`);

/** Names of objects that each have one megabyte. */
export const LARGE_OBJECTS = Array.from({ length: 60 }, (_, i) => `large-${i}`);

/** Name of a Kustomization whose inventory has one megabyte. */
export const LARGE_INVENTORY = 'large-inventory';

export interface SurroundingsOptions {
  readonly clusters: number;
  /** Approximate number of rows. */
  readonly objects: number;
  /**
   * Depth of the deep object, and the length of its innermost array of numbers. @default 300 levels and 100 000 numbers
   */
  readonly deep?: { readonly levels: number; readonly numbers: number };
}

export interface Surroundings extends AsyncDisposable {
  readonly kubeconfig: string;
  /** Names of all clusters. The healthy cluster and the sick cluster come first. */
  readonly clusters: readonly string[];
  readonly subgraph: ForeignSubgraph;
  /** Replaces the faults of both leaves. An empty list removes all faults. */
  fail(faults: readonly LeafFault[]): void;
}

export async function startSurroundings({ clusters, objects, deep }: SurroundingsOptions): Promise<Surroundings> {
  const fleet = await createDemoFleet({ clusters, objects, faults: false });
  plant(fleet.leaves, deep);
  const subgraph = await startForeignSubgraph();
  return {
    kubeconfig: fleet.kubeconfig,
    clusters: fleet.leaves.map(({ name }) => name),
    subgraph,
    fail: faults => failLeaves(fleet.leaves, faults),
    async [Symbol.asyncDispose]() {
      await Promise.all([fleet.close(), subgraph[Symbol.asyncDispose]()]);
    },
  };
}

export function failLeaves([healthy, sick]: readonly SimulatedLeaf[], faults: readonly LeafFault[]): void {
  for (const [name, leaf] of [['healthy', healthy] as const, ['sick', sick] as const]) {
    const { leaf: _, matching, ...fault } = faults.find(fault => fault.leaf === name) ?? {};
    leaf?.fail({ ...fault, ...(matching !== undefined && { matching: new RegExp(matching) }) });
  }
}

/** Creates objects that attackers may create in a namespace of their own. */
export function plant(
  [healthy, sick]: readonly SimulatedLeaf[],
  deep: NonNullable<SurroundingsOptions['deep']> = { levels: 300, numbers: 100_000 },
): void {
  if (!healthy || !sick) throw new Error('attacks are about two leaves, a healthy and a sick one');
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: ATTACKERS_NAMESPACE } };
  healthy.objects.load([
    namespace,
    deepObject(deep),
    ...HANGING_OBJECTS.map(hangingObject),
    ...LARGE_OBJECTS.map(largeObject),
    largeInventory(),
  ]);
  sick.objects.load([namespace, ...manyNames(), ...largeRole()]);
}

function deepObject({ levels, numbers }: { levels: number; numbers: number }): KubernetesObject {
  let values: unknown = Array.from({ length: numbers }, () => 1);
  for (let level = 0; level < levels; level += 1) values = { v: values };
  return {
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { namespace: ATTACKERS_NAMESPACE, name: DEEP_OBJECT },
    spec: { values },
  };
}

function hangingObject(name: string): KubernetesObject {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { namespace: ATTACKERS_NAMESPACE, name },
  };
}

const LARGE_DATA = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`key-${i}`, 'x'.repeat(40)]));

function largeObject(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: ATTACKERS_NAMESPACE, name }, data: LARGE_DATA };
}

function largeInventory(): KubernetesObject {
  const entries = Array.from({ length: 10_000 }, (_, i) => ({
    id: `a-namespace-of-somebody_an-object-with-a-rather-long-name-${String(i).padStart(5, '0')}_apps_Deployment`,
    v: 'v1',
  }));
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { namespace: ATTACKERS_NAMESPACE, name: LARGE_INVENTORY },
    spec: { path: './', prune: true },
    status: { inventory: { entries } },
  };
}

const RBAC = 'rbac.authorization.k8s.io';

/** Four Roles of one user. Together their rules are larger than any review that fleetgraph reads. */
function manyNames(): KubernetesObject[] {
  return [0, 1, 2, 3].flatMap(number => {
    const resourceNames = Array.from(
      { length: 25_000 },
      (_, i) => `a-name-that-nobody-has-${number}-${String(i).padStart(25, '0')}`,
    );
    const metadata = { namespace: ATTACKERS_NAMESPACE, name: `names-${number}` };
    return [
      {
        apiVersion: `${RBAC}/v1`,
        kind: 'Role',
        metadata,
        rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'], resourceNames }],
      },
      {
        apiVersion: `${RBAC}/v1`,
        kind: 'RoleBinding',
        metadata,
        roleRef: { apiGroup: RBAC, kind: 'Role', name: metadata.name },
        subjects: [{ apiGroup: RBAC, kind: 'User', name: PEOPLE.named.user }],
      },
    ] as KubernetesObject[];
  });
}

/** One Role with 13 000 rules, and 300 RoleBindings that give it to one user. */
function largeRole(): KubernetesObject[] {
  const rules = Array.from({ length: 13_000 }, (_, i) => ({
    apiGroups: [''],
    resources: ['pods'],
    verbs: ['get'],
    resourceNames: [`pod-${i}`],
  }));
  const role = { namespace: ATTACKERS_NAMESPACE, name: 'large' };
  return [
    { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata: role, rules },
    ...Array.from({ length: 300 }, (_, i) => ({
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { namespace: ATTACKERS_NAMESPACE, name: `large-${i}` },
      roleRef: { apiGroup: RBAC, kind: 'Role', name: role.name },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: PEOPLE.tess.user }],
    })),
  ] as KubernetesObject[];
}

export const FOREIGN_SDL = /* GraphQL */ `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])

  type Query {
    "Never answered."
    hung: String
    "Many small things."
    stock(count: Int!): [Item!]!
  }

  type Item {
    id: ID!
    name: String!
    count: Int!
  }
`;

export interface ForeignSubgraph extends AsyncDisposable {
  readonly name: string;
  readonly url: string;
  readonly sdl: string;
}

export async function startForeignSubgraph(): Promise<ForeignSubgraph> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answerForeign(Buffer.concat(chunks).toString(), response));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    name: 'foreign',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sdl: FOREIGN_SDL,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

const stocks = new Map<number, string>();

function answerForeign(body: string, response: ServerResponse): void {
  const { query, variables } = JSON.parse(body) as { query: string; variables?: Record<string, unknown> };
  if (/\bhung\b/.test(query)) return;
  const count = Number(/count:\s*(\d+)/.exec(query)?.[1] ?? Object.values(variables ?? {})[0] ?? 0);
  let answer = stocks.get(count);
  if (answer === undefined) {
    const stock = Array.from({ length: count }, (_, i) => ({ id: String(i), name: `item ${i}`, count: i }));
    stocks.set(count, (answer = JSON.stringify({ data: { stock } })));
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
}
