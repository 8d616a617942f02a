/** Generates docs/performance.md from the results. */
import type { Chart } from './charts/charts.ts';
import { benchmarkOf, subjectOf, type Result } from './result.ts';

export function performancePage(results: readonly Result[], charts: readonly Chart[]): string {
  const bySet = [...Map.groupBy(results, ({ set }) => set)].sort(([a], [b]) => (a < b ? 1 : -1));
  return [
    '# Performance',
    '',
    '_Written by `make bench` from [bench/results/latest.json](../bench/results/latest.json). Do not edit._',
    '',
    ...targets(results),
    ...bySet.flatMap(([set, ofSet]) =>
      setSection(
        set,
        ofSet,
        charts.filter(chart => chart.set === set),
      ),
    ),
    ...METHOD,
  ].join('\n');
}

/** Counts of met, missed and unmeasured targets of each benchmark and data set, then a list of the missed targets. */
function targets(results: readonly Result[]): string[] {
  const aimed = results.filter(({ target }) => target !== null);
  if (aimed.length === 0) return [];
  const sets = [...new Set(aimed.map(({ set }) => set))].sort();
  const rows = [...Map.groupBy(aimed, benchmarkOf)].map(([benchmark, ofBenchmark]) => [
    benchmark,
    ...sets.map(set => outcomes(ofBenchmark.filter(result => result.set === set))),
  ]);
  const missed = aimed.filter(({ met }) => met === false);
  return [
    '## Targets',
    '',
    `${outcomes(aimed)}.`,
    '',
    ...table(['benchmark', ...sets], rows),
    '',
    ...(missed.length === 0
      ? []
      : ['Missed:', '', ...missed.map(result => item(result, `${result.set}, ${result.name}`)), '']),
  ];
}

function outcomes(results: readonly Result[]): string {
  const count = (outcome: boolean | null) => results.filter(({ met }) => met === outcome).length;
  const [met, missed, unknown] = [count(true), count(false), count(null)];
  return [met > 0 && `${met} met`, missed > 0 && `${missed} missed`, unknown > 0 && `${unknown} not measured`]
    .filter(Boolean)
    .join(', ');
}

function setSection(set: string, results: readonly Result[], charts: readonly Chart[]): string[] {
  const runs = Map.groupBy(results, ({ date, machine, versions, dataSet }) =>
    JSON.stringify({ date, machine, versions, dataSet }),
  );
  return [`## ${set}`, '', ...[...runs.values()].flatMap(run => runSection(run, charts))];
}

function runSection(results: readonly Result[], charts: readonly Chart[]): string[] {
  const [{ date, machine, versions, dataSet }] = results as [Result];
  const benchmarks = Map.groupBy(results, benchmarkOf);
  return [
    `Measured on ${date.slice(0, 10)} (${date.slice(11, 16)} UTC), ${machine.cores} cores (${machine.cpu}), ${machine.memoryGB} GB; fleetgraph ${versions.fleetgraph} (${versions.commit}), Node ${versions.node}. Data: ${dataSet}. Product, peers, leaves and load shared these cores; the load average before the run was ${machine.loadBefore}${machine.loadBefore > 0.5 ? ', so other work took a part of them' : ''}.`,
    '',
    ...[...benchmarks].flatMap(([benchmark, rows]) => [
      `### ${benchmark}`,
      '',
      ...charts
        .filter(chart => chart.benchmark === benchmark)
        .flatMap(({ title, file }) => [`![${title}](images/${file})`, '']),
      ...byPeer(rows).flatMap(([peerName, besideIt]) => [
        ...(peerName === null ? [] : [`Peer: ${peerName}.`, '']),
        ...figures(besideIt),
        '',
      ]),
    ]),
  ];
}

/** Groups results by peer. The name of the peer stands above its table, so results without a peer come first. */
function byPeer(results: readonly Result[]): [string | null, Result[]][] {
  const groups = Map.groupBy(results, ({ peerName }) => peerName);
  return [...groups].sort(([a], [b]) => Number(a !== null) - Number(b !== null));
}

/** Formats a table if it is narrow enough for the page, otherwise a list. */
function figures(results: readonly Result[]): string[] {
  const columns: readonly [string, (result: Result) => string][] = [
    ['what', subjectOf],
    ['fleetgraph', ({ ours, unit }) => `${ours} ${unit}`],
    ['peer', ({ peer, unit }) => (peer === null ? '' : `${peer} ${unit}`)],
    ['times better', ({ ratio }) => `${ratio ?? ''}`],
    ['target', goal],
  ];
  const used = columns.filter(([, cell]) => results.some(result => cell(result) !== ''));
  const lines = table(
    used.map(([name]) => name),
    results.map(result => used.map(([, cell]) => cell(result))),
  );
  return lines[0]!.length <= MAX_COLUMNS ? lines : results.map(result => item(result, subjectOf(result)));
}

function item(result: Result, subject: string): string {
  const { ours, peer, peerName, unit, ratio, target } = result;
  const figures = `${ours} ${unit}${peer === null ? '' : ` (${peerName}: ${peer} ${unit}; ${ratio} ×)`}`;
  return `- ${subject}: ${figures}${target === null ? '' : `; ${goal(result)}`}`;
}

/** Omits the name of the peer from the target, because the name stands above the table. */
function goal({ target, met, peerName }: Result): string {
  if (target === null) return '';
  const bound = peerName !== null && target.endsWith(` ${peerName}`) ? target.slice(0, -peerName.length - 1) : target;
  return `${bound}: ${met === null ? 'not measured' : met ? 'met' : '**missed**'}`;
}

/** Pads cells as the formatter does. Figures are aligned to the right. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = header.map((name, i) => Math.max(4, name.length, ...rows.map(row => row[i]!.length)));
  const isFigure = header.map(name => name === 'fleetgraph' || name === 'peer' || name === 'times better');
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (isFigure[i] ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join(' | ')} |`;
  const rule = widths.map((width, i) => (isFigure[i] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(header), line(rule), ...rows.map(line)];
}

const MAX_COLUMNS = 120;

const METHOD = [
  '## How it is measured',
  '',
  '```sh',
  'make bench           # S0 and S1: twenty minutes',
  'make bench SET=S0    # everything about 50 000 rows, and attacks; ten minutes',
  'make bench SET=S1    # 500 000 rows, and half a million objects collected from 300 simulated leaves',
  'make bench SET=S2    # 4 800 000 rows; wants 14 GB of memory',
  'make bench ONLY=http # one benchmark; the other results stay',
  '```',
  '',
  'Redis 7 and Postgres 15 are the Debian packages `redis-server` and `postgresql-15`; `make bench` installs them where it may. Without Postgres its figures are left out and their targets are not judged.',
  '',
  '- “Times better” is above 1 where fleetgraph is better, whatever the unit. A target of `≥ 10 ×` means: at least ten times better than the peer. `≤ 2 ×` means: at most twice the figure of the peer.',
  '- Load is a closed loop: a connection asks again when it has its answer. Percentiles are exact, over every answer of the measured time, after a warm-up.',
  '- Every answer is checked before anything is timed. Over S0, totals, facets and pages are compared with what the generator of the leaves put there and with what the leaves answer that person. Over S1 and S2, every total, facet and page, ours and the peers’, must equal what is computed from the generator’s plan alone, by showing every row to every question.',
  '- The fleets of S1 and S2 are a function of the row’s number (`bench/scale/fleet.ts`): eleven kinds by weight, names with random suffixes, four or five labels in shared sets, messages as controllers write them. The benchmark writes them through the store’s own contract, as a collector would, into a real Redis.',
  '- People differ by how many RoleBindings give them rights: none, 1, 30, 3 000, one in every namespace (“non-admin with everything”), half of the clusters, cluster-admin. Load comes from 32 people with 3 000 grants each, no two alike.',
  '- Targets for the largest fleet (memory per row, totals and facets) are judged over S2; over S1 they are shown.',
  '',
  'The benchmarks:',
  '',
  '- `numbers`, `pages`, `keyword`, `orders`, `names`, `growth`: the core of a replica in a process of its own, asked through the accessors that resolvers have. Each question is a request of its own, so the person’s visibility is in every figure. GraphQL and HTTP are not, as they are not in the figures of a database. Only compiled visibilities are kept between requests.',
  '- For `keyword` Postgres has a trigram index (`pg_trgm`) of names and one of messages; for `orders` it has an index for each order. Of the six people who see anything, `orders` shows the slowest one, and the one for whom Postgres is nearest. The first question with an order by time makes that order; the benchmark times it when it exists.',
  '- `scan` reads all rows from Redis for a question, which is what a Redis without an index offers.',
  '- `http`: `bin/fleetgraph serve` with the gateway role, autocannon with eight connections, every answer compared with the checked one. Canned rows are the product’s gateway over a subgraph that has the answer ready; both are measured in turns of two seconds, so that other work on the machine slows both.',
  '- `leaves`, `registration`: simulated leaves in one process, collector processes, Redis, a gateway process. Real leaves have a processor each but a network in between.',
  '- `live`: a page of 25 objects, one of each of 25 leaves. Bare undici sends the same leaves the same requests, with the same headers, parses the answers and does nothing else; it runs in the process that makes the load. All leaves are one process, and its speed bounds the rate of both. What a page costs the gateway is its processor time.',
  '- `crowd`: ten streams of each of 200 callers wait for changes while 200 connections ask for lists without a pause, for a minute. Memory is compared with that after a quarter of a minute of the same, both after a garbage collection.',
  '- `execution`: the execution of one plan, and @apollo/gateway’s own executor with the same plan, in turns in one process over canned answers of subgraphs; both must answer the same. Time is processor time of the thread. The longest step is the longest turn of the event loop that one execution takes, the shortest of fifty.',
  '- `explorer`: the built Explorer in Debian’s Chromium. Over S0 it has about 15 000 rows of 30 simulated clusters with everything that `make demo` has, and nothing changes there; over S2 all rows, and no leaf to ask. “Who sees all” is an administrator, “who sees little” a developer of one team, or somebody with 30 grants. Rows are there with the frame that paints them. A page is whole with the first frame without a question that waits for its answer, and without words for what is to come. “Opened” is a load of the address with the files in the browser’s cache; “from another page” is a link. Keys are typed 200 to 280 ms apart, and those that leave the question as it was are not counted.',
  '- `structures`: classes of the read model and the plain thing that each replaces, in turns in one process over generated rows; both must answer the same. What each of them stays for is in [read-model.md](read-model.md).',
  '- `telemetry`: two gateways over the same leaves, in turns of a second; their processor time for each list is compared. One writes the access log and traces every request, the other writes errors alone. Metrics, prices and limits cannot be turned off, so both have them. The receiver of spans is a process of its own. A step is processor time of one turn of the event loop.',
  '- `fair`: while one user attacks a gateway (`test/attacks`), a second user asks a list of 25 rows fifty times a second, whatever the answers do. A wait counts from the moment at which the question was due. A question that is refused, or not answered within 30 s, is a lost answer. Gateway, leaves, attacker and second user are processes of their own on the same cores, attacker and leaves with less priority, since they would have machines of their own; each attack has a fresh gateway. The peer is the same second user at the same gateway before the attack. Attacks on the index are over 60 000 rows, the others over 3 000.',
  '',
  'The peers:',
  '',
  '- Normalised Postgres has columns, the indexes that these questions want (one covers totals and facets, so that they never touch the table), everything in memory, no JIT, a prepared statement over a Unix socket. Rights come by a join with arrays of grants or with a table of grants, totals and facets in one pass or in two parallel ones; every way is tried and the fastest is timed.',
  '- Postgres in the shape of ACM search has one JSON document per object, GIN indexes, and rights spelled out in each statement, as that product does. It is measured over S1 only: with ten times the rows, loading it takes minutes and an answer most of one.',
  '- `LIST on all leaves` (S0) is what people do without an index: ask every leaf at once, as the user and with their own token, then parse, merge and sort the answers. The time of one leaf alone, the lower bound of any fan-out, stands beside it.',
];
