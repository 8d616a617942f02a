/** An agent of a simulated cluster, and a hub with scripted responses. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { startAgent, type Agent, type AgentOptions } from '../../agent/agent.ts';
import type { Outcome } from '../../agent/send.ts';
import { REPORTED_KINDS } from '../../schema/reported-kinds.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { Fleet, kustomization, KUSTOMIZATIONS, may } from '../collector/fixtures.ts';

const ACCEPTED: Outcome = { code: 'ACCEPTED', nextMs: 30_000 };
const READ_ALL = [{ verbs: ['get', 'list', 'watch'], apiGroups: ['*'], resources: ['*'] }];

interface Sent {
  readonly header: Record<string, any>;
  readonly names: readonly string[];
}

describe('an agent', () => {
  let fleet: Fleet;
  let leaf: SimulatedLeaf;
  let agent: Agent | undefined;
  const sent: Sent[] = [];
  const slept: number[] = [];
  let answers: Outcome[];
  let now: number;
  const warnings: string[] = [];

  beforeEach(async () => {
    fleet = new Fleet();
    leaf = await fleet.leaf('leaf-7', { resources: [KUSTOMIZATIONS], objects: [kustomization('web', 'True')] });
    for (const list of [sent, slept, warnings]) list.splice(0);
    answers = [];
    now = 1_000;
  });
  afterEach(async () => {
    await agent?.close();
    await fleet[Symbol.asyncDispose]();
  });

  async function start(options: Partial<AgentOptions> = {}): Promise<void> {
    const { client } = await fleet.registration(leaf);
    const log = {
      ...silentLogger,
      warn: (_: object, text: string) => warnings.push(text),
    } as unknown as typeof silentLogger;
    agent = startAgent({
      ...{ client, name: 'agent-1', kinds: REPORTED_KINDS, detail: 'full', log, discoveryMs: 100 },
      hub: {
        send: async report => {
          const [first, ...rest] = report
            .trim()
            .split('\n')
            .map(line => JSON.parse(line) as Record<string, any>);
          sent.push({
            header: first!,
            names: rest.flatMap(({ object }) => (object ? [`${object.kind} ${object.metadata.name}`] : [])),
          });
          return answers.shift() ?? ACCEPTED;
        },
      },
      // A clock on which hours of waiting take milliseconds.
      clock: {
        now: () => now,
        sleep: async (ms, signal) => {
          slept.push(ms);
          await delay(5, undefined, { signal });
        },
      },
      now: () => 5_000,
      ...options,
    });
  }

  async function until(met: () => boolean): Promise<void> {
    for (const began = performance.now(); !met(); await delay(5))
      if (performance.now() - began > 240_000) throw new Error('it did not come to that');
  }
  const reported = (count: number) => until(() => sent.length >= count);

  it('reports all that there is once everything is read, with the RBAC that reads it, and then that nothing has changed', async () => {
    await start();
    await reported(3);
    const [first, second, third] = sent;
    expect(first?.header).toMatchObject({
      report: 1,
      agent: 'agent-1',
      seq: 5_000,
      kubernetesVersion: expect.stringMatching(/^v1\./),
    });
    expect(first?.header['resources'].map(({ plural }: { plural: string }) => plural).sort()).toEqual([
      'kustomizations',
      'namespaces',
    ]);
    expect(first?.names.toSorted()).toEqual([
      'ClusterRole collector',
      'ClusterRoleBinding collector',
      'Kustomization web',
      'Namespace apps',
    ]);
    expect([second, third].map(it => it?.header)).toEqual(
      [5_001, 5_002].map(seq => ({ report: 1, agent: 'agent-1', seq, same: true })),
    );
    expect(slept.filter(ms => ms > 1_000).slice(0, 2)).toEqual([30_000, 30_000]);
  });

  it('reports a change in full, and what is gone is not in it', async () => {
    await start();
    await reported(2);
    leaf.objects.put(kustomization('db', 'False'));
    await until(() => sent.some(({ names }) => names.includes('Kustomization db')));
    leaf.objects.remove(kustomization('web', 'True'));
    await until(
      () => !!sent.findLast(({ header }) => !header['same'])?.names.every(name => name !== 'Kustomization web'),
    );
  });

  it('sends a full report when the hub wants one', async () => {
    answers = [ACCEPTED, ACCEPTED, { code: 'FULL_REPORT_WANTED', retryMs: 5_000, message: '' }];
    await start();
    await reported(4);
    expect(sent.slice(0, 4).map(({ header }) => header['same'] === true)).toEqual([false, true, true, false]);
  });

  it('sends the whole again after a report that did not arrive', async () => {
    answers = [
      { code: 'FAILED', message: 'ECONNREFUSED' },
      { code: 'FAILED', message: 'ECONNREFUSED' },
    ];
    await start();
    await reported(3);
    expect(sent.slice(0, 3).map(({ header }) => header['same'] === true)).toEqual([false, false, false]);
    const waits = slept.filter(ms => ms !== 500);
    expect(waits[0]).toBeGreaterThanOrEqual(1_000);
    expect(waits[1]).toBeGreaterThanOrEqual(2_000);
  });

  it('waits as long as the hub says', async () => {
    answers = [
      { code: 'BUSY', retryMs: 7_000, message: 'HTTP 429' },
      { code: 'LEASED', retryMs: 80_000, message: 'HTTP 409' },
      { code: 'REFUSED', retryMs: undefined, message: 'HTTP 401' },
      { code: 'ACCEPTED', nextMs: 12_000 },
    ];
    await start();
    await reported(5);
    const waits = slept.filter(ms => ms !== 500);
    expect(waits[0]).toBeGreaterThanOrEqual(7_000);
    expect(waits[1]).toBeGreaterThanOrEqual(80_000);
    expect(waits[2]).toBeGreaterThanOrEqual(5_000);
    expect(waits[3]).toBe(12_000);
  });

  it('numbers its reports above what the hub has had, over restarts and a clock that was set back', async () => {
    answers = [{ code: 'STALE', lastSeq: 9_000, message: 'HTTP 409' }];
    await start();
    await reported(3);
    expect(sent.slice(0, 3).map(({ header }) => header['seq'])).toEqual([5_000, 9_001, 9_002]);
  });

  it('reports nothing while a kind that the cluster serves cannot be listed: it would look empty', async () => {
    for (const object of may(READ_ALL)) leaf.objects.remove(object);
    leaf.objects.load(
      may([{ verbs: ['get', 'list', 'watch'], apiGroups: ['', 'rbac.authorization.k8s.io'], resources: ['*'] }]),
    );
    await start();
    await until(() => warnings.includes('a kind cannot be read'));
    await delay(100);
    expect(sent).toEqual([]);
  });

  it('falls silent while the cluster cannot be read, and goes on by itself', async () => {
    await start();
    await reported(2);
    await leaf.stop();
    await until(() => warnings.includes('a kind cannot be read'));
    now += 16_000;
    await delay(50);
    const { length } = sent;
    await delay(100);
    expect(sent.length - length).toBeLessThanOrEqual(1);
    await leaf.start();
    await reported(length + 3);
  });
});
