/**
 * `fleetgraph get`: objects of the whole fleet from a running fleetgraph, as kubectl prints those of one cluster. Objects go to standard
 * output, and what the list does not speak for to standard error.
 */
import { Command, Option } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { openEndpoint, withEndpoint, type EndpointFlags } from '../endpoint.ts';
import { filterOf, gapOf, KINDS, kindsOf, list, needed, type KnownKind, type ListedObject, type Listing } from '../listing.ts';
import { age, document, table } from '../output.ts';
import { printable } from '../printable.ts';
import { wholeNumber } from '../usage-error.ts';

const FORMATS = ['table', 'wide', 'json', 'yaml', 'name'] as const;
type Format = (typeof FORMATS)[number];

interface GetFlags extends EndpointFlags {
  readonly failed: boolean;
  readonly cluster: readonly string[];
  readonly namespace: readonly string[];
  readonly selector?: string;
  readonly text?: string;
  readonly watch: boolean;
  readonly limit: string;
  readonly output: Format;
}

/** How often --watch asks. */
const WATCH_MS = 5_000;

const commas = (value: string, before: readonly string[]) => [...before, ...value.split(',').filter(Boolean)];

export function getCommand(): Command {
  const command = new Command('get')
    .description('List objects of the whole fleet, by a running fleetgraph')
    .argument('[kinds...]', 'pods, Deployment, kustomizations.kustomize.toolkit.fluxcd.io …; all kinds without it')
    .option('--failed', 'only what has failed', false)
    .option('--cluster <names>', 'only in these clusters; commas, or repeated', commas, [])
    .option('-n, --namespace <names>', 'only in these namespaces; commas, or repeated', commas, [])
    .option('-l, --selector <selector>', 'only with these labels: app=web,tier in (front,back),!legacy')
    .option('--text <text>', 'only with these words, wherever they stand in the row')
    .option('-w, --watch', `then print what changes, asking every ${WATCH_MS / 1_000} seconds`, false)
    .option('--limit <n>', 'at most this many objects', '10000')
    .addOption(new Option('-o, --output <format>', 'what to print').choices(FORMATS).default('table'))
    .action(get);
  return withEndpoint(command);
}

async function get(words: readonly string[], flags: GetFlags): Promise<void> {
  const limit = wholeNumber('--limit', flags.limit, { min: 1, max: 1_000_000 });
  const ask = openEndpoint(flags);
  const kinds = words.length === 0 ? [] : kindsOf(commas(words.join(','), []), needed(await ask<{ kinds: KnownKind[] }>(KINDS)).kinds);
  const { cluster: clusters, namespace: namespaces, selector: labelSelector, text, failed } = flags;
  const filter = filterOf({ kinds, clusters, namespaces, labelSelector, text, failed });
  const listing = await list(ask, filter, limit);
  process.stdout.write(flags.watch ? inWatch(flags.output, listing.items) : whole(flags.output, listing));
  let said = say(listing, flags, '');
  if (!flags.watch) return;
  for (let before = listing; ;) {
    await delay(WATCH_MS);
    const now = await list(ask, filter, limit);
    process.stdout.write(changes(flags.output, before.items, now.items));
    said = say(now, flags, said);
    before = now;
  }
}

/** Tells what is missing, unless it was said just now. */
function say(listing: Listing, { cluster }: GetFlags, before: string): string {
  const { items, totalCount, coverage } = listing;
  const lines = gapOf(coverage);
  const unknown = new Set(cluster).size - coverage.total;
  if (cluster.length > 0 && unknown > 0)
    lines.unshift(`${unknown} of the clusters of --cluster ${unknown === 1 ? 'is' : 'are'} not known to you.`);
  if (items.length < totalCount)
    lines.unshift(`These are ${items.length} of ${totalCount} objects (--limit). Narrow the list, or raise the limit.`);
  if (items.length === 0) lines.unshift('No objects found.');
  const text = lines.map(line => `${printable(line)}\n`).join('');
  if (text !== before) process.stderr.write(text);
  return text;
}

/** All of a list, as one text. */
export function whole(format: Format, { items, totalCount, coverage }: Listing, now = Date.now()): string {
  if (format === 'json' || format === 'yaml') return document(format, { items, totalCount, coverage });
  if (format === 'name') return items.map(({ id }) => `${id}\n`).join('');
  return items.length === 0
    ? ''
    : table(
        COLUMNS[format],
        items.map(item => cells(format, item, now)),
      );
}

/** A list of which changes follow: programs get a document for each object. */
export function inWatch(format: Format, items: readonly ListedObject[], now = Date.now()): string {
  if (format === 'json') return items.map(item => document(format, item)).join('');
  if (format === 'yaml') return items.map(item => `---\n${document(format, item)}`).join('');
  return whole(format, { items, totalCount: items.length, coverage: NO_COVERAGE }, now);
}

const NO_COVERAGE = { total: 0, rebuilding: 0, stale: 0, unreachable: 0, closed: 0, withheld: [], clusters: null };

/** What came, changed or went, with the status GONE, which no object has of itself. */
export function changes(format: Format, before: readonly ListedObject[], after: readonly ListedObject[], now = Date.now()): string {
  const old = new Map(before.map(item => [item.id, JSON.stringify(item)]));
  const ids = new Set(after.map(({ id }) => id));
  const changed = [
    ...after.filter(item => old.get(item.id) !== JSON.stringify(item)),
    ...before.filter(({ id }) => !ids.has(id)).map(item => ({ ...item, status: 'GONE', suspended: false })),
  ];
  if (changed.length === 0 || format === 'json' || format === 'yaml' || format === 'name') return inWatch(format, changed, now);
  return table(
    changed.map(item => cells(format, item, now))[0]!,
    changed.slice(1).map(item => cells(format, item, now)),
  );
}

const COLUMNS = {
  table: ['CLUSTER', 'NAMESPACE', 'KIND', 'NAME', 'STATUS', 'REASON', 'AGE'],
  wide: ['CLUSTER', 'NAMESPACE', 'KIND', 'NAME', 'STATUS', 'REASON', 'AGE', 'CHANGED', 'REVISION', 'MESSAGE'],
} as const;

function cells(format: keyof typeof COLUMNS, item: ListedObject, now: number): string[] {
  const since = (time: string | null) => (time === null ? '' : age(now - Date.parse(time)));
  const { cluster, namespace, kind, name, status, suspended, reason, message, revision, createdAt, transitionedAt } = item;
  const row = [cluster.name, namespace ?? '', kind, name, suspended ? `${status},SUSPENDED` : status, reason ?? '', since(createdAt)];
  return format === 'wide' ? [...row, since(transitionedAt), revision ?? '', message ?? ''] : row;
}
