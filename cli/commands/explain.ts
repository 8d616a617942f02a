/**
 * `fleetgraph explain`: prints a tree that explains why a user may see an object or act on it. A running fleetgraph
 * gives the explanation. With --as and no id: prints the user's identity on each configured cluster, without a running
 * fleetgraph.
 */
import { Command } from 'commander';
import { openEndpoint, withEndpoint, type EndpointFlags } from '../client/endpoint.ts';
import { needed } from '../client/listing.ts';
import { document, jsonOption } from '../client/output.ts';
import { printableLines } from '../printable.ts';
import { NO_CLUSTER, repeated, UsageError } from '../usage-error.ts';

interface ExplainFlags extends EndpointFlags {
  output: 'text' | 'json';
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
  readonly rule: {
    readonly verbs: string[];
    readonly apiGroups: string[];
    readonly resources: string[];
    readonly resourceNames: string[];
  };
  readonly subject: Reference;
}

interface Reference {
  readonly kind: string;
  readonly namespace: string | null;
  readonly name: string;
}

export interface Explained {
  readonly visible: boolean;
  /** Null if unknown. */
  readonly allowed: boolean | null;
  readonly basis: 'GRANTS' | 'REVIEW' | 'UNKNOWN';
  readonly reason: string;
  readonly grantsSyncedAt: string | null;
  readonly grants: readonly ExplainedGrant[];
}

const REFERENCE = '{ kind namespace name }';
const QUERY = `query ($id: ID!, $verb: String!, $subresource: String, $asUser: String, $asGroups: [String!]) {
  explainAccess(id: $id, verb: $verb, subresource: $subresource, asUser: $asUser, asGroups: $asGroups) {
    visible allowed basis reason grantsSyncedAt
    grants { cluster { name } binding ${REFERENCE} role ${REFERENCE} aggregated aggregatedFrom rule { verbs apiGroups resources resourceNames } subject ${REFERENCE} }
  }
}`;

export function explainCommand(): Command {
  const command = new Command('explain')
    .description('Explain which grants let a user see an object, or (--as without an id) show the user on each cluster')
    .argument('[id]', 'id of the object: cluster/group/kind/namespace/name')
    .option('--verb <verb>', 'the Kubernetes verb to explain', 'list')
    .option('--subresource <name>', 'a subresource of the object, such as log or exec')
    .option(
      '--as <user>',
      'explain for this user, by their name in fleetgraph; with an id you need the right to impersonate the user on the cluster',
    )
    .option('--as-group <group>', 'a group of --as; may be repeated', repeated, [])
    .option('-c, --config <file>', 'without an id: configuration file (YAML) (default: $FLEETGRAPH_CONFIG)')
    .option('--kubeconfig <file>', 'without an id: also every context of this kubeconfig')
    .addOption(jsonOption())
    .action((id: string | undefined, flags: ExplainFlags) =>
      id === undefined ? explainIdentity(flags) : explainObject(id, flags),
    );
  return withEndpoint(command);
}

async function explainObject(id: string, flags: ExplainFlags): Promise<void> {
  const { verb, subresource } = flags;
  const variables = {
    id,
    verb,
    subresource,
    ...(flags.as !== undefined && { asUser: flags.as, asGroups: flags.asGroup }),
  };
  if (flags.as === undefined && flags.asGroup.length > 0)
    throw new UsageError('--as-group needs --as: groups alone name no user.');
  const { explainAccess: explained } = needed(
    await openEndpoint(flags)<{ explainAccess: Explained }>(QUERY, variables),
  );
  const asJson = flags.output === 'json';
  process.stdout.write(
    asJson
      ? document('json', explained)
      : tree(`${verb} ${subresource === undefined ? '' : `${subresource} of `}${id}`, flags.as, explained),
  );
  if (!explained.allowed) process.exitCode = 1;
}

/** Formats the explanation as a tree: cluster → binding → role → rule → subject. */
export function tree(action: string, as: string | undefined, explained: Explained): string {
  const lines = [
    `${as ?? 'you'}: ${action}`,
    `  ${allowedIn(explained)}, ${explained.visible ? 'in lists' : 'not in lists'}`,
    `  ${explained.reason}`,
  ];
  if (explained.grantsSyncedAt !== null)
    lines.push(`  based on grants that the cluster confirmed at ${explained.grantsSyncedAt}`);
  explained.grants.forEach(({ cluster, binding, role, aggregated, aggregatedFrom, rule, subject }, i) => {
    const last = i === explained.grants.length - 1;
    const [branch, stem] = last ? ['└─ ', '   '] : ['├─ ', '│  '];
    lines.push(
      `  ${branch}cluster ${cluster.name}`,
      `  ${stem}└─ ${nameOf(binding)}`,
      `  ${stem}   └─ ${aggregated ? 'aggregated ' : ''}${nameOf(role)}${aggregatedFrom.length > 0 ? `, from ${aggregatedFrom.join(', ')}` : ''}`,
      `  ${stem}      └─ rule: ${ruleOf(rule)}`,
      `  ${stem}         └─ matched ${nameOf(subject)}`,
    );
  });
  return printableLines(lines);
}

function allowedIn({ allowed, basis }: Explained): string {
  if (allowed === null) return 'unknown whether allowed';
  return `${allowed ? 'allowed' : 'not allowed'}${basis === 'REVIEW' ? ' (the cluster decided)' : ''}`;
}

function nameOf({ kind, namespace, name }: Reference): string {
  return `${kind} ${namespace === null ? '' : `${namespace}/`}${name}`;
}

function ruleOf({ verbs, apiGroups, resources, resourceNames }: ExplainedGrant['rule']): string {
  const groups = apiGroups.map(group => (group === '' ? 'core' : group)).join(', ');
  const names = resourceNames.length > 0 ? `, only the names ${resourceNames.join(', ')}` : '';
  return `${verbs.join(', ')} on ${resources.join(', ')} of ${groups}${names}`;
}

/**
 * Prints the user's identity on each cluster. Sends nothing to these clusters, because the configuration alone decides
 * the identity.
 */
async function explainIdentity({ as, asGroup, config: file, kubeconfig, output }: ExplainFlags): Promise<void> {
  if (as === undefined)
    throw new UsageError(
      'The id of an object is missing. Name an object by its id, or a user with --as to see their identity on each cluster.',
    );
  const [{ loadConfig }, { openClusters }, { ownClusters }, { acceptIdentity }, { identityOn, identityPolicyProblem }] =
    await Promise.all([
      import('../../config/load.ts'),
      import('../serve/open-clusters.ts'),
      import('../serve/own-clusters.ts'),
      import('../../identity/authenticator.ts'),
      import('../../identity/identity.ts'),
    ]);
  const config = loadConfig({ ...(file !== undefined && { file }), env: process.env, cwd: process.cwd() });
  const { registry, sources, close } = await openClusters({
    config,
    ...ownClusters({ config: file, kubeconfig }, config, process.env),
  });
  try {
    const identity = accepted(() => acceptIdentity({ user: as, groups: asGroup }, config.identity));
    const clusters = registry.list().toSorted((a, b) => (a.name < b.name ? -1 : 1));
    if (clusters.length === 0) throw new UsageError(NO_CLUSTER);
    const lostMasters = asGroup.includes('system:masters') && !identity.groups.includes('system:masters');
    const notCounting = asGroup.filter(group => group !== 'system:masters' && !identity.groups.includes(group));
    const onClusters = clusters.map(({ name, identity: policy, authorization }) => {
      const problem = identityPolicyProblem(policy);
      const on = problem === undefined ? identityOn(policy, identity) : undefined;
      return {
        cluster: name,
        mode: policy.mode,
        authorization,
        ...(on ? { user: on.user, groups: on.groups } : { closed: problem ?? '' }),
      };
    });
    const { user, groups } = identity;
    process.stdout.write(
      output === 'json'
        ? document('json', { user, groups, lostMasters, notCounting, clusters: onClusters })
        : identityTree(identity, { lostMasters, notCounting }, onClusters),
    );
    if (!sources.isAllUsed) process.exitCode = 1; // the log names the unused sources
  } finally {
    await close();
  }
}

type OnCluster = { readonly cluster: string; readonly mode: string; readonly authorization: string } & (
  | { readonly user: string; readonly groups: readonly string[] }
  | { readonly closed: string }
);

function identityTree(
  { user, groups }: { user: string; groups: readonly string[] },
  { lostMasters, notCounting }: { lostMasters: boolean; notCounting: readonly string[] },
  clusters: readonly OnCluster[],
): string {
  const lines = [`${user}, in ${groups.length === 0 ? 'no groups' : `groups ${groups.join(', ')}`}`];
  if (lostMasters) lines.push('  removed: system:masters (identity.allowSystemMasters)');
  if (notCounting.length > 0) lines.push(`  left out: ${notCounting.join(', ')} (identity.groups)`);
  for (const on of clusters) {
    lines.push(`└─ cluster ${on.cluster} (${on.mode}, authorization ${on.authorization})`);
    if ('closed' in on) lines.push(`   └─ closed: ${on.closed}`);
    else
      lines.push(
        `   ├─ User ${on.user}`,
        ...on.groups.map((group, i) => `   ${i === on.groups.length - 1 ? '└─' : '├─'} Group ${group}`),
      );
  }
  return printableLines(lines);
}

function accepted<T>(claim: () => T): T {
  try {
    return claim();
  } catch (error) {
    throw (error as Error).name === 'BadCredentialsError' ? new UsageError(`--as: ${(error as Error).message}`) : error;
  }
}
