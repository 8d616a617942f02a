/**
 * `fleetgraph get`: lists objects of the whole fleet from a running fleetgraph, and prints them like kubectl prints
 * the objects of one cluster. Objects go to standard output, gaps in coverage to standard error.
 */
import { Command, Option } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { nearest } from '../../schema/nearest.ts';
import { kindValue } from '../../readmodel/query.ts';
import { openEndpoint, withEndpoint, type Ask, type EndpointFlags } from '../client/endpoint.ts';
import {
  filterOf,
  gapOf,
  list,
  manifestsOf,
  MAX_MANIFESTS,
  MAX_PRINTED,
  lengthLines,
  needed,
  printedColumns,
  unknownClusters,
  unknownLines,
} from '../client/listing.ts';
import type { KindsAndNames, ListedObject, Listing, PrintedColumns } from '../client/listing.ts';
import {
  ambiguous,
  fieldSelector,
  KINDS,
  kindsOf,
  refusePatterns,
  wantedOf,
  type KnownKind,
  type Wanted,
} from '../client/object-words.ts';
import { age, document, table } from '../client/output.ts';
import {
  deploymentsOf,
  deploymentTable,
  gapsOf,
  packageIdOf,
  packagesOf,
  packageTable,
  type ListedDeployment,
  type ListedPackage,
  type PackagePage,
} from '../client/packages.ts';
import { gapsOfPolicies, listPolicies, printedPolicies } from '../client/policies.ts';
import { listWorkloads, missingFrom, printedWorkloads } from '../client/workloads.ts';
import { printable, printableLines } from '../printable.ts';
import { UsageError, wholeNumber } from '../usage-error.ts';

const FORMATS = ['table', 'wide', 'json', 'yaml', 'name', 'manifest'] as const;
/** Formats that show rows of the index. `manifest` shows objects of the clusters instead. */
type Format = Exclude<(typeof FORMATS)[number], 'manifest'>;

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
  readonly output: (typeof FORMATS)[number];
  readonly showLabels: boolean;
  /** False with --no-headers. */
  readonly headers: boolean;
}

/** Milliseconds between two lists of --watch. */
const WATCH_MS = 5_000;
/** Maximum number of objects without readable columns that messages name. The other objects are counted. */
const MAX_UNREAD = 3;

/** Removes the `=` of -n=team-a and -o=wide, which kubectl also accepts. */
const afterEquals = (value: string) => value.replace(/^=/, '');
const commas = (value: string, before: readonly string[]) => [
  ...before,
  ...afterEquals(value).split(',').filter(Boolean),
];

export function getCommand(): Command {
  const command = new Command('get')
    .description('List objects of the whole fleet, by a running fleetgraph')
    .argument(
      '[words...]',
      'TYPE, TYPE NAME…, TYPE1,TYPE2 or TYPE/NAME…, with types as kubectl knows them: po, pods, deployments.apps; all kinds without it; packages, or packages ADDRESS//DIRECTORY for its deployments; policies: those of Gateways and routes, with their state; workloads: those that hubs place on member clusters',
    )
    .option('--failed', 'only failed objects', false)
    .option('--cluster <names>', 'only in these clusters; commas, or repeated', commas, [])
    .option('-n, --namespace <names>', 'only in these namespaces; commas, or repeated', commas, [])
    .option('-A, --all-namespaces', 'in all namespaces, as without --namespace', false)
    .option('-l, --selector <selector>', 'only with these labels: app=web,tier in (front,back),!legacy', afterEquals)
    .option('--field-selector <selector>', 'only with this metadata.name or metadata.namespace: metadata.name!=web')
    .option('--text <text>', 'only objects with these words in any column')
    .option('-w, --watch', `after the list, print changes; checks every ${WATCH_MS / 1_000} seconds`, false)
    .option('--limit <n>', 'at most this many objects', '10000')
    .option('--show-labels', 'with a column of the labels, in tables', false)
    .option('--no-headers', 'without the line of column names, in tables')
    .addOption(
      new Option(
        '-o, --output <format>',
        'what to print: rows of the index, or the live manifests of at most 50 objects as YAML',
      )
        .choices(FORMATS)
        .default('table')
        .argParser(format),
    )
    .action(get);
  for (const [flags, message] of Object.entries(FLAGS_OF_KUBECTL)) command.addOption(refusing(flags, message));
  return withEndpoint(command);
}

/** Some flags of kubectl that `get` lacks, each with a message that names an alternative. */
const FLAGS_OF_KUBECTL: Readonly<Record<string, string>> = {
  '--sort-by <field>':
    "--sort-by is not supported: lists are sorted by cluster, namespace, kind and name. Sort -o json with jq: fleetgraph get pods -o json | jq '.items | sort_by(.createdAt)'",
  '--context <name>':
    '--context is not supported: fleetgraph queries all its clusters. Select some with --cluster; fleetgraph clusters --server URL prints their names.',
  '--kubeconfig <file>':
    '--kubeconfig is not supported: objects come from a running fleetgraph. Set its URL with --server, and select clusters with --cluster.',
};

function refusing(flags: string, message: string): Option {
  return new Option(flags).hideHelp().argParser(() => {
    throw new UsageError(message);
  });
}

/** @throws UsageError */
function format(given: string): GetFlags['output'] {
  const value = afterEquals(given);
  const known = FORMATS.find(name => name === value);
  if (known) return known;
  throw new UsageError(
    `-o ${value} is not supported. Use one of ${FORMATS.join(', ')}. For parts of objects, use -o json and jq: fleetgraph get pods -o json | jq '.items[].name'`,
  );
}

/** Conditions of the Explorer's query box, each with the argument or flag of `get` to use instead. */
const CONDITIONS: Readonly<Record<string, string>> = {
  ...{
    status: '--failed',
    kind: 'the first argument',
    cluster: '--cluster',
    namespace: '--namespace',
    name: 'the second argument',
  },
  label: '--selector',
};

/**
 * Refuses a text that looks like a condition, because a text search for the condition would silently find nothing.
 * @throws UsageError
 */
function judgeText(text: string): void {
  for (const word of text.split(/\s+/)) {
    const [, name = '', value = ''] = /^[!-]?([A-Za-z]+):(.*)$/.exec(word) ?? [];
    const field = Object.hasOwn(CONDITIONS, name)
      ? name
      : name.length < 6
        ? undefined
        : nearest(name, Object.keys(CONDITIONS));
    if (field === undefined || value.startsWith('//')) continue;
    throw new UsageError(
      `--text searches for words, but "${word}" is a condition on the ${field}. Use ${CONDITIONS[field]} instead.`,
    );
  }
}

/** Without --watch, sets exit code 1 if a named object was not found. */
async function get(words: readonly string[], flags: GetFlags): Promise<void> {
  const limit = wholeNumber('--limit', flags.limit, { min: 1, max: 1_000_000 });
  if (flags.output === 'manifest' && flags.watch)
    throw new UsageError('-o manifest cannot be combined with --watch. Remove --watch, or use -o yaml.');
  refusePatterns('a name of --cluster', flags.cluster, 'cluster');
  refusePatterns('a name of --namespace', flags.namespace, 'namespace');
  if (PACKAGES.test(words[0] ?? '')) return getPackages(words.slice(1), flags, limit);
  if (words.length === 1 && words[0] === 'policies') return getPolicies(flags);
  if (words.length === 1 && words[0] === 'workloads') return getWorkloads(flags, limit);
  const wanted = wantedOf(words);
  const fields = fieldSelector(flags.fieldSelector ?? '');
  judgeText(flags.text ?? '');
  const ask = openEndpoint(flags);
  const known = wanted.length === 0 ? [] : needed(await ask<{ kinds: KnownKind[] }>(KINDS)).kinds;
  const named = wanted.map(({ types, names }) => ({ kinds: kindsOf(types, known), names }));
  const { cluster: clusters, selector: labelSelector, text, failed } = flags;
  const namespaces = flags.allNamespaces ? [] : flags.namespace;
  const filter = filterOf({ wanted: named, fields, clusters, namespaces, labelSelector, text, failed });
  const types = wanted.flatMap(it => it.types);
  process.stderr.write(printableLines(ambiguous(types, known)));
  const { output } = flags;
  const listing = await list(ask, filter, output === 'manifest' ? Math.min(limit, MAX_MANIFESTS + 1) : limit);
  if (output === 'manifest') await printManifests(ask, listing);
  else if (flags.watch)
    process.stdout.write(shown(flags, inWatch(output, listing.items, Date.now(), labelColumn(flags, listing))));
  else process.stdout.write(shown(flags, whole(output, listing, await columnsFor(ask, flags, listing))));
  const unknown = await unknownOf(ask, flags, listing);
  let said = say(listing, unknown, '');
  const missing = notFound(wanted, named, listing);
  process.stderr.write(printableLines(tellMissing(missing, known)));
  if (!flags.watch || output === 'manifest') {
    if (missing.length > 0) process.exitCode = 1;
    return;
  }
  for (let before = listing; ;) {
    await delay(WATCH_MS);
    const now = await list(ask, filter, limit);
    process.stdout.write(changes(output, before.items, now.items, Date.now(), labelColumn(flags, before, now)));
    said = say(now, unknown, said);
    before = now;
  }
}

/** Words for packages. Kinds with the plural `packages` need their full name: packages.data.packaging.carvel.dev. */
const PACKAGES = /^(packages?|pkgs?)$/i;

/** Lists packages, or the deployments of one named package. Sets exit code 1 if the named package was not found. */
async function getPackages(words: readonly string[], flags: GetFlags, limit: number): Promise<void> {
  const { output, cluster: clusters, namespace: namespaces, failed } = flags;
  const refused = (['selector', 'fieldSelector', 'text', 'watch'] as const).find(name => flags[name]);
  if (refused !== undefined || output === 'manifest')
    throw new UsageError(
      `get packages has no ${output === 'manifest' ? '-o manifest' : `--${refused === 'fieldSelector' ? 'field-selector' : refused}`}. ` +
        'It takes --cluster, --namespace, --failed and --limit. For the objects that apply packages: fleetgraph get kustomizations,rootsyncs,applications',
    );
  const ask = openEndpoint(flags);
  const filter = {
    ...(clusters.length > 0 && { clusters }),
    ...(namespaces.length > 0 && !flags.allNamespaces && { namespaces }),
    ...(failed && { phases: ['FAILED', 'SYNC_FAILED'] }),
  };
  const id = words.length > 0 ? packageIdOf(words) : undefined;
  const page = id === undefined ? await packagesOf(ask, filter, limit) : await deploymentsOf(ask, id, filter, limit);
  if (!page) {
    process.stderr.write(`Not found: ${printable(words.join(' '))}.\n`);
    process.exitCode = 1;
    return;
  }
  process.stdout.write(shown(flags, printedPackages(output, page)));
  const gaps = page.complete ? [] : await gapsOf(ask);
  const lines = [...lengthLines(id === undefined ? 'packages' : 'deployments', page), ...gaps];
  process.stderr.write(printableLines(lines));
}

export function printedPackages(
  format: Format,
  page: PackagePage<ListedPackage> | PackagePage<ListedDeployment>,
): string {
  const { items, totalCount, complete, phaseCounts } = page;
  if (format === 'json' || format === 'yaml') return document(format, { items, totalCount, complete, phaseCounts });
  const packages = items.filter(item => 'address' in item);
  const deployments = items.filter(item => 'object' in item);
  if (format === 'name')
    return [...packages.map(({ id }) => id), ...deployments.map(({ object }) => object.id)]
      .map(id => `${id}\n`)
      .join('');
  if (items.length === 0) return '';
  return packages.length > 0 ? packageTable(format, packages) : deploymentTable(format, deployments);
}

/** Lists policies of all kinds. Kinds with the plural `policies` need their group: policies.kyverno.io. */
async function getPolicies(flags: GetFlags): Promise<void> {
  const { output, cluster: clusters, headers } = flags;
  const unused = (['selector', 'fieldSelector', 'text'] as const).find(name => flags[name] !== undefined);
  if (output === 'manifest' || flags.watch || flags.failed || unused !== undefined)
    throw new UsageError(
      'get policies takes --cluster, --namespace and -o table, wide, json, yaml or name. For other flags list one kind, such as authpolicies.',
    );
  const listing = await listPolicies(openEndpoint(flags), {
    clusters,
    namespaces: flags.allNamespaces ? [] : flags.namespace,
  });
  process.stdout.write(printedPolicies(output, listing, headers));
  if (listing.items.length === 0) process.stderr.write('No policies found.\n');
  process.stderr.write(printableLines(gapsOfPolicies(listing)));
}

/** Lists workloads of hubs. Kinds with the plural `workloads` need their group: workloads.kueue.x-k8s.io. */
async function getWorkloads(flags: GetFlags, limit: number): Promise<void> {
  const { output, cluster: hubs, namespace: namespaces, failed, headers } = flags;
  const unused = (['selector', 'fieldSelector', 'text'] as const).find(name => flags[name] !== undefined);
  if (output === 'manifest' || flags.watch || unused !== undefined)
    throw new UsageError(
      'get workloads takes --cluster (the hub), --namespace, --failed, --limit and -o table, wide, json, yaml or name. For one kind, add its group: workloads.kueue.x-k8s.io',
    );
  const filter = {
    ...(hubs.length > 0 && { hubs }),
    ...(namespaces.length > 0 && !flags.allNamespaces && { namespaces }),
    ...(failed && { phases: ['FAILED', 'UNSCHEDULABLE'] }),
  };
  const ask = openEndpoint(flags);
  const listing = await listWorkloads(ask, filter, limit);
  process.stdout.write(printedWorkloads(output, listing, headers));
  const lines = await missingFrom(ask, listing, hubs);
  process.stderr.write(printableLines(lines));
}

/** Sets exit code 1 if an object could not be read. */
async function printManifests(ask: Ask, { items, totalCount }: Listing): Promise<void> {
  if (items.length > MAX_MANIFESTS)
    throw new UsageError(
      `-o manifest reads at most ${MAX_MANIFESTS} objects, but ${totalCount} match. Narrow the list, or add --limit ${MAX_MANIFESTS}.`,
    );
  const { documents, unread } = await manifestsOf(ask, items);
  const text = documents.map(yaml => (yaml.endsWith('\n') ? yaml : `${yaml}\n`)).join('---\n');
  // Files receive the manifests unchanged. For a terminal, control characters are replaced.
  process.stdout.write(process.stdout.isTTY ? text.replace(/[^\n\t]+/g, printable) : text);
  for (const line of unread) process.stderr.write(`Not read: ${printable(line)}\n`);
  if (unread.length > 0) process.exitCode = 1;
}

/** Names in --cluster that do not exist or that the caller may not name. */
async function unknownOf(ask: Ask, { cluster }: GetFlags, { coverage }: Listing): Promise<readonly string[]> {
  const names = [...new Set(cluster)];
  return names.length > coverage.total ? unknownClusters(ask, names) : [];
}

/**
 * Prints what a list lacks, such as objects beyond the limit and clusters, unless `before` has the same text. Returns
 * the text.
 * @param unknown Names of clusters that do not exist or that the caller may not name
 */
function say(listing: Listing, unknown: readonly string[], before: string): string {
  const { items, totalCount, coverage } = listing;
  const lines = [...unknownLines(unknown), ...gapOf(coverage)];
  if (items.length < totalCount)
    lines.unshift(
      `Only ${items.length} of ${totalCount} objects are listed (--limit). Narrow the list, or raise the limit.`,
    );
  if (items.length === 0) lines.unshift('No objects found.');
  const text = printableLines(lines);
  if (text !== before) process.stderr.write(text);
  return text;
}

/**
 * Columns that clusters print, for -o wide, and the column of --show-labels. Only a list of one kind has printed
 * columns, because all rows share one table.
 */
async function columnsFor(ask: Ask, flags: GetFlags, listing: Listing): Promise<PrintedColumns> {
  const { items } = listing;
  const labels = labelColumn(flags, listing);
  const kinds = new Set(items.map(kindValue));
  if (flags.output !== 'wide' || kinds.size !== 1) return labels;
  if (items.length <= MAX_PRINTED) {
    const printed = await printedColumns(ask, items);
    process.stderr.write(printableLines(unreadLines(printed.unread)));
    return together(printed, labels);
  }
  process.stderr.write(
    `The printed columns of the kind are omitted: they are read for at most ${MAX_PRINTED} objects. Narrow the list.\n`,
  );
  return labels;
}

/**
 * Names a few objects whose columns could not be read and counts the others, because a whole cluster may be
 * unreachable.
 */
export function unreadLines(unread: readonly string[]): string[] {
  const more = unread.length - MAX_UNREAD;
  return [
    ...unread.slice(0, MAX_UNREAD).map(line => `No printed columns: ${line}`),
    ...(more > 0 ? [`No printed columns: ${more} more objects`] : []),
  ];
}

/** The LABELS column of kubectl, with --show-labels. */
function labelColumn(
  { showLabels }: Pick<GetFlags, 'showLabels'>,
  ...listings: readonly Pick<Listing, 'items'>[]
): PrintedColumns {
  if (!showLabels) return NOT_PRINTED;
  const items = listings.flatMap(listing => listing.items);
  return { headers: ['LABELS'], byId: new Map(items.map(({ id, labels }) => [id, { LABELS: labelText(labels) }])) };
}

export function labelText(labels: Readonly<Record<string, string>>): string {
  const texts = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return texts.length === 0 ? '<none>' : texts.sort().join(',');
}

function together(a: PrintedColumns, b: PrintedColumns): PrintedColumns {
  const ids = new Set([...a.byId.keys(), ...b.byId.keys()]);
  return {
    headers: [...a.headers, ...b.headers],
    byId: new Map([...ids].map(id => [id, { ...a.byId.get(id), ...b.byId.get(id) }])),
  };
}

/** Removes the header line of a table if --no-headers is set. */
function shown({ headers, output }: Pick<GetFlags, 'headers' | 'output'>, text: string): string {
  return headers || !(output === 'table' || output === 'wide') ? text : text.slice(text.indexOf('\n') + 1);
}

/** Named objects that the list lacks, as TYPE/NAME. Empty if the limit cut the list. */
export function notFound(
  wanted: readonly Wanted[],
  named: readonly KindsAndNames[],
  { items, totalCount }: Pick<Listing, 'items' | 'totalCount'>,
): string[] {
  if (items.length < totalCount) return [];
  const there = new Set(items.flatMap(({ group, kind, name }) => [`${kindValue({ group, kind })} ${name}`]));
  return wanted.flatMap(({ types, names }, i) =>
    names
      .filter(name => !named[i]!.kinds.some(kind => there.has(`${kind} ${name}`)))
      .map(name => `${types.join(',')}/${name}`),
  );
}

/**
 * One line that names the missing objects. If a missing name is also the name of a kind, a second line explains the
 * syntax.
 */
export function tellMissing(missing: readonly string[], known: readonly KnownKind[]): string[] {
  if (missing.length === 0) return [];
  const kinds = new Set(known.flatMap(({ name, plural, shortNames }) => [name.toLowerCase(), plural, ...shortNames]));
  const asKinds = missing.find(word => kinds.has(word.slice(word.indexOf('/') + 1).toLowerCase()));
  return [
    `Not found: ${missing.join(', ')}.`,
    ...(asKinds === undefined
      ? []
      : [
          `Words after the first are names of objects. Separate several kinds with commas: ${asKinds.replace('/', ',')}.`,
        ]),
  ];
}

/** Formats the whole list as one text. */
export function whole(
  format: Format,
  { items, totalCount, coverage }: Listing,
  printed: PrintedColumns = NOT_PRINTED,
  now = Date.now(),
): string {
  if (format === 'json' || format === 'yaml') return document(format, { items, totalCount, coverage });
  if (format === 'name') return items.map(({ id }) => `${id}\n`).join('');
  return items.length === 0
    ? ''
    : table(
        withPrinted(COLUMNS[format], printed.headers),
        items.map(item => row(format, item, printed, now)),
      );
}

function row(
  format: keyof typeof COLUMNS,
  item: ListedObject,
  { headers, byId }: PrintedColumns,
  now: number,
): readonly string[] {
  const own = headers.map(header => byId.get(item.id)?.[header] ?? '');
  return withPrinted(cells(format, item, now), own);
}

/** Inserts the printed columns before the last columns. Messages stay last because they are long. */
function withPrinted(cells: readonly string[], printed: readonly string[]): readonly string[] {
  return [...cells.slice(0, COLUMNS.table.length), ...printed, ...cells.slice(COLUMNS.table.length)];
}

const NOT_PRINTED: PrintedColumns = { headers: [], byId: new Map() };

/**
 * Formats the first list of a watch. In JSON and YAML each object is a separate document, because more objects follow.
 */
export function inWatch(
  format: Format,
  items: readonly ListedObject[],
  now = Date.now(),
  printed = NOT_PRINTED,
): string {
  if (format === 'json') return items.map(item => document(format, item)).join('');
  if (format === 'yaml') return items.map(item => `---\n${document(format, item)}`).join('');
  return whole(format, { items, totalCount: items.length, coverage: NO_COVERAGE }, printed, now);
}

const NO_COVERAGE = { total: 0, rebuilding: 0, stale: 0, unreachable: 0, closed: 0, withheld: [], clusters: null };

/**
 * Formats the objects that arrived, changed or left. Objects that left have the status GONE, which the index itself
 * never uses.
 */
export function changes(
  format: Format,
  before: readonly ListedObject[],
  after: readonly ListedObject[],
  now = Date.now(),
  printed = NOT_PRINTED,
): string {
  const old = new Map(before.map(item => [item.id, JSON.stringify(item)]));
  const ids = new Set(after.map(({ id }) => id));
  const changed = [
    ...after.filter(item => old.get(item.id) !== JSON.stringify(item)),
    ...before.filter(({ id }) => !ids.has(id)).map(item => ({ ...item, status: 'GONE', suspended: false })),
  ];
  if (changed.length === 0 || format === 'json' || format === 'yaml' || format === 'name')
    return inWatch(format, changed, now);
  const [first = [], ...rows] = changed.map(item => row(format, item, printed, now));
  return table(first, rows);
}

const COLUMNS = {
  table: ['CLUSTER', 'NAMESPACE', 'KIND', 'NAME', 'STATUS', 'REASON', 'AGE'],
  wide: ['CLUSTER', 'NAMESPACE', 'KIND', 'NAME', 'STATUS', 'REASON', 'AGE', 'CHANGED', 'REVISION', 'MESSAGE'],
} as const;

function cells(format: keyof typeof COLUMNS, item: ListedObject, now: number): string[] {
  const since = (time: string | null) => (time === null ? '' : age(now - Date.parse(time)));
  const { cluster, namespace, kind, name, status, suspended, reason, message, revision, createdAt, transitionedAt } =
    item;
  const row = [
    cluster.name,
    namespace ?? '',
    kind,
    name,
    suspended ? `${status},SUSPENDED` : status,
    reason ?? '',
    since(createdAt),
  ];
  return format === 'wide' ? [...row, since(transitionedAt), revision ?? '', message ?? ''] : row;
}
