/** `fleetgraph gate`: the spelling of a package, the duration of the wait, and the progress output. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { milliseconds } from '../../../cli/client/flag-values.ts';
import { gateCommand, reported, untilOpen, type Gate } from '../../../cli/commands/gate.ts';
import { packageIdOf } from '../../../cli/client/packages.ts';
import { deployment } from '../client/packages.ts';
import { UsageError } from '../../../cli/usage-error.ts';

const closed = (passed = 0, cause = 'NOT_READY'): Gate => ({
  ...{ open: false, passed, truncated: false },
  blocks: [
    {
      cluster: 'leaf-01',
      cause,
      deployment: deployment({ phase: 'RECONCILING', reason: 'ObjectsNotReady', message: '7 of 10' }),
    },
  ],
});
const open: Gate = { open: true, passed: 1, blocks: [], truncated: false };

describe('a package', () => {
  const id = '//https%3A%2F%2Fgit.example%2Forg%2Frepo/apps%2Fweb';
  it.each([
    [[id], id],
    [['https://git.example/org/repo', 'apps/web'], id],
    [['git@git.example:org/repo.git', './apps//web/'], id],
    [['https://git.example/org/repo.git//apps/web'], id],
    [['git@git.example:org/repo.git//apps/web'], id],
    [['https://git.example/org/repo'], '//https%3A%2F%2Fgit.example%2Forg%2Frepo/'],
    [['oci://reg.example/charts/web:1.2'], '//oci%3A%2F%2Freg.example%2Fcharts%2Fweb/'],
  ])('is written as %j', (words, expected) => {
    expect(packageIdOf(words)).toBe(expected);
  });

  it.each([
    [['apps/web'], /no address/],
    [['/srv/repo', 'apps'], /no address/],
    [['https://git.example/r', 'apps/../web'], /may not hold/],
    [['https://git.example/r', 'a', 'b'], /3 words/],
    [[id, 'apps'], /nothing may follow/],
    [['//x/y'], /not the id of a package/],
  ])('is not %j', (words, message) => {
    expect(() => packageIdOf(words)).toThrow(UsageError);
    expect(() => packageIdOf(words)).toThrow(message);
  });
});

it.each([
  ['90s', 90_000],
  ['250ms', 250],
  ['10m', 600_000],
  ['2h', 7_200_000],
])('%s are %s ms', (text, expected) => {
  expect(milliseconds('--soak', text)).toBe(expected);
});

it.each(['', '10', '1d', '-1m', '1.5h', '1h30m'])('"%s" is no duration', text => {
  expect(() => milliseconds('--soak', text)).toThrow(/--soak takes a whole number and ms, s, m or h/);
});

describe('waiting', () => {
  /** A clock that advances only by waiting. */
  function world(answers: (Gate | Error)[]) {
    let now = 0;
    const waits: number[] = [];
    const lines: string[] = [];
    const clock = {
      now: () => now,
      wait: async (ms: number) => {
        waits.push(ms);
        now += ms;
      },
    };
    const again = async () => {
      const answer = answers.shift() ?? closed();
      if (answer instanceof Error) throw answer;
      return answer;
    };
    return {
      waits,
      lines,
      until: (first: Gate, timeout: number) =>
        untilOpen({ ask: again, first, timeoutMs: timeout, say: line => lines.push(line), clock }),
    };
  }

  it('ends at once if the gate is open', async () => {
    const { until, waits, lines } = world([]);
    expect(await until(open, 60_000)).toBe(open);
    expect([waits, lines]).toEqual([[], []]);
  });

  it('asks less and less often while the answer stays as it was, and soon again after a change, and tells each change once', async () => {
    const { until, waits, lines } = world([closed(), closed(), closed(), closed(), closed(), closed(1), open]);
    expect(await until(closed(), 3_600_000)).toBe(open);
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 2_000]);
    expect(lines).toEqual([
      'Closed: 0 clusters have passed.',
      '  leaf-01: NOT_READY, Kustomization team-a/web is RECONCILING (ObjectsNotReady): 7 of 10',
      'Closed: 1 cluster has passed.',
      '  leaf-01: NOT_READY, Kustomization team-a/web is RECONCILING (ObjectsNotReady): 7 of 10',
    ]);
  });

  it('returns the last answer when the time is over, and waits no longer than that', async () => {
    const { until, waits } = world([]);
    expect((await until(closed(), 5_000)).open).toBe(false);
    expect(waits).toEqual([2_000, 3_000]);
  });

  it('outlasts failures on the way', async () => {
    const { until, lines } = world([new UsageError('nobody there.'), new UsageError('nobody there.'), open]);
    expect(await until(closed(), 60_000)).toBe(open);
    expect(lines.filter(line => line.startsWith('No answer'))).toEqual(['No answer: nobody there. It is asked again.']);
  });

  it('fails if there was no answer at the end, and at once by a fault of its own', async () => {
    const gone = new UsageError('nobody there.');
    await expect(world([gone, gone, gone, gone]).until(closed(), 6_000)).rejects.toBe(gone);
    await expect(world([new TypeError('a fault')]).until(closed(), 6_000)).rejects.toThrow('a fault');
  });
});

describe('an answer', () => {
  it('is a line, and a table of blocks', () => {
    expect(reported(open, 1)).toBe('open: 1 of 1 cluster passed\n');
    expect(reported({ ...closed(1, 'OTHER_REVISION'), truncated: true }, 2)).toBe(
      `closed: 1 of 2 clusters passed
CLUSTER   CAUSE            OBJECT                                                         PHASE         REASON            REVISION         MESSAGE
leaf-01   OTHER_REVISION   leaf-01/kustomize.toolkit.fluxcd.io/Kustomization/team-a/web   RECONCILING   ObjectsNotReady   main@sha1:0a1b   7 of 10
There are more blocks than these.
`,
    );
  });

  const env = { ...process.env };
  afterEach(() => {
    jest.restoreAllMocks();
    process.env = env;
    process.exitCode = 0;
  });

  it.each([
    [open, 0],
    [closed(), 1],
  ])('has an exit code: %#', async (gate, code) => {
    process.env = { ...env, FLEETGRAPH_TOKEN: 'secret' };
    const fetched = jest
      .spyOn(globalThis, 'fetch')
      .mockResolvedValue(new Response(JSON.stringify({ data: { packageGate: gate } })));
    const written: string[] = [];
    jest.spyOn(process.stdout, 'write').mockImplementation(text => written.push(String(text)) > 0);
    const words = [
      'https://git.example/r',
      'apps',
      '--clusters',
      'a,b',
      '--clusters',
      'c',
      '--revision',
      'abc',
      '--soak',
      '10m',
      '-o',
      'json',
    ];
    await gateCommand().parseAsync(['node', 'gate', ...words]);
    expect(process.exitCode ?? 0).toBe(code);
    const id = '//https%3A%2F%2Fgit.example%2Fr/apps';
    expect(JSON.parse(fetched.mock.calls[0]![1]!.body as string)).toMatchObject({
      variables: { id, clusters: ['a', 'b', 'c'], revision: 'abc', soak: '10m', appliedIsEnough: false },
    });
    expect(JSON.parse(written.join(''))).toEqual({ package: id, clusters: ['a', 'b', 'c'], ...gate });
  });

  it('that is none is a failure that names the problem', async () => {
    process.env = { ...env, FLEETGRAPH_TOKEN: 'secret' };
    const body = { data: { packageGate: null }, errors: [{ message: 'clusters has leaf-01 twice.' }] };
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(JSON.stringify(body)));
    const requested = gateCommand().parseAsync([
      'node',
      'gate',
      'https://git.example/r',
      '--clusters',
      'leaf-01,leaf-01',
    ]);
    await expect(requested).rejects.toThrow(UsageError);
    await expect(requested).rejects.toThrow('clusters has leaf-01 twice.');
  });
});
