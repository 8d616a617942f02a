/**
 * Small versions of attacks on a gateway. The tests check counts, not times. `make chaos` runs all attacks in full
 * strength, and `make bench ONLY=fair` measures times.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Fleetgraph } from '../harness/fleetgraph.ts';
import { Strike, type Target } from './attack.ts';
import { attackOf } from './attacks.ts';
import { DOORS, RAW } from './strangers.ts';
import { Stage } from './stage.ts';
import { TOKENS } from './surroundings.ts';

const NEVER = new AbortController().signal;
/** Maximum number of running requests. Small, so that an attack needs few connections to reach the maximum. */
const PLACES = 16;
const LIMITS = { concurrentRequests: PLACES, requestTimeout: '2s', leafTimeout: '1s' };

const small = (name: string, strength: number, seconds = 1.5) => ({ name, strength, seconds });

describe('somebody who attacks a gateway', () => {
  let stage: Stage;
  let gateway: Fleetgraph;

  beforeAll(async () => {
    stage = await Stage.set({ clusters: 3, objects: 500, deep: { levels: 10, numbers: 10 }, signal: NEVER });
    gateway = await stage.gateway({ needs: { limits: LIMITS } });
  });
  afterAll(async () => {
    await gateway?.stop();
    await stage?.[Symbol.asyncDispose]();
  });

  it.each([
    { ...small('reset-uploads', 0.05), how: /^reset$/ },
    { ...small('typename-aliases', 0.1), how: /^400 (GRAPHQL_VALIDATION_FAILED|COST_LIMIT_EXCEEDED)$/ },
    { ...small('hanging-explanations', 0.1), how: /^(200|429|503|no answer)/ },
    { ...small('hung-subgraph', 0.1), how: /^(200|429|503|no answer)/ },
  ])('costs nobody else an answer: $name', async ({ name, how, ...force }) => {
    const attack = attackOf(name);
    const [healthy, sick] = stage.clusters;
    const target: Target = { url: gateway.url, operationsUrl: gateway.operationsUrl, tokens: TOKENS, healthy, sick };
    await stage.fail(attack.needs.faults ?? []);
    await using strike = new Strike(target, force);
    let over = false;
    const struck = attack.run(strike).finally(() => (over = true));
    const answers: string[] = [];
    do answers.push(await listed(gateway));
    while (!over);
    await struck;
    await stage.fail([]);
    for (let i = 0; i < PLACES; i++) answers.push(await listed(gateway));

    expect(new Set(answers)).toEqual(new Set(['rows']));
    expect(strike.answers.size).toBeGreaterThan(0);
    for (const answered of strike.answers.keys()) expect(answered).toMatch(how);
    expect(gateway.endings).toEqual([]);
  });
});

describe('a client without credentials that floods', () => {
  let stage: Stage;
  let gateway: Fleetgraph;

  beforeAll(async () => {
    stage = await Stage.set({ clusters: 3, objects: 500, signal: NEVER });
    gateway = await stage.gateway({ needs: {} });
  });
  afterAll(async () => {
    await gateway?.stop();
    await stage?.[Symbol.asyncDispose]();
  });

  const METRICS = ['metrics'];
  const EVERYTHING = DOORS.map(({ name }) => name);
  const ON_A_SOCKET = RAW.map(({ name }) => name);
  it.each([
    { ...small('pipelined-metrics', 0.5), floods: METRICS },
    { ...small('parallel-metrics', 0.05), floods: METRICS },
    { ...small('pipelined-doors', 0.5), floods: [...EVERYTHING, ...ON_A_SOCKET] },
    { ...small('parallel-doors', 0.2), floods: EVERYTHING },
    { ...small('graphiql-pages', 0.1), floods: ['GraphiQL'] },
    { ...small('silent-connections', 0.05), floods: ['connection'] },
  ])('costs nobody an answer: $name', async ({ name, floods, ...force }) => {
    const [healthy, sick] = stage.clusters;
    const { url, operationsUrl } = gateway;
    await using strike = new Strike({ url, operationsUrl, tokens: TOKENS, healthy, sick }, force);
    let over = false;
    const struck = attackOf(name)
      .run(strike)
      .finally(() => (over = true));
    const answers: string[] = [];
    do {
      answers.push(await listed(gateway));
      answers.push(...(await Promise.all(['/livez', '/readyz'].map(path => probed(operationsUrl + path)))));
    } while (!over);
    await struck;

    expect(new Set(answers)).toEqual(new Set(['rows', 'ok']));
    expect([...strike.answers.keys()].sort()).toEqual([...floods].sort());
    expect(gateway.endings).toEqual([]);
  });
});

/** Sends a probe on a new connection, like a kubelet, and returns the result. */
async function probed(url: string): Promise<string> {
  const { ok, status } = await fetch(url, { headers: { connection: 'close' } });
  return ok ? 'ok' : `HTTP ${status}`;
}

/** Pause in milliseconds before each request of the second user. */
const EVERY_MS = 10;

/** Sends a small list query as the second user, and returns its outcome. */
async function listed(gateway: Fleetgraph): Promise<string> {
  await delay(EVERY_MS);
  const { status, data, errors } = await gateway.query(
    TOKENS.victor,
    '{objects(first:5,filter:{kinds:["Pod"]}){nodes{id}}}',
  );
  return status === 200 && !errors && data.objects.nodes.length > 0
    ? 'rows'
    : `HTTP ${status} ${JSON.stringify(errors)}`;
}
