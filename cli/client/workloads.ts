/**
 * Lists placed workloads for `fleetgraph get workloads`. Also sends the mutations of `move` and `drain` to a running
 * fleetgraph.
 */
import type { Ask } from './endpoint.ts';
import { lengthLines, needed, unknownClusters, unknownLines } from './listing.ts';
import { document, table } from './output.ts';
import { gapsOf } from './packages.ts';
import { UsageError } from '../usage-error.ts';

export interface ListedWorkload {
  readonly bindingId: string;
  readonly engine: string;
  readonly template: { readonly id: string } | null;
  readonly policies: readonly { readonly id: string; readonly move: MoveOfPolicy | null }[];
  readonly phase: string;
  readonly reason: string;
  readonly message: string | null;
  readonly wantedMembers: number | null;
  readonly status: {
    readonly status: string | null;
    readonly replicas: number | null;
    readonly readyReplicas: number | null;
    readonly stale: boolean;
  };
  readonly assignments: {
    readonly totalCount: number;
    readonly nodes: readonly { readonly member: string; readonly state: string }[];
  };
}

export interface MoveOfPolicy {
  readonly phase: string;
  readonly reason: string | null;
  readonly member: string | null;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly drain: boolean;
  readonly overdue: boolean;
}

export interface WorkloadListing {
  readonly items: readonly ListedWorkload[];
  readonly totalCount: number;
  readonly complete: boolean;
  readonly phaseCounts: readonly { readonly phase: string; readonly count: number }[];
}

/** GraphQL fields of MoveOfPolicy. */
export const MOVE = 'move { phase reason member from to drain overdue }';
const PAGE = 100;
const MEMBERS = 100;
const LIST = `query Workloads($filter: PlacementFilter, $first: Int!, $after: String, $counts: Boolean!) {
  placedWorkloads(filter: $filter, first: $first, after: $after) {
    totalCount
    complete
    phaseCounts @include(if: $counts) { phase count }
    pageInfo { hasNextPage endCursor }
    nodes {
      bindingId engine template { id } policies { id ${MOVE} } phase reason message wantedMembers
      status { status replicas readyReplicas stale }
      assignments(first: ${MEMBERS}) { totalCount nodes { member state } }
    }
  }
}`;

interface Page extends Omit<WorkloadListing, 'items' | 'phaseCounts'> {
  /** Only on the first page. */
  readonly phaseCounts?: WorkloadListing['phaseCounts'];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly ListedWorkload[];
}

export async function listWorkloads(ask: Ask, filter: object, limit: number): Promise<WorkloadListing> {
  const items: ListedWorkload[] = [];
  let phaseCounts: WorkloadListing['phaseCounts'] = [];
  let areComplete = true;
  for (let after: string | null = null; ;) {
    const first = Math.min(PAGE, limit - items.length);
    const variables: object = { filter, first, after, counts: after === null };
    const page: Page = needed(await ask<{ placedWorkloads: Page | null }>(LIST, variables)).placedWorkloads!;
    const { nodes, pageInfo, totalCount } = page;
    items.push(...nodes);
    phaseCounts = page.phaseCounts ?? phaseCounts;
    areComplete &&= page.complete;
    if (!pageInfo.hasNextPage || items.length >= limit || nodes.length === 0)
      return { items, totalCount, complete: areComplete, phaseCounts };
    after = pageInfo.endCursor;
  }
}

/**
 * Lines that say that the list is empty, cut by the limit, or incomplete, and why. Empty if nothing is missing.
 * @param hubs Names of hubs from the command line
 */
export async function missingFrom(
  ask: Ask,
  listing: Omit<WorkloadListing, 'phaseCounts'>,
  hubs: readonly string[],
): Promise<string[]> {
  const why = listing.complete ? [] : await whyIncomplete(ask, [...new Set(hubs)]);
  return [...lengthLines('workloads', listing), ...why];
}

async function whyIncomplete(ask: Ask, hubs: readonly string[]): Promise<string[]> {
  const unknown = hubs.length > 0 ? await unknownClusters(ask, hubs) : [];
  return [
    ...unknownLines(unknown),
    ...(hubs.length > 0 && unknown.length === hubs.length
      ? []
      : ['There may be more: a hub (placement.hubs) is not completely read.', ...(await gapsOf(ask))]),
  ];
}

export type WorkloadFormat = 'table' | 'wide' | 'json' | 'yaml' | 'name';

const COLUMNS = {
  table: ['HUB', 'NAMESPACE', 'KIND', 'NAME', 'PHASE', 'REASON', 'READY', 'MEMBERS'],
  wide: [
    'HUB',
    'NAMESPACE',
    'KIND',
    'NAME',
    'PHASE',
    'REASON',
    'READY',
    'MEMBERS',
    'WANTED',
    'ENGINE',
    'MOVE',
    'POLICIES',
    'MESSAGE',
  ],
} as const;

export function printedWorkloads(format: WorkloadFormat, listing: WorkloadListing, headers = true): string {
  const { items } = listing;
  if (format === 'json' || format === 'yaml') return document(format, listing);
  if (format === 'name') return items.map(({ bindingId }) => `${bindingId}\n`).join('');
  if (items.length === 0) return '';
  const text = table(
    COLUMNS[format],
    items.map(item => cellsOf(format, item)),
  );
  return headers ? text : text.slice(text.indexOf('\n') + 1);
}

function cellsOf(format: 'table' | 'wide', item: ListedWorkload): string[] {
  const { bindingId, engine, template, policies, phase, reason, message, wantedMembers, status, assignments } = item;
  const { cluster, kind, namespace, name } = partsOf(template?.id ?? bindingId);
  const ready = status.replicas === null ? '' : `${status.readyReplicas ?? 0}/${status.replicas}`;
  const members = assignments.nodes.map(({ member, state }) =>
    state === 'ASSIGNED' ? member : `${member} (${state.toLowerCase()})`,
  );
  const more = assignments.totalCount - assignments.nodes.length;
  const cells = [
    ...[cluster, namespace, kind, name, status.stale ? `${phase},STALE` : phase, reason, ready],
    [...members, ...(more > 0 ? [`and ${more} more`] : [])].join(','),
  ];
  if (format === 'table') return cells;
  const moves = policies.flatMap(({ move }) => (move ? [moveWords(move)] : []));
  const wanted = wantedMembers === null ? '' : String(wantedMembers);
  return [...cells, wanted, engine, moves.join('; '), policies.map(({ id }) => id).join(','), message ?? ''];
}

/** Formats the state of a move for people: `EXTENDED: NOT_CURRENT (b)`. */
export function moveWords({ phase, reason, member, overdue }: MoveOfPolicy): string {
  const why = reason === null ? '' : `: ${reason}${member === null ? '' : ` (${member})`}`;
  return `${phase}${why}${overdue ? ', overdue' : ''}`;
}

function partsOf(id: string) {
  const [cluster = '', group = '', kind = '', namespace = '', name = ''] = id.split('/').map(decodeURIComponent);
  return { cluster, group, kind, namespace, name };
}

export interface ActedOn {
  readonly id: string;
  readonly outcome: string;
  readonly message: string | null;
  readonly reason: string | null;
  readonly warnings: readonly string[];
}

const RESULTS = 'results { id outcome message reason warnings }';

/** @throws UsageError if fleetgraph refuses the whole mutation */
export async function act(ask: Ask, name: 'move' | 'drain', input: object): Promise<readonly ActedOn[]> {
  const type = name === 'move' ? 'MoveInput' : 'DrainInput';
  const query = `mutation Act($input: ${type}!) { ${name}(input: $input) { ${RESULTS} } }`;
  return needed(await ask<Record<string, { results: readonly ActedOn[] } | null>>(query, { input }))[name]!.results;
}

const DONE: ReadonlySet<string> = new Set(['DONE', 'WOULD_DO', 'UNCHANGED']);

export function isDone({ outcome }: Pick<ActedOn, 'outcome'>): boolean {
  return DONE.has(outcome);
}

/**
 * Formats the result for each object, with its message. DONE means that the annotation is written. The mover carries
 * the move out later.
 */
export function actedLines(results: readonly ActedOn[]): string[] {
  return results.flatMap(({ id, outcome, message, reason, warnings }) => [
    `${id}: ${outcome === 'DONE' ? 'asked for' : outcome}${message === null ? '' : `. ${message}`}${reason === null ? '' : ` ${reason}`}`,
    ...warningLines([{ id, warnings }]),
  ]);
}

export function warningLines(results: readonly Pick<ActedOn, 'id' | 'warnings'>[]): string[] {
  return results.flatMap(({ id, warnings }) => warnings.map(warning => `${id}: warning: ${warning}`));
}

const POLICIES_OF = `query PoliciesOf($id: ID!) { object(id: $id) { placementPolicy { id } placed { policies { id } } } }`;

/**
 * Returns the id of a policy. `id` is the id of the policy, or of an object that the policy places.
 * @throws UsageError
 */
export async function policyOf(ask: Ask, id: string): Promise<string> {
  interface Found {
    readonly placementPolicy: { readonly id: string } | null;
    readonly placed: { readonly policies: readonly { readonly id: string }[] } | null;
  }
  const object = await objectOf<Found>(ask, POLICIES_OF, id);
  if (!object)
    throw new UsageError(
      `Not found: ${id}. Print ids with fleetgraph get workloads -o name, or get placements -o name.`,
    );
  if (object.placementPolicy) return object.placementPolicy.id;
  const policies = object.placed?.policies.map(policy => policy.id) ?? [];
  if (policies.length === 1) return policies[0]!;
  if (policies.length > 1) throw new UsageError(`Several policies place it. Name one of them: ${policies.join(', ')}`);
  throw new UsageError(`${id} is no policy of a hub, and no policy that you may see places it (placement.hubs).`);
}

/**
 * Returns null if the object does not exist or the caller may not see it.
 * @throws UsageError
 */
export async function objectOf<T>(ask: Ask, query: string, id: string): Promise<T | null> {
  const answer = await ask<{ object: T | null }>(query, { id });
  if (answer.errors.length > 0 || !answer.data) needed(answer);
  return answer.data?.object ?? null;
}

const MEMBERS_CALLED = `query Members($filter: ObjectFilter) {
  objects(filter: $filter, first: 50) { nodes { id placementMember { id } } }
  coverage { total indexed }
}`;
const MEMBER_KINDS = ['ManagedCluster.cluster.open-cluster-management.io', 'Cluster.cluster.karmada.io'];

/**
 * Returns the id of the member that has this id or name.
 * @throws UsageError
 */
export async function memberOf(ask: Ask, word: string, hub: string | undefined): Promise<string> {
  if (word.includes('/')) return word;
  interface Found {
    readonly nodes: readonly { readonly id: string; readonly placementMember: { readonly id: string } | null }[];
  }
  const filter = { kinds: MEMBER_KINDS, names: [word], ...(hub !== undefined && { clusters: [hub] }) };
  interface Answer {
    readonly objects: Found | null;
    readonly coverage: { readonly total: number; readonly indexed: number } | null;
  }
  const { objects, coverage } = needed(await ask<Answer>(MEMBERS_CALLED, { filter }));
  const found = objects!.nodes.filter(({ placementMember }) => placementMember).map(({ id }) => id);
  if (found.length === 1) return found[0]!;
  if (found.length > 1)
    throw new UsageError(
      `Several hubs have a member "${word}". Name one with --hub, or by its id: ${found.join(', ')}`,
    );
  const isPartial = coverage !== null && coverage.indexed < coverage.total;
  throw new UsageError(
    `No hub has a member "${word}" that you may see. ${isPartial ? `Only ${coverage.indexed} of ${coverage.total} clusters are indexed now, so it may be there later. ` : ''}Print them with fleetgraph get managedclusters,clusters.cluster.karmada.io`,
  );
}
