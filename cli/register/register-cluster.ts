/**
 * Registers one cluster. Writes fleetgraph's account and its rights to the leaf, and requests an expiring token of the
 * account. Writes the token to a Secret on the hub, from which fleetgraph reads it. Objects that are already correct
 * stay unchanged. A run replaces a token after two thirds of its lifetime, or if the leaf refuses it.
 *
 * Tokens go from the leaf to the hub and nowhere else. Text of a server message that could be a token is removed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Registration } from '../../clusters/registry.ts';
import type { Identity } from '../../identity/identity.ts';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import { boundTokenOf, renewalDue } from '../../kubernetes/token-renewal.ts';
import { requestToken, tokenFailure } from '../../kubernetes/token-request.ts';
import type { ClusterTarget } from '../../kubernetes/transport.ts';
import { untrustedTarget, type Allowance } from '../../kubernetes/untrusted-kubeconfig.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { apply, collectionOf, find, remove, type ApiServer, type AppliedObject, type Done } from './applied-objects.ts';
import { checkCluster, type WorkToDo } from './check-cluster.ts';
import { hubSecret, isOurs, kubeconfigIn } from './hub-secret.ts';
import { ACCOUNT, foreignRules, KINDS_ANNOTATION, leafObjects, RBAC_GROUP, type LeafRights } from './leaf-rights.ts';
import { UsageError } from '../usage-error.ts';

export interface HubPlace {
  readonly client: ApiServer;
  readonly namespace: string;
}

export interface RegistrationTask {
  /** Name of the cluster in fleetgraph. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Connection to the leaf with the credentials of the administrator who registers it. */
  readonly leaf: ApiServer;
  /** Address, TLS settings and proxy that fleetgraph will use for the leaf. */
  readonly target: Pick<ClusterTarget, 'server' | 'tls' | 'proxyUrl'>;
  readonly rights: LeafRights;
  readonly tokenSeconds: number;
  /** Must equal `allow` of the cluster source. */
  readonly allow: readonly Allowance[];
  readonly hub: HubPlace;
  /** True to change nothing. */
  readonly dryRun: boolean;
}

export interface Step {
  readonly on: 'leaf' | 'hub';
  readonly did: Done;
  readonly object: AppliedObject;
}

/** Functions that open a client and check a cluster. Tests replace them. */
export interface RegistrationTools {
  readonly open: (target: ClusterTarget) => KubernetesClient;
  readonly check: typeof checkCluster;
  /** Maximum time in milliseconds for a server to apply rules that were just written. */
  readonly patienceMs: number;
}

const TOOLS: RegistrationTools = {
  open: target => createKubernetesClient(target, { log: silentLogger }),
  check: checkCluster,
  patienceMs: 10_000,
};
const LOOK_AGAIN_MS = 250;
/** Placeholder where no real token is needed, such as in a dry run. */
const NO_TOKEN = 'a-new-token';
const AS_IT_IS = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;

export interface RegistrationResult {
  readonly steps: readonly Step[];
  /** Result of the check. Undefined in a dry run. */
  readonly line: string | undefined;
}

/** @throws Error whose message names the problem */
export async function registerCluster(
  task: RegistrationTask,
  tools: RegistrationTools = TOOLS,
): Promise<RegistrationResult> {
  const { name, leaf, hub, rights, dryRun } = task;
  // Refuses a Secret that fleetgraph would not accept, before anything is written.
  await untrustedTarget(kubeconfigIn(secretOf(task, NO_TOKEN)) ?? '', {
    source: name,
    cluster: name,
    allow: task.allow,
  });
  const before = await find(hub.client, secretOf(task, NO_TOKEN));
  if (before && !isOurs(before, name))
    throw new UsageError(
      `Secret ${hub.namespace}/${before.metadata.name} on the hub was not created by fleetgraph register. Remove the Secret, or give the cluster another name.`,
    );
  const steps: Step[] = [];
  const step = async (on: Step['on'], object: AppliedObject, how: typeof apply) => {
    const did = await how(on === 'leaf' ? leaf : hub.client, object, { dryRun });
    steps.push({ on, did, object });
  };
  const objects = leafObjects(rights) as AppliedObject[];
  for (const object of objects) await step('leaf', await withForeignRules(leaf, object), apply);
  for (const object of await leftovers(leaf, rights.namespace, objects)) await step('leaf', object, remove);
  const kept = before && (await tokenThatHolds(before, task, tools));
  const token = kept ?? (dryRun ? NO_TOKEN : await newToken(leaf, rights.namespace, task.tokenSeconds));
  const home: AppliedObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: hub.namespace } };
  if (!before && !(await find(hub.client, home))) await step('hub', home, apply);
  await step('hub', secretOf(task, token), apply);
  if (dryRun) return { steps, line: undefined };
  const written = await find(hub.client, secretOf(task, token));
  return { steps, line: await checked(kubeconfigIn(written ?? secretOf(task, '')) ?? '', task, tools) };
}

/**
 * Removes the Secret on the hub first, so that fleetgraph drops the cluster before the account is gone. Does not
 * remove the leaf's namespace.
 * @throws Error
 */
export async function unregisterCluster({
  name,
  leaf,
  namespace,
  hub,
  dryRun,
}: Pick<RegistrationTask, 'name' | 'hub' | 'dryRun'> & {
  readonly leaf: ApiServer | undefined;
  readonly namespace: string;
}): Promise<Step[]> {
  const steps: Step[] = [];
  const secret = hubSecret({ cluster: name, namespace: hub.namespace, labels: {}, target: { server: '' }, token: '' });
  const before = await find(hub.client, secret);
  if (before && !isOurs(before, name))
    throw new UsageError(
      `Secret ${hub.namespace}/${before.metadata.name} on the hub was not created by fleetgraph register. Nothing was removed.`,
    );
  steps.push({ on: 'hub', did: await remove(hub.client, secret, { dryRun }), object: secret });
  if (!leaf) return steps;
  const own = leafObjects({ namespace, allKinds: false, impersonate: 'nobody' }) as AppliedObject[];
  const all = [
    ...(await leftovers(leaf, namespace, [])),
    ...own.filter(({ kind }) => kind !== 'Namespace').toReversed(),
  ];
  for (const object of all) steps.push({ on: 'leaf', did: await remove(leaf, object, { dryRun }), object });
  return steps;
}

/** The server's message. Replaces each run of 48 or more characters that could be a token. */
export function withoutTokens(error: unknown): string {
  return tokenFailure(error).replace(/[A-Za-z0-9_=+-]{48,}/g, '…');
}

function secretOf({ name, labels, target, hub }: RegistrationTask, token: string): AppliedObject {
  return hubSecret({ cluster: name, namespace: hub.namespace, labels, target, token });
}

/**
 * Returns the role with the rules that an administrator has added to it on the leaf. Server-side apply would otherwise
 * remove these rules.
 */
async function withForeignRules(leaf: ApiServer, object: AppliedObject): Promise<AppliedObject> {
  if (!object.kind.endsWith('Role')) return object;
  const there = await find(leaf, object);
  if (!there) return object;
  // If another field manager owns the annotation, omitting the annotation would not remove it. So an empty value is
  // written.
  const wasSaid = there.metadata.annotations?.[KINDS_ANNOTATION] !== undefined;
  const annotations = wasSaid && { annotations: { [KINDS_ANNOTATION]: '', ...object.metadata.annotations } };
  const rules = [...(object['rules'] as object[]), ...foreignRules(there)];
  return { ...object, metadata: { ...object.metadata, ...annotations }, rules };
}

/**
 * Roles and bindings of an earlier run that this run no longer needs. The roles allow impersonating ServiceAccounts,
 * with one Role in each namespace.
 */
async function leftovers(leaf: ApiServer, home: string, wanted: readonly AppliedObject[]): Promise<AppliedObject[]> {
  const apiVersion = `${RBAC_GROUP}/v1`;
  const name = `${ACCOUNT}-impersonate`;
  const { items } = await leaf.request<{ items?: AppliedObject[] }>(collectionOf({ apiVersion, kind: 'RoleBinding' }), {
    as: { type: 'self' },
    query: { fieldSelector: `metadata.name=${name}` },
  });
  const isOfAccount = ({ subjects }: AppliedObject) => {
    const of = (subjects ?? []) as { kind?: string; name?: string; namespace?: string }[];
    return (
      of.length > 0 &&
      of.every(({ kind, name, namespace }) => kind === 'ServiceAccount' && name === ACCOUNT && namespace === home)
    );
  };
  const kept = new Set(
    wanted.filter(({ metadata }) => metadata.name === name).map(({ metadata }) => metadata.namespace),
  );
  return (items ?? [])
    .filter(binding => isOfAccount(binding) && !kept.has(binding.metadata.namespace))
    .flatMap(({ metadata: { namespace } }) =>
      ['RoleBinding', 'Role'].map(kind => ({
        apiVersion,
        kind,
        metadata: { name, ...(namespace !== undefined && { namespace }) },
      })),
    );
}

/**
 * Returns the token of an existing Secret if the token belongs to the account, is not due for renewal, and is accepted
 * by the leaf.
 */
async function tokenThatHolds(
  secret: AppliedObject,
  task: RegistrationTask,
  { open }: RegistrationTools,
): Promise<string | undefined> {
  const { name, allow, rights } = task;
  let target: ClusterTarget;
  try {
    target = await untrustedTarget(kubeconfigIn(secret) ?? '', { source: name, cluster: name, allow });
  } catch {
    return undefined; // then a new Secret is written
  }
  const token = await target.token?.read();
  const bound = boundTokenOf(token ?? '');
  if (token === undefined || bound?.namespace !== rights.namespace || bound.name !== ACCOUNT) return undefined;
  // After an account is recreated, the leaf may accept the old token for some seconds. So the UIDs are compared.
  const account = await find(task.leaf, {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: ACCOUNT, namespace: rights.namespace },
  });
  if (bound.uid !== undefined && bound.uid !== account?.metadata['uid']) return undefined;
  if (renewalDue(bound, { othersMayRenew: false }) <= Date.now()) return undefined;
  const client = open(target);
  try {
    await client.version(AbortSignal.timeout(10_000));
    return token;
  } catch (error) {
    if (error instanceof KubernetesError && error.code === 'UNAUTHORIZED') return undefined;
    return token; // the later check reports other problems
  } finally {
    await client.close();
  }
}

async function newToken(leaf: ApiServer, namespace: string, seconds: number): Promise<string> {
  const token = await requestToken(leaf, { namespace, name: ACCOUNT, seconds });
  const bound = boundTokenOf(token ?? '');
  if (token === undefined || bound?.namespace !== namespace || bound.name !== ACCOUNT)
    throw new Error(`the answer to the request for a token is not a token of ServiceAccount ${namespace}/${ACCOUNT}`);
  return token;
}

/**
 * Checks the cluster like `fleetgraph clusters`, with the content of the Secret.
 * @throws Error if fleetgraph could not work with the cluster
 */
async function checked(
  text: string,
  { name, rights, allow }: RegistrationTask,
  tools: RegistrationTools,
): Promise<string> {
  const target = await untrustedTarget(text, { source: name, cluster: name, allow });
  const client = tools.open(target);
  const registration: Registration = {
    ...{ name, client, target, authorization: 'rbac' },
    identity: rights.impersonate === 'nobody' ? { ...AS_IT_IS, mode: 'passthrough' } : AS_IT_IS,
  };
  const until = performance.now() + tools.patienceMs;
  try {
    for (;;) {
      const { ok, line } = await tools.check(registration, workOf(name, rights));
      if (ok) return line;
      // The server's authorizer learns of new rules from a watch, shortly after they are written. So the check is
      // repeated.
      if (performance.now() > until) throw new Error(`the cluster is registered but cannot be used yet: ${line}`);
      await delay(LOOK_AGAIN_MS);
    }
  } finally {
    await client.close();
  }
}

function workOf(name: string, { allKinds, secrets = true, impersonate, tokenReviews }: LeafRights): WorkToDo {
  const groups = typeof impersonate === 'string' ? [] : impersonate.groups;
  const person = (user: string): Identity => ({ user, groups, uid: '', extra: {} });
  return {
    kinds: { include: allKinds ? ['*'] : [], exclude: secrets ? [] : ['secrets'] },
    audit: true,
    tokenReviewers: tokenReviews ? [name] : [],
    people: typeof impersonate === 'string' ? [] : impersonate.users.map(person),
    strangers: impersonate === 'anybody',
  };
}
