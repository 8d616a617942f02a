/** Moves and drains placed workloads in `fleetgraph demo` by the command line. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { startDemo, type Demo } from '../harness/demo.ts';
import { eventually } from '../harness/fleetgraph.ts';

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;
const HUB = 'eu-west-1-prod';
const PLACEMENTS = `${HUB}/cluster.open-cluster-management.io/Placement/placed-apps`;
const MOVED = `${PLACEMENTS}/release-notes`;

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly said: readonly string[];
}

function fleetgraph(...words: string[]): Promise<Ran> {
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    FLEETGRAPH_SERVER: demo.url,
    FLEETGRAPH_TOKEN: demo.token('platform-admin'),
  };
  return new Promise(resolve => {
    const child = execFile(EXECUTABLE, words, { env }, (_error, out, said) =>
      resolve({ code: child.exitCode ?? -1, out, said: said.trim().split('\n') }),
    );
  });
}

interface Seen {
  readonly phase: string | null;
  /** Members with at least one healthy copy. */
  readonly healthy: readonly string[];
}

const WATCHED = `query Watched($id: ID!) { object(id: $id) { placementPolicy { move { phase } workloads { nodes {
  assignments { nodes { member state status } } } } } } }`;

async function look(): Promise<Seen> {
  const response = await fetch(`${demo.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${demo.token('platform-admin')}` },
    body: JSON.stringify({ query: WATCHED, variables: { id: MOVED } }),
  });
  const { data } = (await response.json()) as { data: any };
  const { move, workloads } = data.object.placementPolicy;
  const copies: { member: string; status: string }[] = workloads.nodes[0].assignments.nodes;
  return {
    phase: move?.phase ?? null,
    healthy: copies.filter(({ status }) => status === 'CURRENT').map(({ member }) => member),
  };
}

it('a drain of a member moves its workload, and leaves nothing', async () => {
  const { code, out, said } = await fleetgraph('drain', 'eu-west-1-staging', '--wait', '--timeout', '240s');
  expect({ code, out, last: said.at(-1) }).toEqual({
    code: 0,
    out: 'No workload is left.\n',
    last: 'No workload is left.',
  });
  expect(said).toContain('1 workload is left');
  expect((await look()).healthy).toEqual([HUB]);
  expect((await fleetgraph('drain', 'eu-west-1-staging', '--end')).out).toMatch(/: asked for\n$/);
});

describe('a move in the demo', () => {
  it('proves the new copies before the old ones go', async () => {
    const moving = fleetgraph('move', MOVED, '--to', 'us-east-1-prod', '--wait', '--timeout', '240s');
    const seen: Seen[] = [];
    await eventually(
      async () => {
        const now = await look();
        seen.push(now);
        return now;
      },
      // The drain before this move may also have left the phase DONE, so the phase alone is not enough.
      ({ phase, healthy }) => phase === 'DONE' && healthy.join() === 'us-east-1-prod',
      { what: 'the end of the move' },
    );
    const { code, out, said } = await moving;
    expect({ code, out }).toEqual({ code: 0, out: `${MOVED}: DONE; assigned: us-east-1-prod\n` });
    expect(said.at(-1)).toBe('DONE');
    expect(seen.map(({ phase }) => phase)).toEqual(expect.arrayContaining(['EXTENDED', 'DONE']));
    for (const { healthy } of seen) expect(healthy.length).toBeGreaterThan(0);
    expect((await fleetgraph('get', 'workloads')).out).toMatch(/release-notes +RUNNING +2\/2 +us-east-1-prod\n/);
    expect(await fleetgraph('move', MOVED, '--cancel', '--wait', '--timeout', '240s')).toMatchObject({ code: 0 });
  });

  it('is blocked by a volume, and says so', async () => {
    const { code, out } = await fleetgraph(
      'move',
      `${PLACEMENTS}/session-store`,
      '--to',
      HUB,
      '--wait',
      '--timeout',
      '240s',
    );
    expect({ code, out }).toEqual({
      code: 1,
      out: `${PLACEMENTS}/session-store: BLOCKED: VOLUME; assigned: us-east-1-prod\n`,
    });
    await fleetgraph('move', `${PLACEMENTS}/session-store`, '--cancel', '--wait', '--timeout', '240s');
  });
});
