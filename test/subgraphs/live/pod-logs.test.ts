/** Logs of a Pod, followed or polled: their payloads, their end, and the effect of a slow client or a revoked role. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { RequestOptions } from '../../../kubernetes/client.ts';
import { Actions } from '../../../subgraphs/live/actions/actions.ts';
import { LiveContext } from '../../../subgraphs/live/live-context.ts';
import { podLogs, type PodLogsArguments } from '../../../subgraphs/live/pod-logs.ts';
import { FollowedLogs, type FollowedLogsOptions } from '../../../subgraphs/live/followed-log.ts';
import type { LiveQuery } from '../../../identity/identity.ts';
import { until } from '../../kubernetes/until.ts';
import { FairGate } from '../../../async/fair-gate.ts';
import { graphOver, JANE, LIMITS } from './graph.ts';
import { POD, ScriptedLeaf } from './scripted-leaf.ts';

const NOON = '2026-01-31T12:00:00';
const line = (i: number, text = `line ${i}`) => `${NOON}.${String(i).padStart(6, '0')}Z ${text}\n`;
const lines = (from: number, to: number, text?: string) =>
  Array.from({ length: to - from }, (_, i) => line(from + i, text)).join('');

/** A leaf with a log to which the test writes. */
class WritingLeaf extends ScriptedLeaf {
  #queue: (string | Error | undefined)[] = [];
  #wake: (() => void) | undefined;
  followed: RequestOptions['query'][] = [];
  ended = 0;
  isNameable = true;

  constructor() {
    super('leaf');
    this.put('pods', pod('u1', { running: {} }));
  }

  write(...texts: (string | Error | undefined)[]): void {
    this.#queue.push(...texts);
    this.#wake?.();
  }

  override async follow(path: string, { query, signal, as }: RequestOptions): Promise<AsyncIterable<Uint8Array>> {
    await this.refuse({ verb: 'text', path, as, accept: '', options: { as } });
    this.followed.push(query);
    return this.#chunks(signal!);
  }

  async *#chunks(signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        while (this.#queue.length > 0) {
          const next = this.#queue.shift();
          if (next === undefined) return;
          if (next instanceof Error) throw next;
          yield Buffer.from(next);
        }
        await new Promise<void>((resolve, reject) => {
          this.#wake = resolve;
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        });
      }
    } finally {
      this.ended += 1;
    }
  }
}

function pod(uid: string, state: object) {
  const status = { containerStatuses: [{ name: 'main', restartCount: 0, state }] };
  return { metadata: { name: 'web', namespace: 'team-a', uid }, spec: { containers: [{ name: 'main' }] }, status };
}

const open: LiveQuery[] = [];
afterEach(() => open.splice(0).forEach(({ tracked }) => tracked?.end()));

function following(leaf: WritingLeaf, { since, ...options }: Partial<FollowedLogsOptions> & { since?: string } = {}) {
  const { registry, request } = graphOver([leaf]);
  const followed = new FollowedLogs({ ...LIMITS, checkMs: 10_000, askAgainMs: 10, ...options });
  const parts = {
    access: {
      visibleIds: async (ids: readonly string[]) => ids.map(() => true),
      namedKinds: async (clusters: readonly string[]) =>
        new Map(leaf.isNameable ? clusters.map(it => [it, [{ group: '', kind: 'Pod' }] as any]) : []),
    },
    clusters: registry,
    limits: LIMITS,
    actions: { allow: [], counted: () => undefined },
  };
  let changes = 0;
  const start = () => {
    const liveQuery: LiveQuery = { since, isOverrun: false, changed: () => (changes += 1) };
    open.push(liveQuery);
    const next = async (more: Partial<PodLogsArguments & { isOverrun: boolean; signal: AbortSignal }> = {}) => {
      const { isOverrun = false, signal, ...args } = more;
      const asking = {
        ...request({ as: JANE, ...(signal && { signal }) }),
        liveQuery: Object.assign(liveQuery, { isOverrun }),
      };
      const live = new LiveContext(parts, new Actions(parts.actions), asking, followed, new FairGate({ slots: 1e9 }));
      return podLogs({ id: POD, tail: 200, ...args }, live);
    };
    /** Marks the previous payload as sent, as the gateway does, and reads the next payload. */
    const taken = async () => {
      liveQuery.tracked?.sent();
      return next();
    };
    return { next, taken, liveQuery };
  };
  const textsOf = ({ lines: all }: { lines: readonly { text: string }[] }) => all.map(({ text }) => text);
  return { ...start(), start, textsOf, followed, changes: () => changes };
}

describe('a log that is followed', () => {
  it('is told from its last lines on, and goes on as it is written', async () => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 2));
    const { next, taken, textsOf, changes } = following(leaf);
    const first = await next({ tail: 5 });
    expect(first).toMatchObject({ state: 'OK', container: 'main', containers: ['main'], skipped: 0 });
    expect(textsOf(first)).toEqual(['line 0', 'line 1']);
    expect(leaf.followed).toEqual([{ timestamps: true, tailLines: 5, container: 'main', follow: true }]);
    const before = changes();
    leaf.write(`${line(2)}${line(3).slice(0, 30)}`, line(3).slice(30));
    await until(() => changes() >= before + 2);
    expect(textsOf(await taken())).toEqual(['line 2', 'line 3']);
    expect(textsOf(await taken())).toEqual([]);
  });

  it('goes on behind the last line that was told, wherever the connection broke', async () => {
    const leaf = new WritingLeaf();
    const same = `${line(1, 'a')}${line(1, 'b')}${line(1, 'c')}`;
    leaf.write(same);
    const first = following(leaf);
    const { resume } = await first.next();
    const again = new WritingLeaf();
    again.write(`${same}${line(2)}`);
    const second = following(again, { since: resume });
    expect(second.textsOf(await second.next())).toEqual(['line 2']);
    expect(again.followed[0]).toEqual({ timestamps: true, sinceTime: `${NOON}Z`, container: 'main', follow: true });
  });

  it('is told again where it is not known that it was sent', async () => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 1));
    const { next, taken, textsOf, changes } = following(leaf);
    await next();
    const before = changes();
    leaf.write(lines(1, 2));
    await until(() => changes() > before);
    expect(textsOf(await next())).toEqual(['line 0', 'line 1']);
    expect(textsOf(await taken())).toEqual([]);
  });

  it('is told again where it was not sent, and the next payload had to wait for the rights', async () => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 2));
    const { next, taken, textsOf } = following(leaf, { checkMs: 0, askAgainMs: 0 });
    expect(textsOf(await next({ search: 'line 1' }))).toEqual(['line 1']);
    const { judge } = leaf;
    leaf.judge = () => ({});
    expect(await next({ search: 'line 1' })).toMatchObject({ lines: [], filtered: 0, resume: '' });
    leaf.judge = judge;
    expect(textsOf(await taken())).toEqual(['line 0', 'line 1']);
    expect(textsOf(await taken())).toEqual([]);
  });

  it('leaves the oldest lines out for who reads slowly, says how many, and does not hold the leaf', async () => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 1));
    const { next, taken, textsOf, changes } = following(leaf, { logBytes: 10_000 });
    await next();
    const before = changes();
    leaf.write(...Array.from({ length: 20 }, (_, i) => lines(1 + 100 * i, 101 + 100 * i)));
    await until(() => changes() >= before + 20);
    const payload = await taken();
    expect(payload.lines.length).toBeLessThan(100);
    expect(payload.skipped + payload.lines.length).toBe(2_000);
    expect(textsOf(payload).at(-1)).toBe('line 2000');
    expect(await taken()).toMatchObject({ skipped: 0, lines: [] });
  });

  it('is searched and chosen by level, counts what it leaves out, and goes on behind it', async () => {
    const leaf = new WritingLeaf();
    leaf.write(line(0, 'INFO start'), line(1, 'ERROR Boom'), line(2, '  at Boom.java'), line(3, 'plain'));
    const { next, taken, textsOf, liveQuery, changes } = following(leaf);
    const errors = { levels: ['ERROR'] } as const;
    const first = await next(errors);
    expect(textsOf(first)).toEqual(['ERROR Boom', '  at Boom.java']);
    expect(first).toMatchObject({ filtered: 2, lines: [{ level: 'ERROR' }, { level: 'ERROR' }] });
    expect(first.resume).toContain('.000003000~1');
    const write = async (...texts: string[]) => {
      const before = changes();
      leaf.write(texts.join(''));
      await until(() => changes() > before);
    };
    liveQuery.tracked?.sent();
    await write(line(4, 'WARN low'), line(5, 'ERROR Bang'));
    expect(await next(errors)).toMatchObject({ filtered: 3, lines: [{ text: 'ERROR Bang' }] });
    // The previous payload was not sent, so this payload contains its count.
    expect(await next(errors)).toMatchObject({ filtered: 3, lines: [{ text: 'ERROR Bang' }] });
    liveQuery.tracked?.sent();
    // A line that continues a line of an earlier payload has the level of that line.
    await write(line(6, '  at Bang.java'), line(7, 'INFO end'));
    expect(await next(errors)).toMatchObject({ filtered: 4, lines: [{ text: '  at Bang.java', level: 'ERROR' }] });
    await write(line(8, 'INFO more'));
    expect(textsOf(await taken())).toEqual(['INFO more']);
  });

  it('of a payload without wanted lines is not sent, and its lines are counted in the next one', async () => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 3, 'INFO quiet'));
    const { next, liveQuery, changes } = following(leaf);
    const wanted = { search: 'LOUD' };
    const first = await next(wanted);
    expect(first).toMatchObject({ lines: [], filtered: 3 });
    expect(first.resume).toContain('.000002000~1');
    expect(liveQuery.tracked?.reported).toEqual({ changes: 0, isReset: false, isEnd: false });
    const before = changes();
    leaf.write(line(3, 'INFO quiet'), line(4, 'loud'));
    await until(() => changes() > before);
    liveQuery.tracked?.sent();
    expect(await next(wanted)).toMatchObject({ lines: [{ text: 'loud', level: undefined }], filtered: 4 });
  });

  it.each([['of an argument that is too long', { search: 'x'.repeat(201) }, 'podLogs(search:)']])(
    'is refused because %s',
    async (_, args, message) => {
      await expect(following(new WritingLeaf()).next(args)).rejects.toThrow(message);
    },
  );

  it('is told in payloads of a thousand lines', async () => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 2_500));
    const { next, taken } = following(leaf);
    const counts = [(await next()).lines.length, (await taken()).lines.length, (await taken()).lines.length];
    expect(counts).toEqual([1_000, 1_000, 500]);
  });

  it('ends with its container, behind its last line', async () => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 1_200), undefined);
    leaf.put('pods', pod('u1', { terminated: { exitCode: 0 } }));
    const { next, taken } = following(leaf);
    expect(await next()).toMatchObject({ lines: { length: 1_000 }, resume: expect.any(String) });
    expect(await taken()).toMatchObject({
      lines: { length: 200 },
      end: 'CONTAINER_ENDED',
      message: expect.stringContaining('ended'),
    });
  });

  it.each([
    ['LOST', 'the connection breaks', (leaf: WritingLeaf) => leaf.write(leaf.error('UNREACHABLE'))],
    ['POD_GONE', 'the Pod is gone', (leaf: WritingLeaf) => (leaf.objects.clear(), leaf.write(undefined))],
    [
      'POD_GONE',
      'another Pod has its name',
      (leaf: WritingLeaf) => (leaf.put('pods', pod('u2', { running: {} })), leaf.write(undefined)),
    ],
    ['LIMIT', 'it is more than one subscription reads', (leaf: WritingLeaf) => leaf.write(lines(1, 50))],
  ] as const)('ends with %s where %s', async (end, _, happen) => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 1));
    const { next, taken, changes } = following(leaf, { followedLogBytes: 1_000 });
    await next();
    const before = changes();
    happen(leaf);
    await until(() => changes() > before);
    expect(await taken()).toMatchObject({ end });
  });

  it('waits a moment for what becomes of a container whose log ends', async () => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 1), undefined);
    const { next, taken } = following(leaf, { askAgainMs: 0 });
    const first = await next();
    expect(first.end).toBeUndefined();
    leaf.put('pods', pod('u1', { waiting: {} }));
    expect(await taken()).toMatchObject({ end: 'CONTAINER_ENDED' });
  });

  it('is told no more once the role is revoked, not even what waits', async () => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 1));
    const { next, taken, changes } = following(leaf, { checkMs: 1 });
    await next();
    leaf.judge = () => ({ allowed: false });
    const before = changes();
    leaf.write(lines(1, 2));
    await until(() => changes() > before);
    const payload = await taken();
    expect(payload).toMatchObject({
      lines: [],
      end: 'REVOKED',
      message: 'Its cluster does not let you read it any more.',
    });
  });

  it('is lost, with what waits, once its cluster may not be named', async () => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 1));
    const { next, taken, changes } = following(leaf, { checkMs: 1 });
    const { resume } = await next();
    leaf.isNameable = false;
    const before = changes();
    leaf.write(lines(1, 2));
    await until(() => changes() > before);
    expect(await taken()).toMatchObject({ lines: [], end: 'LOST', resume });
  });

  it('keeps what waits while nobody says whether it may be read, and gives up after a while', async () => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 1));
    const { next, taken, textsOf } = following(leaf, { checkMs: 0, askAgainMs: 0 });
    await next();
    const judge = leaf.judge;
    leaf.judge = () => ({});
    leaf.write(lines(1, 2));
    expect(await taken()).toMatchObject({ lines: [], skipped: 0 });
    leaf.judge = judge;
    expect(textsOf(await taken())).toEqual(['line 1']);
    leaf.judge = () => ({});
    for (let i = 0; i < 2; i += 1) expect(await taken()).toMatchObject({ lines: [], skipped: 0 });
    expect(await taken()).toMatchObject({ lines: [], end: 'LOST' });
  });

  it('tells who read too slowly from where to go on', async () => {
    const leaf = new WritingLeaf();
    leaf.write(lines(0, 1));
    const { next } = following(leaf);
    const { resume } = await next();
    expect(await next({ isOverrun: true })).toMatchObject({ end: 'TOO_SLOW', lines: [], resume });
  });

  it('ends at the leaf with its subscription', async () => {
    const leaf = new WritingLeaf();
    const { next, liveQuery, followed } = following(leaf);
    await next();
    expect(followed.size).toBe(1);
    liveQuery.tracked!.end();
    await until(() => leaf.ended === 1);
    expect(followed.size).toBe(0);
  });

  it('is one of as many as may be at once', async () => {
    const { next, start } = following(new WritingLeaf(), { followedLogs: 2 });
    const { state, containers } = await next();
    expect(state).toBe('OK');
    expect(containers).not.toEqual([]);
    expect(await start().next()).toMatchObject({ state: 'THROTTLED', end: 'REFUSED', containers });
  });

  it.each([
    ['FORBIDDEN', 'FORBIDDEN'],
    ['BAD_REQUEST', 'NOT_FOUND'],
    ['UNREACHABLE', 'UNREACHABLE'],
  ] as const)('that the leaf refuses with %s is %s, and follows nothing', async (code, state) => {
    const leaf = new WritingLeaf();
    leaf.refuse = ({ verb }) => {
      if (verb === 'text') throw leaf.error(code);
    };
    const { next, liveQuery, followed } = following(leaf);
    expect(await next()).toMatchObject({ state, end: 'REFUSED', lines: [] });
    expect([liveQuery.tracked, followed.size]).toEqual([undefined, 0]);
  });

  it('gives its place back where the client leaves when the Pod has been read, and before its log is asked for', async () => {
    const client = new AbortController();
    class Leaf extends WritingLeaf {
      override async request<T>(path: string, options: RequestOptions): Promise<T> {
        const answer = await super.request<T>(path, options);
        client.abort(new Error('the client has left'));
        return answer;
      }
    }
    const leaf = new Leaf();
    const { next, followed } = following(leaf);
    await expect(next({ signal: client.signal })).rejects.toThrow('the client has left');
    expect([followed.size, leaf.followed]).toEqual([0, []]);
  });

  it('shows no control characters', async () => {
    const leaf = new WritingLeaf();
    leaf.write(line(0, '\u001b[31mred\u001b[0m \u202eturned\r\u0007'));
    const { next, textsOf } = following(leaf);
    expect(textsOf(await next())).toEqual(['red \ufffdturned']);
  });
});

describe('a log that is asked for from time to time', () => {
  const path = '/api/v1/namespaces/team-a/pods/web/log';
  const ask = async (leaf: ScriptedLeaf, more = '', limits = {}) =>
    await graphOver([leaf], limits).run(
      `{ podLogs(id: "${POD}"${more}) { state message container lines { at text truncated } skipped resume end } }`,
    );

  it('tells what has come since', async () => {
    const leaf = new WritingLeaf();
    leaf.texts.set(path, lines(0, 2));
    const { data } = await ask(leaf);
    expect(data.podLogs).toMatchObject({ state: 'OK', lines: [{ text: 'line 0' }, { text: 'line 1' }], end: null });
    leaf.texts.set(path, lines(0, 3));
    const { data: later } = await ask(leaf, `, since: "${data.podLogs.resume}"`);
    expect(later.podLogs).toMatchObject({ lines: [{ text: 'line 2', truncated: false }] });
  });

  it('is searched and chosen by level, of an earlier run, too', async () => {
    const leaf = new WritingLeaf();
    leaf.texts.set(path, line(0, 'INFO a') + line(1, 'ERROR b') + line(2, 'ERROR c') + line(3, 'INFO c'));
    const of = async (more: string) => {
      const { data } = await graphOver([leaf]).run(
        `{ podLogs(id: "${POD}", ${more}) { lines { text level } filtered resume } }`,
      );
      return data.podLogs;
    };
    const found = await of('search: "C", levels: [ERROR, WARN], previous: true');
    expect(found).toMatchObject({ lines: [{ text: 'ERROR c', level: 'ERROR' }], filtered: 3 });
    expect(leaf.requested.at(-1)?.options).toMatchObject({ query: { previous: true, timestamps: true } });
    leaf.texts.set(path, line(3, 'INFO c') + line(4, 'ERROR d'));
    expect(await of(`levels: [ERROR], since: "${found.resume}"`)).toMatchObject({
      ...{ lines: [{ text: 'ERROR d' }], filtered: 0 },
    });
  });

  it('goes on behind a second in which more was written than it reads, and says so', async () => {
    const leaf = new WritingLeaf();
    leaf.texts.set(path, lines(0, 100));
    const { data } = await ask(leaf, '', { logBytes: 400 });
    expect(data.podLogs.message).toBe(
      'The log is cut at 400 bytes (limits.logBytes). Ask for fewer lines (tail), or continue with resume.',
    );
    const { data: next } = await ask(leaf, `, since: "${data.podLogs.resume}"`, { logBytes: 400 });
    expect(next.podLogs).toMatchObject({ state: 'OK', lines: [], message: expect.stringContaining('is left out') });
    leaf.texts.set(path, lines(0, 1).replace(NOON, '2026-01-31T12:00:01'));
    const { data: later } = await ask(leaf, `, since: "${next.podLogs.resume}"`);
    expect(later.podLogs).toMatchObject({ lines: [{ text: 'line 0' }] });
  });

  it('counts among the bytes of its request, also where the filter leaves all lines out', async () => {
    const leaf = new WritingLeaf();
    leaf.texts.set(path, lines(0, 100));
    const aliases = [0, 1].map(i => `log${i}: podLogs(id: "${POD}", search: "absent ${i}") { state filtered }`);
    const { data } = await graphOver([leaf], { liveBytes: 1.5 * lines(0, 100).length }).run(`{ ${aliases.join(' ')} }`);
    expect(Object.values(data).map((it: any) => it.state)).toEqual(expect.arrayContaining(['OK', 'TOO_LARGE']));
  });

  it.each([
    [', since: "x"', 'since: it is not where a log went on. Send `resume` of an earlier answer, as it came.'],
    [', tail: -1', 'podLogs(tail: -1): give 0 to 10000.'],
    [`, search: "${'x'.repeat(201)}"`, 'podLogs(search:): give at most 200 characters.'],
    [', maxAge: "long"', 'podLogs(maxAge:): give a time above 0, as a whole number and one of ms, s, m, h: "500ms".'],
  ])('refuses %s', async (more, message) => {
    const { errors } = await ask(new WritingLeaf(), more);
    expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('of a Pod that is not there, or hidden, is NOT_FOUND', async () => {
    const { data } = await ask(new ScriptedLeaf('leaf'));
    expect(data.podLogs).toMatchObject({ state: 'NOT_FOUND', container: null, end: 'REFUSED', resume: '' });
    expect((await ask(new WritingLeaf(), '', { hidden: ['leaf'] })).data.podLogs).toEqual(data.podLogs);
  });
});
