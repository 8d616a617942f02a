/**
 * `fleetgraph get`: objects of the whole fleet from a running fleetgraph, as kubectl prints those of one cluster. Objects go to standard
 * output, and what the list does not speak for to standard error.
 */
import { Command, Option } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { nearest } from '../../config/nearest.ts';
import { kindValue } from '../../readmodel/query.ts';
import { openEndpoint, withEndpoint, type Ask, type EndpointFlags } from '../endpoint.ts';
import { filterOf, gapOf, list, MAX_PRINTED, needed, printedColumns } from '../listing.ts';
import type { KindsAndNames, ListedObject, Listing, PrintedColumns } from '../listing.ts';
import { ambiguous, fieldSelector, KINDS, kindsOf, wantedOf, type KnownKind, type Wanted } from '../object-words.ts';
import { age, document, table } from '../output.ts';
import { printable } from '../printable.ts';
import { UsageError, wholeNumber } from '../usage-error.ts';

const FORMATS = ['table', 'wide', 'json', 'yaml', 'name'] as const;
type Format = (typeof FORMATS)[number];

interface GetFlags extends EndpointFlags {
  readonly failed: boolean;
  readonly cluster: readonly string[];
  readonly namespace: readonly string[];
  readonly allNamespaces: boolean;
  readonly selector?: string;
  readonly fieldSelector?: string;
  readonly text?: string;
  readonly watch: boolean;
  readonly limit: string;
  readonly output: Format;
}

/** How often --watch asks. */
const WATCH_MS = 5_000;

/** kubectl takes -n=team-a and -o=wide, too. */
const afterEquals = (value: string) => value.replace(/^=/, '');
const commas = (value: string, before: readonly string[]) => [...before, ...afterEquals(value).split(',').filter(Boolean)];

export function getCommand(): Command {
  const command = new Command('get')
    .description('List objects of the whole fleet, by a running fleetgraph')
    .argument(
      '[words...]',
      'TYPE, TYPE NAME…, TYPE1,TYPE2 or TYPE/NAME…, with types as kubectl knows them: po, pods, deployments.apps; all kinds without it',
    )
    .option('--failed', 'only what has failed', false)
    .option('--cluster <names>', 'only in these clusters; commas, or repeated', commas, [])
    .option('-n, --namespace <names>', 'only in these namespaces; commas, or repeated', commas, [])
    .option('-A, --all-namespaces', 'in all namespaces, as without --namespace', false)
    .option('-l, --selector <selector>', 'only with these labels: app=web,tier in (front,back),!legacy', afterEquals)
    .option('--field-selector <selector>', 'only with this metadata.name or metadata.namespace: metadata.name!=web')
    .option('--text <text>', 'only with these words, wherever they stand in the row')
    .option('-w, --watch', `then print what changes, asking every ${WATCH_MS / 1_000} seconds`, false)
    .option('--limit <n>', 'at most this many objects', '10000')
    .addOption(new Option('-o, --output <format>', 'what to print').choices(FORMATS).default('table').argParser(format))
    .action(get);
  return withEndpoint(command);
}

/** @throws UsageError */
function format(given: string): Format {
  const value = afterEquals(given);
  const known = FORMATS.find(name => name === value);
  if (known) return known;
  throw new UsageError(
    `-o ${value} is not supported; there are ${FORMATS.join(', ')}. For parts of objects, read -o json with jq: fleetgraph get pods -o json | jq '.items[].name'`,
  );
}

/** As the query box of the Explorer has them, each with the flag that asks for it here. */
const CONDITIONS: Readonly<Record<string, string>> = {
  ...{ status: '--failed', kind: 'the first argument', cluster: '--cluster', namespace: '--namespace', name: 'the second argument' },
  label: '--selector',
};

/** As text it would find nothing, which looks as if all were well. @throws UsageError for what is written as a condition */
function judgeText(text: string): void {
  for (const word of text.split(/\s+/)) {
    const [, name = '', value = ''] = /^[!-]?([A-Za-z]+):(.*)$/.exec(word) ?? [];
    const field = Object.hasOwn(CONDITIONS, name) ? name : name.length < 6 ? undefined : nearest(name, Object.keys(CONDITIONS));
    if (field === undefined || value.startsWith('//')) continue;
    throw new UsageError(`--text looks for words, and "${word}" is a condition on the ${field}. For it use ${CONDITIONS[field]}.`);
  }
}

/** Exit code 1: an object that was named is not there. */
async function get(words: readonly string[], flags: GetFlags): Promise<void> {
  const limit = wholeNumber('--limit', flags.limit, { min: 1, max: 1_000_000 });
  const wanted = wantedOf(words);
  const fields = fieldSelector(flags.fieldSelector ?? '');
  judgeText(flags.text ?? '');
  const ask = openEndpoint(flags);
  const known = wanted.length === 0 ? [] : needed(await ask<{ kinds: KnownKind[] }>(KINDS)).kinds;
  const named = wanted.map(({ types, names }) => ({ kinds: kindsOf(types, known), names }));
  const { cluster: clusters, selector: labelSelector, text, failed } = flags;
  const namespaces = flags.allNamespaces ? [] : flags.namespace;
  const filter = filterOf({ wanted: named, fields, clusters, namespaces, labelSelector, text, failed });
  for (const line of ambiguous(
    wanted.flatMap(({ types }) => types),
    known,
  ))
    process.stderr.write(`${printable(line)}\n`);
  const listing = await list(ask, filter, limit);
  const printed = await columnsFor(ask, flags, listing);
  process.stdout.write(flags.watch ? inWatch(flags.output, listing.items) : whole(flags.output, listing, printed));
  let said = say(listing, flags, '');
  const missing = notFound(wanted, named, listing);
  for (const line of tellMissing(missing, known)) process.stderr.write(`${printable(line)}\n`);
  if (!flags.watch) {
    if (missing.length > 0) process.exitCode = 1;
    return;
  }
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

/** Of one kind, with -o wide: kubectl prints a table for each kind, and this is one table. */
async function columnsFor(ask: Ask, { output, watch }: GetFlags, { items }: Listing): Promise<PrintedColumns | undefined> {
  const kinds = new Set(items.map(kindValue));
  if (output !== 'wide' || watch || kinds.size !== 1) return undefined;
  if (items.length <= MAX_PRINTED) return printedColumns(ask, items);
  process.stderr.write(
    `The columns of the clusters themselves are left out: they are read for at most ${MAX_PRINTED} objects. Narrow the list.\n`,
  );
  return undefined;
}

/** The objects that were named and are nowhere in a list, as TYPE/NAME; none where the list is cut. */
export function notFound(
  wanted: readonly Wanted[],
  named: readonly KindsAndNames[],
  { items, totalCount }: Pick<Listing, 'items' | 'totalCount'>,
): string[] {
  if (items.length < totalCount) return [];
  const there = new Set(items.flatMap(({ group, kind, name }) => [`${kindValue({ group, kind })} ${name}`]));
  return wanted.flatMap(({ types, names }, i) =>
    names.filter(name => !named[i]!.kinds.some(kind => there.has(`${kind} ${name}`))).map(name => `${types.join(',')}/${name}`),
  );
}

/** A line, and another one where a name is that of a kind. */
export function tellMissing(missing: readonly string[], known: readonly KnownKind[]): string[] {
  if (missing.length === 0) return [];
  const kinds = new Set(known.flatMap(({ name, plural, shortNames }) => [name.toLowerCase(), plural, ...shortNames]));
  const asKinds = missing.find(word => kinds.has(word.slice(word.indexOf('/') + 1).toLowerCase()));
  return [
    `Not found: ${missing.join(', ')}.`,
    ...(asKinds === undefined
      ? []
      : [`Words behind the first are names of objects. For several kinds use commas: ${asKinds.replace('/', ',')}.`]),
  ];
}

/** All of a list, as one text. */
export function whole(
  format: Format,
  { items, totalCount, coverage }: Listing,
  { headers, byId }: PrintedColumns = NOT_PRINTED,
  now = Date.now(),
): string {
  if (format === 'json' || format === 'yaml') return document(format, { items, totalCount, coverage });
  if (format === 'name') return items.map(({ id }) => `${id}\n`).join('');
  return items.length === 0
    ? ''
    : table(
        withPrinted(COLUMNS[format], headers),
        items.map(item =>
          withPrinted(
            cells(format, item, now),
            headers.map(header => byId.get(item.id)?.[header] ?? ''),
          ),
        ),
      );
}

/** Messages stay last: they are long. */
function withPrinted(cells: readonly string[], printed: readonly string[]): readonly string[] {
  return [...cells.slice(0, COLUMNS.table.length), ...printed, ...cells.slice(COLUMNS.table.length)];
}

const NOT_PRINTED: PrintedColumns = { headers: [], byId: new Map() };

/** A list of which changes follow: programs get a document for each object. */
export function inWatch(format: Format, items: readonly ListedObject[], now = Date.now()): string {
  if (format === 'json') return items.map(item => document(format, item)).join('');
  if (format === 'yaml') return items.map(item => `---\n${document(format, item)}`).join('');
  return whole(format, { items, totalCount: items.length, coverage: NO_COVERAGE }, NOT_PRINTED, now);
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
