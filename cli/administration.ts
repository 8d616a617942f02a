/** What a running fleetgraph tells its administrators of registrations, as a table or as JSON. */
import { openEndpoint, type Ask, type EndpointFlags } from './endpoint.ts';
import { age, document, table } from './output.ts';
import { UsageError } from './usage-error.ts';

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

const PAGE = 'pageInfo { hasNextPage endCursor }';
const REGISTRATIONS = `query Registrations($after: String) { administration { list: registrations(first: 500, after: $after) {
  nodes { name state cause reason syncedAt grantsSyncedAt credentialsExpireAt source object sameServerAs } ${PAGE} } } }`;
const PROBLEMS = `query RegistrationProblems($after: String) { administration { list: problems(first: 500, after: $after) {
  nodes { source object cluster cause reason } ${PAGE} } } }`;

/** Exit code 1: a cluster is closed or unreachable, or there is a problem. @throws UsageError where the asker is no administrator */
export async function printAdministration(flags: EndpointFlags & { readonly output: 'text' | 'json' }): Promise<void> {
  const ask = openEndpoint(flags);
  const registrations = await all<Registration>(ask, REGISTRATIONS);
  const problems = await all<Problem>(ask, PROBLEMS);
  if (flags.output === 'json') process.stdout.write(document('json', { registrations, problems }));
  else process.stdout.write(registrationsTable(registrations) + (problems.length > 0 ? `\n${problemsTable(problems)}` : ''));
  if (problems.length > 0 || registrations.some(({ state }) => ['CLOSED', 'UNREACHABLE'].includes(state))) process.exitCode = 1;
}

async function all<T>(ask: Ask, query: string): Promise<T[]> {
  const found: T[] = [];
  let after: string | null = null;
  do {
    const page: Page<T> = await onePage(ask, query, after);
    found.push(...page.nodes);
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after !== null);
  return found;
}

async function onePage<T>(ask: Ask, query: string, after: string | null): Promise<Page<T>> {
  const { data, errors } = await ask<{ administration: { list: Page<T> } | null }>(query, { after });
  if (errors.length > 0) throw new UsageError(errors.map(({ message }) => message).join('\n'));
  if (data?.administration) return data.administration.list;
  throw new UsageError(
    'You are no administrator there. Whoever may list registrations.fleetgraph.dev on the cluster of administrators.cluster is one, ' +
      'and who started serve on their own kubeconfig.',
  );
}

function registrationsTable(registrations: readonly Registration[], now = Date.now()): string {
  const columns = ['CLUSTER', 'STATE', 'CAUSE', 'ANSWERED', 'CREDENTIALS', 'SOURCE', 'OBJECT', 'SAME SERVER AS', 'REASON'];
  const rows = registrations.map(({ name, state, cause, syncedAt, credentialsExpireAt, source, object, sameServerAs, reason }) => [
    ...[name, state, cause ?? '', syncedAt === null ? 'never' : `${age(now - Date.parse(syncedAt))} ago`, life(credentialsExpireAt, now)],
    ...[source ?? '', object ?? '', sameServerAs.join(', '), reason ?? ''],
  ]);
  return table(columns, rows);
}

function problemsTable(problems: readonly Problem[]): string {
  const rows = problems.map(({ source, object, cluster, cause, reason }) => [source, object ?? '', cluster ?? '', cause, reason]);
  return table(['SOURCE', 'OBJECT', 'CLUSTER', 'PROBLEM', 'REASON'], rows);
}

function life(until: string | null, now: number): string {
  if (until === null) return '';
  const left = Date.parse(until) - now;
  return left > 0 ? `for ${age(left)}` : `ended ${age(-left)} ago`;
}
