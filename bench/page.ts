/** docs/performance.md, made from the results; it holds no figure that is not in them. */
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

/** Every figure that has a target, one column for each set. */
function targets(results: readonly Result[]): string[] {
  const aimed = results.filter(({ target }) => target !== null);
  if (aimed.length === 0) return [];
  const sets = [...new Set(aimed.map(({ set }) => set))].sort();
  const missed = aimed.filter(({ met }) => met === false).length;
  const unknown = aimed.filter(({ met }) => met === null).length;
  const rows = [...Map.groupBy(aimed, ({ name }) => name)].map(([, ofName]) => {
    const cells = sets.map(set => cell(ofName.find(result => result.set === set)));
    return `| ${benchmarkOf(ofName[0]!)}: ${subjectOf(ofName[0]!)} | ${cells.join(' | ')} |`;
  });
  return [
    '## Targets',
    '',
    `${aimed.length - missed - unknown} met, ${missed} missed${unknown > 0 ? `, ${unknown} not measured` : ''}.`,
    '',
    `| what | ${sets.join(' | ')} |`,
    `| --- | ${sets.map(() => '---').join(' | ')} |`,
    ...rows,
    '',
  ];
}

function cell(result: Result | undefined): string {
  if (!result) return '';
  const { ours, unit, ratio, target, met } = result;
  const verdict = met === null ? 'not measured' : met ? 'met' : '**missed**';
  return `${ours} ${unit}${ratio === null ? '' : `, ${ratio} ×`}; ${target}: ${verdict}`;
}

function setSection(set: string, results: readonly Result[], charts: readonly Chart[]): string[] {
  const runs = Map.groupBy(results, ({ date, machine, versions, dataSet }) => JSON.stringify({ date, machine, versions, dataSet }));
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
      ...charts.filter(chart => chart.benchmark === benchmark).flatMap(({ title, file }) => [`![${title}](images/${file})`, '']),
      '| what | fleetgraph | peer | times better | target |',
      '| --- | ---: | --- | ---: | --- |',
      ...rows.map(row),
      '',
    ]),
  ];
}

function row(result: Result): string {
  const { unit, ours, peer, peerName, ratio, target, met } = result;
  const goal = target === null ? '' : `${target}: ${met === null ? 'not measured' : met ? 'met' : '**missed**'}`;
  return `| ${subjectOf(result)} | ${ours} ${unit} | ${peer === null ? '' : `${peer} ${unit}: ${peerName}`} | ${ratio ?? ''} | ${goal} |`;
}

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
  'Redis 7 and Postgres 15 are the Debian packages `redis-server` and `postgresql-15`, installed by `make bench` where it may. Where there is no Postgres its figures are left out and their targets are not judged.',
  '',
  '- Nothing is timed before it is right. Over S0, totals, facets and pages are compared with what the generator of the leaves put there and with what the leaves answer that person. Over S1 and S2, every total, facet and page, ours and the peers’, must equal to the letter what is computed from the generator’s plan alone, by showing every row to every question.',
  '- The fleets of S1 and S2 are a function of the row’s number (`bench/scale/fleet.ts`): eleven kinds by weight, names with random suffixes, four or five labels in shared sets, messages as controllers write them. They are written through the store’s own contract, as a collector would, into a real Redis.',
  '- People have rights by how many RoleBindings give them: none, 1, 30, 3 000, one in every namespace (“non-admin with everything”), half of the clusters, cluster-admin. Load comes from 32 people with 3 000 grants each, no two alike.',
  '- `numbers`, `pages`, `keyword`, `growth`: the core of a replica in a process of its own, asked through the accessors that resolvers have, each time as a request of its own, so that the asker’s visibility is in every figure; GraphQL and HTTP are not, as they are not in those of a database. Nothing is kept between requests but compiled visibilities.',
  '- Normalised Postgres has columns, the indexes that these questions want (one of which covers totals and facets, so that they never touch the table), everything in memory, no JIT, a prepared statement over a Unix socket. Rights come by a join with arrays of grants or with a table of grants; totals and facets in one pass or in two parallel ones; every way is tried and the fastest is timed.',
  '- Postgres in the shape of ACM search has one JSON document per object, GIN indexes, and rights spelled out in each statement, as that product does. It is measured over S1 only: with ten times the rows, loading it takes minutes and an answer most of one.',
  '- `scan` reads all rows from Redis for a question, which is what a Redis without an index offers.',
  '- `http`: `bin/fleetgraph serve` with the gateway role, autocannon with eight connections, every answer compared with the checked one. What is compared with canned rows (the product’s gateway over a subgraph that has the answer ready) is measured in turns of two seconds, so that what else the machine does happens to both.',
  '- `leaves`: simulated leaves in one process, a collector process, Redis, a gateway process. Real leaves have a processor each but a network in between.',
  '- `LIST on all leaves` (S0) is what people do without an index: every leaf is asked at once, as the user and with their own token, and the answers are parsed, merged and sorted. The time of one leaf alone, the lower bound of any fan-out, stands beside it.',
  '- `live`: a page of 25 objects, one of each of 25 leaves. Bare undici sends the same leaves the same requests, with the same headers, parses the answers and does nothing else; it runs in the process that makes the load. All leaves are one process, so the rate of both ends where that process’s does; what a page costs the gateway is its processor time.',
  '- `fair`: while one user attacks a gateway (`test/attacks`), a second user asks a list of 25 rows fifty times a second, whatever the answers do; a wait counts from the moment at which the question was due, and who is refused or not answered within 30 s has lost an answer. Gateway, leaves, attacker and second user are processes of their own on the same cores; each attack has a fresh gateway. The peer is the same second user at the same gateway before the attack. Attacks on the index are over 60 000 rows, the others over 3 000.',
  '- What is aimed at for the largest fleet (memory per row, totals and facets) is judged over S2; over S1 it is shown.',
  '- Load is a closed loop: a connection asks again when it has its answer. Percentiles are exact, over every answer of the measured time, after a warm-up.',
  '- “Times better” is above 1 where fleetgraph is better, whatever the unit.',
];
