/**
 * `fleetgraph demo` as users see it: its output, the typed example client, and the queries that it prints. The queries
 * are sent as each of the demo's identities.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { FleetgraphClient, unhealthyReport } from '../../clients/typescript/example/unhealthy.ts';
import { STARTER_QUERIES } from '../../schema/starter-queries.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { sampleOf } from '../harness/sampling.ts';

const path = (file: string) => new URL(file, import.meta.url).pathname;
const SIMULATED = [path('../../bin/fleetgraph'), 'demo'];
const REAL = [process.execPath, '--disable-warning=ExperimentalWarning', path('../harness/real-demo.ts')];

interface Ready {
  url: string;
  identities: { name: string; token: string }[];
}

function startDemo([executable = '', ...command]: readonly string[], ...flags: string[]): ChildProcess {
  return spawn(executable, [...command, '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
}

async function readyLine(demo: ChildProcess): Promise<Ready> {
  let log = '';
  demo.stderr?.on('data', chunk => (log += chunk));
  for await (const line of createInterface({ input: demo.stdout as NodeJS.ReadableStream }))
    return JSON.parse(line) as Ready;
  throw new Error(`the demo ended before it was ready:\n${log}`);
}

async function end(demo: ChildProcess): Promise<number | null> {
  if (demo.exitCode === null) {
    demo.kill('SIGTERM');
    await once(demo, 'exit');
  }
  return demo.exitCode;
}

async function ask(url: string, token: string, query: string): Promise<{ data: any; errors?: unknown }> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  return (await answer.json()) as { data: unknown; errors?: unknown };
}

const FLEETS = [
  { fleet: 'simulated', command: SIMULATED, clusters: 5, flapping: 1 },
  { fleet: 'real', command: REAL, clusters: 3, flapping: 0 },
];

describe.each(sampleOf(1, FLEETS))('the demo over $clusters $fleet clusters', ({ command, clusters, flapping }) => {
  let demo: ChildProcess;
  let ready: Ready;
  const token = (name: string) => ready.identities.find(identity => identity.name === name)?.token ?? '';

  beforeAll(async () => {
    demo = startDemo(command, '--json');
    ready = await readyLine(demo);
    const indexed = () =>
      ask(ready.url, token('platform-admin'), '{ coverage { total indexed } }').catch(() => ({ data: undefined }));
    // One simulated cluster fails and recovers repeatedly, so the index counts as complete without one cluster.
    await eventually(
      indexed,
      ({ data }) => data?.coverage.total === clusters && data.coverage.indexed >= clusters - flapping,
      {
        what: 'a complete index',
      },
    );
  }, 900_000);
  afterAll(async () => {
    await end(demo);
  });

  it.each(STARTER_QUERIES.map((query, index) => [index + 1, query] as const))(
    'answers its starter query %i as each identity',
    async (_number, query) => {
      const answers: Record<string, any> = {};
      for (const { name, token } of ready.identities) {
        const { data, errors } = await ask(ready.url, token, query);
        expect(errors).toBeUndefined();
        answers[name] = data;
      }
      expect(Object.keys(answers)).toEqual(['platform-admin', 'team-developer', 'nobody']);
      if (answers['nobody'].objects) {
        const count = (name: string) => answers[name].objects.nodes.length as number;
        expect(count('platform-admin')).toBeGreaterThan(0);
        expect(count('team-developer')).toBeGreaterThan(0);
        expect(count('nobody')).toBe(0);
      }
    },
  );

  it('names nothing at all to somebody without rights', async () => {
    const everyName = [
      '{ clusters { nodes { name } } namespaces { nodes { name } } kinds { name } }',
      '{ objects { totalCount nodes { id } facets(fields: [CLUSTER, NAMESPACE, KIND]) { values { value } } coverage { clusters { nodes { cluster { name } } } } } viewer { user } }',
    ];
    for (const query of everyName) {
      const text = JSON.stringify(await ask(ready.url, token('nobody'), query));
      expect(text).not.toMatch(/eu-west|us-east|payments|flux-system|Kustomization/);
      expect(text).toMatch(/"nodes":\[\]/);
    }
  });

  it('serves the typed example client', async () => {
    const [total, ...lines] = await unhealthyReport(new FleetgraphClient(ready.url, token('platform-admin')));
    expect(total).toMatch(/^\d+ failing, from \d of \d clusters$/);
    expect(lines.some(line => line.startsWith('live '))).toBe(true);
    await expect(unhealthyReport(new FleetgraphClient(ready.url, 'wrong'))).rejects.toThrow('token');
  });

  it('ends with 0 on SIGTERM', async () => {
    expect(await end(demo)).toBe(0);
  });
});

describe('the demo on a terminal', () => {
  it('prints where it is, the tokens and the queries, and nothing else on standard output', async () => {
    const demo = startDemo(SIMULATED);
    try {
      let text = '';
      demo.stdout?.on('data', chunk => (text += chunk));
      await eventually(
        async () => text,
        printed => printed.includes('Ctrl-C'),
        { what: 'the welcome' },
      );
      expect(text).toMatch(/http:\/\/127\.0\.0\.1:\d+\/graphiql/);
      for (const token of ['demo-platform-admin', 'demo-team-developer', 'demo-nobody']) expect(text).toContain(token);
      for (const query of STARTER_QUERIES) expect(text).toContain(query.trimEnd().split('\n').at(-2)?.trim());
      expect(await end(demo)).toBe(0);
    } finally {
      demo.kill();
    }
  });

  it.each([
    ['--clusters', 'many', '--clusters takes a whole number from 1 to 500, not "many".'],
    ['--port', '99999', '--port takes a whole number from 0 to 65535, not "99999".'],
  ])('refuses %s %s in a sentence, without a stack', async (flag, value, message) => {
    const demo = startDemo(SIMULATED, flag, value);
    let text = '';
    demo.stderr?.on('data', chunk => (text += chunk));
    const [code] = (await once(demo, 'close')) as [number];
    expect({ code, text: text.trim() }).toEqual({ code: 2, text: message });
  });
});
