/**
 * `fleetgraph clusters --server`: lists the clusters of a running fleetgraph, as tables or as JSON. Administrators see
 * the registrations. Other callers see only the clusters that they may name.
 */
import { openEndpoint, type Ask, type EndpointFlags } from './endpoint.ts';
import { needed } from './listing.ts';
import { age, document, table } from './output.ts';
import { UsageError } from '../usage-error.ts';

interface Registration {
  readonly name: string;
  readonly state: string;
  readonly cause: string | null;
  readonly reason: string | null;
  readonly syncedAt: string | null;
  readonly grantsSyncedAt: string | null;
  readonly credentialsExpireAt: string | null;
  readonly source: string | null;
  readonly object: string | null;
  readonly sameServerAs: readonly string[];
}

interface Problem {
  readonly source: string;
  readonly object: string | null;
  readonly cluster: string | null;
  readonly cause: string;
  readonly reason: string;
}

interface Page<T> {
  readonly nodes: readonly T[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Fields of a cluster that callers without administrator rights may read. */
interface NameableCluster {
  readonly name: string;
  readonly kubernetesVersion: string | null;
  readonly objectCount: number;
  readonly coverage: { readonly state: string; readonly cause: string | null; readonly reason: string | null };
}

const PAGE = 'pageInfo { hasNextPage endCursor }';
const REGISTRATIONS = `query Registrations($after: String) { administration { list: registrations(first: 500, after: $after) {
  nodes { name state cause reason syncedAt grantsSyncedAt credentialsExpireAt source object sameServerAs } ${PAGE} } } }`;
const PROBLEMS = `query RegistrationProblems($after: String) { administration { list: problems(first: 500, after: $after) {
  nodes { source object cluster cause reason } ${PAGE} } } }`;
const CLUSTERS = `query Clusters($after: String) { list: clusters(first: 500, after: $after) {
  nodes { name kubernetesVersion objectCount coverage { state cause reason } } ${PAGE} } }`;

const ADMINISTRATORS =
  'Administrators are the users who may list registrations.fleetgraph.dev on the cluster of administrators.cluster, and the user who ' +
  'started serve with their own kubeconfig.';

/** Sets exit code 1 if a cluster is closed or unreachable, or if there is a problem. */
export async function printAdministration(flags: EndpointFlags & { readonly output: 'text' | 'json' }): Promise<void> {
  const ask = openEndpoint(flags);
  const registrations = await ofAdministration<Registration>(ask, REGISTRATIONS);
  if (!registrations) return printNameable(ask, flags);
  const problems = (await ofAdministration<Problem>(ask, PROBLEMS)) ?? [];
  if (flags.output === 'json') process.stdout.write(document('json', { registrations, problems }));
  else
    process.stdout.write(
      registrationsTable(registrations) + (problems.length > 0 ? `\n${problemsTable(problems)}` : ''),
    );
  if (problems.length > 0 || registrations.some(isAway)) process.exitCode = 1;
}

async function printNameable(ask: Ask, { output }: { readonly output: 'text' | 'json' }): Promise<void> {
  const clusters = await all(
    async after => needed(await ask<{ list: Page<NameableCluster> | null }>(CLUSTERS, { after })).list!,
  );
  if (output === 'json') process.stdout.write(document('json', { clusters }));
  else if (clusters.length > 0) process.stdout.write(nameableTable(clusters));
  const what =
    clusters.length > 0 ? 'These are the clusters that you may know.' : 'There is no cluster that you may know.';
  process.stderr.write(`You are not an administrator of this fleetgraph. ${what} ${ADMINISTRATORS}\n`);
  if (clusters.some(({ coverage }) => isAway(coverage))) process.exitCode = 1;
}

const isAway = ({ state }: { readonly state: string }) => ['CLOSED', 'UNREACHABLE'].includes(state);

/** Returns undefined if the caller is not an administrator. */
async function ofAdministration<T>(ask: Ask, query: string): Promise<T[] | undefined> {
  let isAdministrator = true;
  const list = await all<T>(async after => {
    const { data, errors } = await ask<{ administration: { list: Page<T> } | null }>(query, { after });
    if (errors.length > 0) throw new UsageError(errors.map(({ message }) => message).join('\n'));
    isAdministrator = Boolean(data?.administration);
    return data?.administration?.list ?? { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } };
  });
  return isAdministrator ? list : undefined;
}

async function all<T>(pageAfter: (after: string | null) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = [];
  let after: string | null = null;
  do {
    const page: Page<T> = await pageAfter(after);
    found.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return found;
}

function nameableTable(clusters: readonly NameableCluster[]): string {
  const rows = clusters.map(({ name, kubernetesVersion, objectCount, coverage: { state, cause, reason } }) => [
    ...[name, state, cause ?? '', String(objectCount), kubernetesVersion ?? '', reason ?? ''],
  ]);
  return table(['CLUSTER', 'STATE', 'CAUSE', 'OBJECTS', 'KUBERNETES', 'REASON'], rows);
}

function registrationsTable(registrations: readonly Registration[], now = Date.now()): string {
  const columns = [
    'CLUSTER',
    'STATE',
    'CAUSE',
    'ANSWERED',
    'CREDENTIALS',
    'SOURCE',
    'OBJECT',
    'SAME SERVER AS',
    'REASON',
  ];
  const rows = registrations.map(
    ({ name, state, cause, syncedAt, credentialsExpireAt, source, object, sameServerAs, reason }) => [
      ...[
        name,
        state,
        cause ?? '',
        syncedAt === null ? 'never' : `${age(now - Date.parse(syncedAt))} ago`,
        life(credentialsExpireAt, now),
      ],
      ...[source ?? '', object ?? '', sameServerAs.join(', '), reason ?? ''],
    ],
  );
  return table(columns, rows);
}

function problemsTable(problems: readonly Problem[]): string {
  const rows = problems.map(({ source, object, cluster, cause, reason }) => [
    source,
    object ?? '',
    cluster ?? '',
    cause,
    reason,
  ]);
  return table(['SOURCE', 'OBJECT', 'CLUSTER', 'PROBLEM', 'REASON'], rows);
}

function life(until: string | null, now: number): string {
  if (until === null) return '';
  const left = Date.parse(until) - now;
  return left > 0 ? `for ${age(left)}` : `ended ${age(-left)} ago`;
}
