/**
 * Logs of workloads: the containers that are read, containers that join and leave, and the effect of a revoked role or
 * a greedy caller.
 */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { RequestOptions } from '../../../kubernetes/client.ts';
import { Actions } from '../../../subgraphs/live/actions/actions.ts';
import { LiveContext } from '../../../subgraphs/live/live-context.ts';
import { workloadLogs, type WorkloadLogsArguments } from '../../../subgraphs/live/workload-logs.ts';
import { FollowedLogs, type FollowedLogsOptions } from '../../../subgraphs/live/followed-log.ts';
import type { LiveQuery } from '../../../identity/identity.ts';
import { until } from '../../kubernetes/until.ts';
import { FairGate } from '../../../async/fair-gate.ts';
import { longestStep } from '../../processor-time.ts';
import { graphOver, JANE, LIMITS } from './graph.ts';
import { ScriptedLeaf, SERVED, served } from './scripted-leaf.ts';

const WEB = 'leaf/apps/Deployment/team-a/web';
const line = (second: number, text: string) =>
  `2026-01-31T12:00:${String(second).padStart(2, '0')}.000000000Z ${text}\n`;
const RUNNING = { running: {} };
const FIELDS =
  'state message leftOut skipped resume end sources { pod container state message hasEnded } lines { at pod container level text truncated }';

class WorkloadLeaf extends ScriptedLeaf {
  /** Lines of a container by `pod/container`. The log stays open until the last entry is undefined. */
  readonly #logs = new Map<string, (string | undefined)[]>();
  readonly #wakes = new Set<() => void>();
  followed: string[] = [];
  ended = 0;

  constructor() {
    super('leaf');
    this.resources = [
      ...SERVED,
      served('', 'configmaps', 'ConfigMap'),
      served('batch', 'jobs', 'Job'),
      served('batch', 'cronjobs', 'CronJob'),
    ];
    this.put('deployments', {
      metadata: { name: 'web', namespace: 'team-a' },
      spec: { selector: { matchLabels: { app: 'web' } } },
    });
  }

  pod(name: string, states: Readonly<Record<string, object>> = { main: RUNNING }, restartCount = 0): this {
    return this.put('pods', {
      metadata: { name, namespace: 'team-a', uid: name, labels: { app: 'web' } },
      spec: { containers: Object.keys(states).map(name => ({ name })) },
      status: { containerStatuses: Object.entries(states).map(([name, state]) => ({ name, restartCount, state })) },
    });
  }

  drop(pod: string): void {
    this.objects.delete(`/api/v1/namespaces/team-a/pods/${pod}`);
  }

  /** Appends lines. Undefined ends the log. */
  write(log: string, ...texts: (string | undefined)[]): this {
    this.#logs.set(log, [...(this.#logs.get(log) ?? []), ...texts]);
    for (const wake of [...this.#wakes]) wake();
    return this;
  }

  override async follow(path: string, { query, signal, as }: RequestOptions): Promise<AsyncIterable<Uint8Array>> {
    await this.refuse({ verb: 'text', path, as, accept: '', options: { as } });
    const log = `${/pods\/([^/]+)\/log/.exec(path)![1]}/${String(query!['container'])}`;
    this.followed.push(`${log}${query!['sinceTime'] === undefined ? '' : ` since ${String(query!['sinceTime'])}`}`);
    return this.#chunks(log, signal!);
  }

  async *#chunks(log: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      for (let at = 0; ;) {
        const all = this.#logs.get(log) ?? [];
        while (at < all.length) {
          const next = all[at++];
          if (next === undefined) return;
          yield Buffer.from(next);
        }
        await new Promise<void>((resolve, reject) => {
          this.#wakes.add(resolve);
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
      }
    } finally {
      this.ended += 1;
    }
  }
}

const open: LiveQuery[] = [];
afterEach(() => open.splice(0).forEach(({ tracked }) => tracked?.end()));

function following(leaf: WorkloadLeaf, { since, ...options }: Partial<FollowedLogsOptions> & { since?: string } = {}) {
  const { registry, request } = graphOver([leaf]);
  const followed = new FollowedLogs({ ...LIMITS, checkMs: 10_000, askAgainMs: 1, ...options });
  const parts = {
    access: {
      visibleIds: async (ids: readonly string[]) => ids.map(() => true),
      namedKinds: async (clusters: readonly string[]) => new Map(clusters.map(it => [it, leaf.resources])),
    },
    ...{ clusters: registry, limits: LIMITS, actions: { allow: [], counted: () => undefined } },
  };
  let changes = 0;
  const liveQuery: LiveQuery = { since, isOverrun: false, changed: () => (changes += 1) };
  open.push(liveQuery);
  const next = async (args: Partial<WorkloadLogsArguments> = {}, isOverrun = false) => {
    const asking = { ...request({ as: JANE }), liveQuery: Object.assign(liveQuery, { isOverrun }) };
    const live = new LiveContext(parts, new Actions(parts.actions), asking, followed, new FairGate({ slots: 1e9 }));
    return workloadLogs({ id: WEB, tail: 100, ...args }, live);
  };
  const taken = async (args: Partial<WorkloadLogsArguments> = {}) => {
    liveQuery.tracked?.sent();
    return next(args);
  };
  /** Takes payloads, as the gateway does, until `fits` returns true for a payload. */
  const until_ = async (
    fits: (payload: Awaited<ReturnType<typeof next>>) => boolean,
    args: Partial<WorkloadLogsArguments> = {},
  ) => {
    for (;;) {
      const before = changes;
      const payload = await taken(args);
      if (fits(payload)) return payload;
      await until(() => changes > before);
    }
  };
  return { next, taken, until: until_, liveQuery, followed };
}

const textsOf = ({ lines }: { lines: readonly { pod: string; text: string }[] }) =>
  lines.map(({ pod, text }) => `${pod} ${text}`);

describe('the logs of a workload that are followed', () => {
  it('are those of all containers of its Pods, by time', async () => {
    const leaf = new WorkloadLeaf()
      .pod('web-1', { main: RUNNING, proxy: RUNNING })
      .pod('web-2')
      .pod('web-3', { main: { waiting: {} } });
    leaf
      .write('web-1/main', line(1, 'a'), line(4, 'd'))
      .write('web-1/proxy', line(3, 'c'))
      .write('web-2/main', line(2, 'ERROR b'));
    const payload = await following(leaf).next();
    expect(textsOf(payload)).toEqual(['web-1 a', 'web-2 ERROR b', 'web-1 c', 'web-1 d']);
    expect(payload).toMatchObject({ state: 'OK', message: undefined, leftOut: 0, skipped: 0 });
    expect(payload.sources.map(({ pod, container, state }) => `${pod}/${container} ${state}`)).toEqual([
      ...['web-1/main OK', 'web-1/proxy OK', 'web-2/main OK'],
    ]);
    expect(payload.lines[1]).toMatchObject({
      pod: 'web-2',
      container: 'main',
      level: 'ERROR',
      at: new Date('2026-01-31T12:00:02Z'),
    });
  });

  it('are searched, and chosen by level and container; a stack trace has the level of its error', async () => {
    const leaf = new WorkloadLeaf().pod('web-1', { main: RUNNING, proxy: RUNNING });
    leaf.write('web-1/main', line(1, 'INFO start'), line(2, 'ERROR Boom'), line(3, '\tat Boom.java'), line(4, 'plain'));
    leaf.write('web-1/proxy', line(1, 'ERROR proxy'));
    const errors = await following(leaf).next({ levels: ['ERROR'] });
    expect(errors.filtered).toBe(2);
    expect(textsOf(errors)).toEqual(['web-1 ERROR proxy', 'web-1 ERROR Boom', 'web-1 \tat Boom.java']);
    expect(textsOf(await following(leaf).next({ search: 'boom', container: 'main' }))).toEqual([
      'web-1 ERROR Boom',
      'web-1 \tat Boom.java',
    ]);
  });

  it('of a payload without wanted lines is empty, and goes on behind them', async () => {
    const leaf = new WorkloadLeaf().pod('web-1').write('web-1/main', line(1, 'a'));
    const { next, taken, liveQuery } = following(leaf);
    expect(await next({ search: 'z' })).toMatchObject({
      lines: [],
      filtered: 1,
      resume: expect.stringContaining('web-1/main='),
    });
    expect(await taken({ search: 'z' })).toMatchObject({ lines: [], filtered: 1 });
    expect(liveQuery.tracked?.reported).toEqual({ changes: 0, isReset: false, isEnd: false });
  });

  it('get the lines of new Pods, and of restarted containers from where they were', async () => {
    const leaf = new WorkloadLeaf().pod('web-1').write('web-1/main', line(1, 'a'));
    const { next, until } = following(leaf, { checkMs: 1 });
    await next();
    leaf.pod('web-2').write('web-2/main', line(2, 'b'));
    expect(textsOf(await until(({ lines }) => lines.length > 0))).toEqual(['web-2 b']);
    leaf.write('web-1/main', undefined);
    await until(() => leaf.ended === 1);
    leaf.pod('web-1', { main: RUNNING }, 1).write('web-1/main', line(3, 'after the restart'));
    await until(() => leaf.followed.length === 3);
    expect(leaf.followed).toEqual(['web-1/main', 'web-2/main', 'web-1/main since 2026-01-31T12:00:01Z']);
  });

  it('say which containers have ended, and lose those of Pods that are gone', async () => {
    const leaf = new WorkloadLeaf().pod('web-1').pod('web-2').write('web-1/main', line(1, 'last'), undefined);
    const { next, until } = following(leaf, { checkMs: 1 });
    expect(textsOf(await next())).toEqual(['web-1 last']);
    leaf.pod('web-1', { main: { terminated: { exitCode: 1 } } });
    const { sources } = await until(({ sources }) => sources.some(({ hasEnded }) => hasEnded));
    expect(sources).toMatchObject([
      { pod: 'web-1', hasEnded: true },
      { pod: 'web-2', hasEnded: false },
    ]);
    leaf.drop('web-1');
    await until(({ sources }) => sources.length === 1);
  });

  it('go on behind the last lines of each container', async () => {
    const leaf = new WorkloadLeaf().pod('web-1').pod('web-2');
    leaf.write('web-1/main', line(5, 'a')).write('web-2/main', line(7, 'b'));
    const { resume } = await following(leaf).next();
    leaf.write('web-1/main', line(6, 'c'));
    const again = following(leaf, { since: resume });
    expect(textsOf(await again.next())).toEqual(['web-1 c']);
    expect(leaf.followed.slice(2)).toEqual([
      'web-1/main since 2026-01-31T12:00:05Z',
      'web-2/main since 2026-01-31T12:00:07Z',
    ]);
  });

  it('leave out what is more than one stream reads, and say how many', async () => {
    const leaf = new WorkloadLeaf();
    for (let i = 0; i < 25; i += 1) leaf.pod(`web-${i}`);
    const { next, followed, liveQuery } = following(leaf);
    const payload = await next();
    expect(payload).toMatchObject({
      leftOut: 5,
      sources: { length: 20 },
      message: expect.stringContaining('5 more containers are left out'),
    });
    expect(followed.size).toBe(20);
    liveQuery.tracked!.end();
    await until(() => leaf.ended === 20);
    expect(followed.size).toBe(0);
  });

  it('follow a container once, and none whose name no position could hold, whatever the cluster says', async () => {
    const leaf = new WorkloadLeaf().pod('web-1').pod('web-2', { 'Main,x=1': RUNNING }).pod('WEB,3=');
    const { spec, status } = leaf.objects.get('/api/v1/namespaces/team-a/pods/web-1')!;
    Object.assign(spec!, { initContainers: [{ name: 'main', restartPolicy: 'Always' }] });
    Object.assign(status!, { initContainerStatuses: [{ name: 'main', restartCount: 7, state: RUNNING }] });
    leaf.write('web-1/main', line(1, 'a'));
    const logs = following(leaf);
    const payload = await logs.next();
    expect([textsOf(payload), leaf.followed, logs.followed.size]).toEqual([['web-1 a'], ['web-1/main'], 1]);
    await following(leaf, { since: payload.resume }).next();
    logs.liveQuery.tracked!.end();
    await until(() => leaf.ended === 1);
    expect(logs.followed.size).toBe(0);
  });

  it('of thousands of Pods are chosen in short steps, and say which were not looked at', async () => {
    const leaf = new WorkloadLeaf();
    const states = { main: RUNNING, proxy: RUNNING, init: RUNNING };
    for (let i = 0; i < 6_000; i++) leaf.pod(`web-${i}`, states, i % 7);
    const logs = following(leaf);
    let payload: Awaited<ReturnType<typeof logs.next>>;
    // One step takes far less than 100 ms. Without pauses, all work would be one much longer step.
    expect(await longestStep(async () => (payload = await logs.next()))).toBeLessThan(100);
    expect([payload!.sources.length, payload!.leftOut]).toEqual([20, 5_980]);
    expect(payload!.message).toBe(
      '5980 more containers are left out: one stream reads at most 20. Only the first 2000 Pods are counted.',
    );
  });

  it('take the seats of as many single logs, half of all at most', async () => {
    const leaf = new WorkloadLeaf().pod('web-1').pod('web-2').pod('web-3');
    const { next, followed } = following(leaf, { followedLogs: 4 });
    expect(await next()).toMatchObject({
      message: '1 of 3 containers cannot be read; their sources say why.',
      sources: [
        { state: 'OK' },
        { state: 'OK' },
        { state: 'THROTTLED', message: expect.stringContaining('limits.followedLogs') },
      ],
    });
    expect(followed.size).toBe(2);
  });

  it('name a log that the cluster refuses beside those that it sends', async () => {
    const leaf = new WorkloadLeaf().pod('web-1').pod('web-2').write('web-2/main', line(1, 'b'));
    leaf.refuse = ({ verb, path }) => {
      if (verb === 'text' && path.includes('web-1')) throw leaf.error('FORBIDDEN');
    };
    const payload = await following(leaf).next();
    expect(textsOf(payload)).toEqual(['web-2 b']);
    expect(payload.sources[0]).toMatchObject({
      pod: 'web-1',
      state: 'FORBIDDEN',
      message: expect.stringContaining('does not let you get pods/log "web-1"'),
    });
  });

  it('tell nothing more once the role is revoked, not even what waits', async () => {
    const leaf = new WorkloadLeaf().pod('web-1').write('web-1/main', line(1, 'a'));
    const { next, until } = following(leaf, { checkMs: 1 });
    await next();
    leaf.judge = () => ({ allowed: false });
    leaf.write('web-1/main', line(2, 'secret'));
    expect(await until(({ end }) => end !== undefined)).toMatchObject({ end: 'REVOKED', lines: [] });
    await until(() => leaf.ended === 1);
  });

  it('lose only the Pods whose logs a role no longer names', async () => {
    const leaf = new WorkloadLeaf().pod('web-1').pod('web-2');
    const { next, until } = following(leaf, { checkMs: 1 });
    await next();
    leaf.judge = review => ({ allowed: (review as any).spec.resourceAttributes.name === 'web-2' });
    leaf.write('web-1/main', line(1, 'secret')).write('web-2/main', line(1, 'b'));
    const payload = await until(({ lines }) => lines.length > 0);
    expect(textsOf(payload)).toEqual(['web-2 b']);
    expect(payload.sources.map(({ state }) => state)).toEqual(['FORBIDDEN', 'OK']);
  });

  it('wait while there is no answer about the role, and are lost after three', async () => {
    const leaf = new WorkloadLeaf().pod('web-1');
    const { next, until } = following(leaf, { checkMs: 1 });
    await next();
    leaf.judge = () => ({});
    leaf.write('web-1/main', line(1, 'a'));
    expect(await until(({ end, lines }) => end !== undefined || lines.length > 0)).toMatchObject({
      end: 'LOST',
      lines: [],
    });
  });

  it('are told again where they were not sent, and the next payload had to wait for the role', async () => {
    const leaf = new WorkloadLeaf().pod('web-1').write('web-1/main', line(1, 'a'));
    const { next, until } = following(leaf, { checkMs: 1 });
    expect(textsOf(await next())).toEqual(['web-1 a']);
    const { judge } = leaf;
    leaf.judge = () => ({});
    // After these 2 ms, the result of the last permission check is too old.
    for (const due = performance.now() + 2; performance.now() < due;);
    expect(await next()).toMatchObject({ lines: [], filtered: 0 });
    leaf.judge = judge;
    expect(textsOf(await until(({ lines }) => lines.length > 0))).toEqual(['web-1 a']);
  });

  it.each([
    ['REVOKED', (leaf: WorkloadLeaf) => (leaf.refuse = ({ verb }) => { if (verb === 'list') throw leaf.error('FORBIDDEN'); })], // prettier-ignore
    ['POD_GONE', (leaf: WorkloadLeaf) => leaf.objects.delete('/apis/apps/v1/namespaces/team-a/deployments/web')],
  ] as const)('end with %s', async (end, happen) => {
    const leaf = new WorkloadLeaf().pod('web-1');
    const { next, until } = following(leaf, { checkMs: 1 });
    await next();
    happen(leaf);
    expect(await until(payload => payload.end !== undefined)).toMatchObject({ end });
  });

  it('end with a limit, and tell a slow reader from where to go on', async () => {
    const leaf = new WorkloadLeaf().pod('web-1').write('web-1/main', line(1, 'a'), line(2, 'b'.repeat(500)));
    const limited = following(leaf, { followedLogBytes: 300 });
    await limited.next();
    expect(await limited.until(({ end }) => end !== undefined)).toMatchObject({ end: 'LIMIT' });
    const slow = following(leaf);
    const { resume } = await slow.next();
    expect(await slow.next({}, true)).toMatchObject({ end: 'TOO_SLOW', lines: [], resume });
  });

  it('of a Job end with its last container', async () => {
    const leaf = new WorkloadLeaf()
      .pod('web-1', { main: { terminated: { exitCode: 0 } } })
      .write('web-1/main', line(1, 'done'), undefined);
    const conditions = [{ type: 'Complete', status: 'True' }];
    leaf.put('jobs', {
      metadata: { name: 'once', namespace: 'team-a' },
      spec: { selector: { matchLabels: { app: 'web' } } },
      status: { conditions },
    });
    const { next, until } = following(leaf, { checkMs: 1 });
    const job = { id: 'leaf/batch/Job/team-a/once' };
    expect(textsOf(await next(job))).toEqual(['web-1 done']);
    expect(await until(({ end }) => end !== undefined, job)).toMatchObject({ end: 'CONTAINER_ENDED' });
  });

  it('wait for Pods where there are none', async () => {
    const leaf = new WorkloadLeaf();
    const { next, until } = following(leaf, { checkMs: 1 });
    expect(await next()).toMatchObject({
      state: 'OK',
      sources: [],
      message: 'It has no container with a log at the moment.',
    });
    leaf.pod('web-1').write('web-1/main', line(1, 'a'));
    expect(textsOf(await until(({ lines }) => lines.length > 0))).toEqual(['web-1 a']);
  });

  it('are shared fairly in a payload', async () => {
    const leaf = new WorkloadLeaf().pod('loud').pod('quiet');
    leaf
      .write('loud/main', Array.from({ length: 3_000 }, (_, i) => line(i % 60, 'x')).join(''))
      .write('quiet/main', line(1, 'heard'));
    const payload = await following(leaf).next();
    expect(payload.lines.filter(({ pod }) => pod === 'loud')).toHaveLength(500);
    expect(textsOf(payload)).toContain('quiet heard');
  });
});

describe('the logs of a workload that are asked for once', () => {
  const ask = async (leaf: ScriptedLeaf, more = '', id = WEB, limits = {}) =>
    (await graphOver([leaf], limits).run(`{ workloadLogs(id: "${id}"${more}) { ${FIELDS} } }`)) as {
      data: any;
      errors: readonly { message: string }[];
    };
  const texts = (leaf: WorkloadLeaf, of: Readonly<Record<string, string>>) => {
    for (const [pod, text] of Object.entries(of)) leaf.texts.set(`/api/v1/namespaces/team-a/pods/${pod}/log`, text);
    return leaf;
  };

  it('are read once each, and go on with the next question', async () => {
    const leaf = texts(new WorkloadLeaf().pod('web-1').pod('web-2'), { 'web-1': line(2, 'b'), 'web-2': line(1, 'a') });
    const first = (await ask(leaf)).data.workloadLogs;
    expect(textsOf(first)).toEqual(['web-2 a', 'web-1 b']);
    texts(leaf, { 'web-1': line(2, 'b') + line(3, 'c') });
    const second = (await ask(leaf, `, since: "${first.resume}"`)).data.workloadLogs;
    expect(textsOf(second)).toEqual(['web-1 c']);
  });

  it('are those of the runs before, of containers that have restarted', async () => {
    const leaf = texts(new WorkloadLeaf().pod('web-1', undefined, 3).pod('web-2'), {
      'web-1': line(1, 'crash'),
      'web-2': line(1, 'x'),
    });
    expect(textsOf((await ask(leaf, ', previous: true')).data.workloadLogs)).toEqual(['web-1 crash']);
    expect(leaf.requested.filter(({ verb }) => verb === 'text')).toMatchObject([
      { options: { query: { previous: true } } },
    ]);
  });

  it('share the bytes of one log', async () => {
    const leaf = texts(new WorkloadLeaf().pod('web-1').pod('web-2'), {
      'web-1': line(1, 'x').repeat(100),
      'web-2': line(1, 'y'),
    });
    const { lines, sources } = (await ask(leaf, '', WEB, { logBytes: 1_000 })).data.workloadLogs;
    expect(lines.length).toBeLessThan(20);
    expect(sources[0].message).toBe('Cut at 500 bytes. Ask for fewer lines (tail) to see its end.');
  });

  it.each([
    ['leaf//ConfigMap/team-a/c', 'INVALID', 'This ConfigMap selects no Pods.'],
    [
      'leaf/batch/CronJob/team-a/nightly',
      'INVALID',
      'A CronJob has no Pods of its own. Read the logs of one of its Jobs.',
    ],
    ['leaf/apps/Deployment/team-a/none', 'NOT_FOUND', 'There is no such object, or you may not know of it.'],
  ])('are refused for %s', async (id, state, message) => {
    const leaf = new WorkloadLeaf().put('configmaps', { metadata: { name: 'c', namespace: 'team-a' } });
    leaf.put('cronjobs', { metadata: { name: 'nightly', namespace: 'team-a' } });
    expect((await ask(leaf, '', id)).data.workloadLogs).toMatchObject({ state, message, end: 'REFUSED', lines: [] });
  });

  it.each([', tail: -1', ', since: "x"', ', since: "a/b=1"', `, search: "${'x'.repeat(201)}"`, ', maxAge: "soon"'])(
    'are refused with %s',
    async more => {
      expect((await ask(new WorkloadLeaf(), more)).errors).toHaveLength(1);
    },
  );

  it('count against the reads of a request', async () => {
    const leaf = new WorkloadLeaf();
    for (let i = 0; i < 10; i += 1) leaf.pod(`web-${i}`);
    expect((await ask(leaf, '', WEB, { liveObjects: 5 })).errors[0]?.message).toContain('limits.liveObjects');
  });
});
