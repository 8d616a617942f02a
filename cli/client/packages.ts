/** Packages for commands: parses their ids, reads them and their deployments, and formats their tables. */
import { decodePackageId, encodePackageId, packageAddress, packageDirectory } from '../../schema/package-id.ts';
import { UsageError } from '../usage-error.ts';
import type { Ask } from './endpoint.ts';
import { gapOf, needed, type Coverage } from './listing.ts';
import { age, table } from './output.ts';

export const PHASES = [
  'failed',
  'syncFailed',
  'unknown',
  'terminating',
  'outdated',
  'syncing',
  'reconciling',
  'ready',
] as const;
export type PhaseCounts = Readonly<Record<(typeof PHASES)[number] | 'total' | 'stale', number>>;

export interface ListedPackage {
  readonly id: string;
  readonly address: string;
  readonly directory: string;
  readonly publishedRevision: string | null;
  readonly intent: { readonly id: string } | null;
  readonly phaseCounts: PhaseCounts;
}

export interface ListedDeployment {
  readonly object: {
    readonly id: string;
    readonly cluster: { readonly name: string };
    readonly kind: string;
    readonly namespace: string | null;
    readonly name: string;
    readonly suspended: boolean;
  };
  readonly target: { readonly name: string } | null;
  readonly engine: string;
  readonly scope: string;
  readonly phase: string;
  readonly reason: string | null;
  readonly message: string | null;
  readonly revision: string | null;
  readonly expectedRevision: string | null;
  readonly detail: string;
  readonly objectCounts: { readonly total: number; readonly current: number } | null;
  readonly stale: boolean;
  readonly since: string | null;
  readonly mechanism: string;
}

export interface PackagePage<Item> {
  readonly items: readonly Item[];
  readonly totalCount: number;
  readonly complete: boolean;
  readonly phaseCounts: PhaseCounts;
}

const COUNTS = `phaseCounts { total stale ${PHASES.join(' ')} }`;

/** GraphQL fields of a ListedDeployment. */
export const DEPLOYMENT = `object { id cluster { name } kind namespace name suspended } target { name }
  engine scope phase reason message revision expectedRevision detail objectCounts { total current } stale since mechanism`;

const PACKAGES = `query Packages($filter: PackageFilter, $first: Int!, $after: String) {
  page: packages(filter: $filter, first: $first, after: $after) {
    totalCount hasNextPage endCursor complete ${COUNTS}
    nodes { id address directory publishedRevision intent { id } ${COUNTS} }
  }
}`;

const DEPLOYMENTS = `query PackageDeployments($filter: PackageFilter, $id: ID!, $first: Int!, $after: String) {
  package(id: $id) {
    page: deployments(filter: $filter, first: $first, after: $after) {
      totalCount hasNextPage endCursor complete ${COUNTS}
      nodes { ${DEPLOYMENT} }
    }
  }
}`;

const COVERAGE = `{ coverage { total rebuilding stale unreachable closed withheld { cause count } clusters(first: 500) { nodes { cluster { name } state cause reason } } } }`;

const PAGE = 500;

interface Page<Item> extends Omit<PackagePage<Item>, 'items'> {
  readonly nodes: readonly Item[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

export function packagesOf(ask: Ask, filter: object, limit: number): Promise<PackagePage<ListedPackage>> {
  return pages(limit, async (first, after) => {
    const { page } = needed(await ask<{ page: Page<ListedPackage> | null }>(PACKAGES, { filter, first, after }));
    return page!;
  });
}

/** Returns undefined if the caller sees neither a deployment nor an intent of the package. */
export async function deploymentsOf(
  ask: Ask,
  id: string,
  filter: object,
  limit: number,
): Promise<PackagePage<ListedDeployment> | undefined> {
  const read = async (first: number, after: string | null) => {
    const { data, errors } = await ask<{ package: { page: Page<ListedDeployment> } | null }>(DEPLOYMENTS, {
      id,
      filter,
      first,
      after,
    });
    if (errors.length > 0) needed({ data, errors });
    return data?.package?.page;
  };
  const page = await read(Math.min(PAGE, limit), null);
  if (!page) return undefined;
  return pages(limit, async (first, after) => (after === null ? page : ((await read(first, after)) ?? page)));
}

async function pages<Item>(
  limit: number,
  read: (first: number, after: string | null) => Promise<Page<Item>>,
): Promise<PackagePage<Item>> {
  const items: Item[] = [];
  for (let after: string | null = null; ;) {
    const { nodes, totalCount, complete, phaseCounts, hasNextPage, endCursor }: Page<Item> = await read(
      Math.min(PAGE, limit - items.length),
      after,
    );
    items.push(...nodes);
    if (!hasNextPage || items.length >= limit || nodes.length === 0)
      return { items, totalCount, complete, phaseCounts };
    after = endCursor;
  }
}

/** Lines about clusters that the index lacks, from gapOf(). Empty if nothing is missing. */
export async function gapsOf(ask: Ask): Promise<string[]> {
  return gapOf(needed(await ask<{ coverage: Coverage | null }>(COVERAGE)).coverage!);
}

const PACKAGE_COLUMNS = {
  table: ['ADDRESS', 'DIRECTORY', 'READY', 'PHASES', 'PUBLISHED'],
  wide: ['ADDRESS', 'DIRECTORY', 'READY', 'PHASES', 'PUBLISHED', 'STALE', 'INTENT'],
} as const;

export function packageTable(format: 'table' | 'wide', packages: readonly ListedPackage[]): string {
  return table(
    PACKAGE_COLUMNS[format],
    packages.map(({ address, directory, phaseCounts, publishedRevision, intent }) => {
      const { ready, total, stale } = phaseCounts;
      const cells = [address, directory || '/', `${ready}/${total}`, phasesOf(phaseCounts), publishedRevision ?? ''];
      return format === 'wide' ? [...cells, String(stale), intent?.id ?? ''] : cells;
    }),
  );
}

/** Deployments in each phase except READY, worst phase first: `1 FAILED, 2 OUTDATED`. `READY` if all are ready. */
export function phasesOf(counts: PhaseCounts): string {
  const words = PHASES.filter(phase => phase !== 'ready' && counts[phase] > 0).map(
    phase => `${counts[phase]} ${phaseOf(phase)}`,
  );
  return words.length === 0 && counts.total > 0 ? 'READY' : words.join(', ');
}

/** Converts a name such as `syncFailed` to `SYNC_FAILED`. */
function phaseOf(count: string): string {
  return count.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase();
}

const DEPLOYMENT_COLUMNS = {
  table: ['TARGET', 'NAMESPACE', 'KIND', 'NAME', 'PHASE', 'REASON', 'REVISION', 'SINCE'],
  wide: [
    ...['TARGET', 'NAMESPACE', 'KIND', 'NAME', 'PHASE', 'REASON', 'REVISION', 'SINCE'],
    ...['EXPECTED', 'SCOPE', 'DETAIL', 'OBJECTS', 'VIA', 'MESSAGE'],
  ],
} as const;

export function deploymentTable(
  format: 'table' | 'wide',
  deployments: readonly ListedDeployment[],
  now = Date.now(),
): string {
  return table(
    DEPLOYMENT_COLUMNS[format],
    deployments.map(deployment => {
      const {
        object,
        target,
        reason,
        message,
        revision,
        since,
        expectedRevision,
        scope,
        detail,
        objectCounts,
        mechanism,
      } = deployment;
      const cells = [
        ...[target?.name ?? '', object.namespace ?? '', object.kind, object.name, phaseWords(deployment), reason ?? ''],
        ...[revision ?? '', since === null ? '' : age(now - Date.parse(since))],
      ];
      if (format === 'table') return cells;
      const objects = objectCounts === null ? '' : `${objectCounts.current}/${objectCounts.total}`;
      return [...cells, expectedRevision ?? '', scope, detail, objects, mechanism, message ?? ''];
    }),
  );
}

/** The phase, with marks such as SUSPENDED. */
function phaseWords({ phase, stale, object }: ListedDeployment): string {
  return [phase, ...(object.suspended ? ['SUSPENDED'] : []), ...(stale ? ['STALE'] : [])].join();
}

/** Table of the blocks that keep a gate closed. */
export function blockTable(
  blocks: readonly { readonly cluster: string; readonly cause: string; readonly deployment: ListedDeployment | null }[],
): string {
  return table(
    ['CLUSTER', 'CAUSE', 'OBJECT', 'PHASE', 'REASON', 'REVISION', 'MESSAGE'],
    blocks.map(({ cluster, cause, deployment }) =>
      deployment === null
        ? [cluster, cause, '', '', '', '', '']
        : [
            ...[cluster, cause, deployment.object.id, phaseWords(deployment), deployment.reason ?? ''],
            ...[deployment.revision ?? '', deployment.message ?? ''],
          ],
    ),
  );
}

/** Text for a line of progress: the object that keeps a gate closed, with its state. */
export function whyNot(deployment: ListedDeployment | null): string {
  if (deployment === null) return '';
  const { object, phase, reason, message } = deployment;
  const name = [object.namespace, object.name].filter(Boolean).join('/');
  return `, ${object.kind} ${name} is ${phase}${reason === null ? '' : ` (${reason})`}${message === null ? '' : `: ${message}`}`;
}

/**
 * Converts words to the id of a package. Accepts the id, ADDRESS DIRECTORY, ADDRESS//DIRECTORY, or an address alone
 * for its root directory.
 * @throws UsageError
 */
export function packageIdOf(words: readonly string[]): string {
  const [first = '', second, ...more] = words;
  if (first.startsWith('//')) {
    if (second !== undefined)
      throw new UsageError(`${first} is the id of a package, and nothing may follow it. Leave out "${second}".`);
    return encodePackageId(packageOfId(first));
  }
  if (more.length > 0)
    throw new UsageError(`A package is one address and one directory, and these are ${words.length} words.`);
  const [written, below] = second === undefined ? split(first) : [first, second];
  const address = packageAddress(written);
  if (address === undefined)
    throw new UsageError(
      `"${written}" is no address of a repository or registry. Write https://HOST/PATH, git@HOST:PATH or oci://HOST/PATH, then the directory.`,
    );
  const directory = packageDirectory(below);
  if (directory === undefined) throw new UsageError(`"${below}" is no directory of a package: it may not hold "..".`);
  return encodePackageId({ address, directory });
}

function packageOfId(id: string): ReturnType<typeof decodePackageId> {
  try {
    return decodePackageId(id);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Splits `https://host/repo//apps/web`, the syntax of kustomize and go-getter, into address and directory. */
function split(word: string): [address: string, directory: string] {
  const scheme = word.indexOf('://');
  const at = word.indexOf('//', scheme < 0 ? 0 : scheme + 3);
  return at < 0 ? [word, ''] : [word.slice(0, at), word.slice(at + 2)];
}
