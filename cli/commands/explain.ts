/**
 * `fleetgraph explain`: why a user may see an object or do something with it, by a running fleetgraph, printed as a tree. Without an id,
 * with --as: who a user is on each configured cluster, from the configuration alone.
 */
import { Command } from 'commander';
import { printable } from '../printable.ts';
import { UsageError } from '../usage-error.ts';

interface ExplainFlags {
  url: string;
  token?: string;
  verb: string;
  subresource?: string;
  as?: string;
  asGroup: string[];
  config?: string;
  kubeconfig?: string;
}

export interface ExplainedGrant {
  readonly cluster: { readonly name: string };
  readonly binding: Reference;
  readonly role: Reference;
  readonly aggregated: boolean;
  readonly aggregatedFrom: readonly string[];
  readonly rule: { readonly verbs: string[]; readonly apiGroups: string[]; readonly resources: string[]; readonly resourceNames: string[] };
  readonly subject: Reference;
}

interface Reference {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
}

export interface Explained {
  readonly visible: boolean;
  /** Null: not known. */
  readonly allowed: boolean | null;
  readonly basis: 'GRANTS' | 'REVIEW' | 'UNKNOWN';
  readonly reason: string;
  readonly grantsSyncedAt: string | null;
  readonly grants: readonly ExplainedGrant[];
}

const TIMEOUT_MS = 30_000;
const REFERENCE = '{ kind namespace name }';
const QUERY = `query ($id: ID!, $verb: String!, $subresource: String, $asUser: String, $asGroups: [String!]) {
  explainAccess(id: $id, verb: $verb, subresource: $subresource, asUser: $asUser, asGroups: $asGroups) {
    visible allowed basis reason grantsSyncedAt
    grants { cluster { name } binding ${REFERENCE} role ${REFERENCE} aggregated aggregatedFrom rule { verbs apiGroups resources resourceNames } subject ${REFERENCE} }
  }
}`;

export function explainCommand(): Command {
  return new Command('explain')
    .description('Explain by which grants an object may be seen, or (--as without an id) who a user is on each cluster')
    .argument('[id]', 'id of an object: cluster/group/kind/namespace/name')
    .option('--url <url>', 'where fleetgraph answers', 'http://127.0.0.1:4000')
    .option(
      '--token <token>',
      'your bearer token (default: the environment variable FLEETGRAPH_TOKEN, which the process list does not show)',
    )
    .option('--verb <verb>', 'a Kubernetes verb', 'list')
    .option('--subresource <name>', 'a subresource of the object, such as log or exec')
    .option(
      '--as <user>',
      'explain for this user, as fleetgraph knows them; with an id you need the right to impersonate them on the cluster',
    )
    .option('--as-group <group>', 'a group of --as; may be repeated', (group: string, groups: string[]) => [...groups, group], [])
    .option('-c, --config <file>', 'without an id: configuration file (YAML); FLEETGRAPH_CONFIG without the flag')
    .option('--kubeconfig <file>', 'without an id: also every context of this kubeconfig')
    .action((id: string | undefined, flags: ExplainFlags) => (id === undefined ? explainIdentity(flags) : explainObject(id, flags)));
}

async function explainObject(id: string, flags: ExplainFlags): Promise<void> {
  const token = flags.token ?? process.env['FLEETGRAPH_TOKEN'];
  if (!token) throw new UsageError('There is no token. Give yours with --token, or in the environment variable FLEETGRAPH_TOKEN.');
  const { verb, subresource } = flags;
  const variables = { id, verb, subresource, ...(flags.as !== undefined && { asUser: flags.as, asGroups: flags.asGroup }) };
  if (flags.as === undefined && flags.asGroup.length > 0) throw new UsageError('--as-group needs --as: groups alone name no user.');
  const explained = await ask(flags.url, token, variables);
  process.stdout.write(tree(`${verb} ${subresource === undefined ? '' : `${subresource} of `}${id}`, flags.as, explained));
  if (!explained.allowed) process.exitCode = 1;
}

async function ask(url: string, token: string, variables: object): Promise<Explained> {
  const endpoint = endpointOf(url);
  let response: Response;
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: QUERY, variables }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    // The error of fetch may quote a header; its cause names the problem of the connection.
    const { cause } = error as { cause?: { code?: string } };
    throw new UsageError(
      `${endpoint.origin} does not answer (${cause?.code ?? (error as Error).name}). Is fleetgraph running there? Set --url.`,
    );
  }
  if (response.status === 401)
    throw new UsageError(`${endpoint.origin} does not know your token. Give another with --token or FLEETGRAPH_TOKEN.`);
  const body = (await response.json().catch(() => undefined)) as
    { data?: { explainAccess?: Explained } | null; errors?: { message: string }[] } | undefined;
  const explained = body?.data?.explainAccess;
  if (!explained)
    throw new UsageError(
      body?.errors?.[0]?.message ?? `${endpoint.origin} answered ${response.status}, and not as fleetgraph does. Check --url.`,
    );
  return explained;
}

function endpointOf(url: string): URL {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new UsageError(`--url ${url} is no http or https address.`);
  const endpoint = new URL(url);
  if (!endpoint.pathname.endsWith('/graphql')) endpoint.pathname = `${endpoint.pathname.replace(/\/$/, '')}/graphql`;
  return endpoint;
}

/** The answer as a tree: cluster → binding → role → rule → subject. */
export function tree(action: string, as: string | undefined, explained: Explained): string {
  const lines = [
    `${as ?? 'you'}: ${action}`,
    `  ${allowedIn(explained)}, ${explained.visible ? 'in lists' : 'not in lists'}`,
    `  ${explained.reason}`,
  ];
  if (explained.grantsSyncedAt !== null) lines.push(`  by grants that the cluster confirmed at ${explained.grantsSyncedAt}`);
  explained.grants.forEach(({ cluster, binding, role, aggregated, aggregatedFrom, rule, subject }, i) => {
    const last = i === explained.grants.length - 1;
    const [branch, stem] = last ? ['└─ ', '   '] : ['├─ ', '│  '];
    lines.push(
      `  ${branch}cluster ${cluster.name}`,
      `  ${stem}└─ ${nameOf(binding)}`,
      `  ${stem}   └─ ${aggregated ? 'aggregated ' : ''}${nameOf(role)}${aggregatedFrom.length > 0 ? `, put together from ${aggregatedFrom.join(', ')}` : ''}`,
      `  ${stem}      └─ rule: ${ruleOf(rule)}`,
      `  ${stem}         └─ matched ${nameOf(subject)}`,
    );
  });
  return `${lines.map(printable).join('\n')}\n`;
}

function allowedIn({ allowed, basis }: Explained): string {
  if (allowed === null) return 'not known whether allowed';
  return `${allowed ? 'allowed' : 'not allowed'}${basis === 'REVIEW' ? ' (the cluster was asked)' : ''}`;
}

function nameOf({ kind, namespace, name }: Reference): string {
  return `${kind} ${namespace === null ? '' : `${namespace}/`}${name}`;
}

function ruleOf({ verbs, apiGroups, resources, resourceNames }: ExplainedGrant['rule']): string {
  const groups = apiGroups.map(group => (group === '' ? 'core' : group)).join(', ');
  const names = resourceNames.length > 0 ? `, only named ${resourceNames.join(', ')}` : '';
  return `${verbs.join(', ')} on ${resources.join(', ')} of ${groups}${names}`;
}

/** Asks no cluster: prefixes and implied groups follow from the configuration. */
async function explainIdentity({ as, asGroup, config: file, kubeconfig }: ExplainFlags): Promise<void> {
  if (as === undefined) throw new UsageError('Name an object by its id, or a user with --as to see who they are on each cluster.');
  const [{ loadConfig }, { openClusters }, { acceptIdentity }, { identityOn, identityPolicyProblem }] = await Promise.all([
    import('../../config/load.ts'),
    import('../open-clusters.ts'),
    import('../../identity/authenticator.ts'),
    import('../../identity/cluster-identity.ts'),
  ]);
  const config = loadConfig({ ...(file !== undefined && { file }), env: process.env, cwd: process.cwd() });
  const { registry, close } = await openClusters({ config, kubeconfig });
  try {
    const identity = accepted(() => acceptIdentity({ user: as, groups: asGroup }, config.identity));
    const clusters = registry.list().toSorted((a, b) => (a.name < b.name ? -1 : 1));
    if (clusters.length === 0)
      throw new UsageError('No cluster is registered. Add clusters to the configuration, or name a kubeconfig with --kubeconfig.');
    const lines = [`${identity.user}, in ${identity.groups.length === 0 ? 'no groups' : `groups ${identity.groups.join(', ')}`}`];
    if (asGroup.includes('system:masters') && !identity.groups.includes('system:masters'))
      lines.push('  system:masters was taken away (identity.allowSystemMasters)');
    for (const { name, identity: policy, authorization } of clusters) {
      const problem = identityPolicyProblem(policy);
      const on = problem === undefined ? identityOn(policy, identity) : undefined;
      lines.push(`└─ cluster ${name} (${policy.mode}, authorization ${authorization})`);
      if (on)
        lines.push(
          `   ├─ User ${on.user}`,
          ...on.groups.map((group, i) => `   ${i === on.groups.length - 1 ? '└─' : '├─'} Group ${group}`),
        );
      else lines.push(`   └─ closed: ${problem}`);
    }
    process.stdout.write(`${lines.map(printable).join('\n')}\n`);
  } finally {
    await close();
  }
}

function accepted<T>(claim: () => T): T {
  try {
    return claim();
  } catch (error) {
    throw (error as Error).name === 'BadCredentialsError' ? new UsageError(`--as: ${(error as Error).message}`) : error;
  }
}
