/** When /readyz says that a gateway should get requests. */
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { probes } from '../../../gateway/http/operations-server.ts';
import { Readiness, type IndexProgress } from '../../../gateway/http/readiness.ts';

const DONE: IndexProgress = { sourcesRead: true, total: 5, rebuilding: 0, unreachable: 1, closed: 1 };

function gateway(first: Partial<IndexProgress>) {
  let progress = { ...DONE, ...first };
  let now = 0;
  let counted = 0;
  const readiness = new Readiness({ progress: () => (counted++, progress), withinMs: 60_000, now: () => now });
  return {
    readiness,
    counted: () => counted,
    becomes: (next: Partial<IndexProgress>) => void (progress = { ...DONE, ...next }),
    passes: (ms: number) => void (now += ms),
  };
}

describe('a gateway is ready', () => {
  it.each([
    ['while a cluster is still being read', { rebuilding: 1 }, false],
    ['while a source has not said which clusters there are', { sourcesRead: false }, false],
    ['when clusters are unreachable or closed, since nobody waits for these', {}, true],
    ['when there is no cluster at all', { total: 0, unreachable: 0, closed: 0 }, true],
  ])('%s: %#', (_when, progress, isReady) => {
    expect(gateway(progress).readiness.state.isReady).toBe(isReady);
  });

  it('after the time whatever is missing', () => {
    const { readiness, passes } = gateway({ rebuilding: 2 });
    passes(59_750);
    expect(readiness.state.isReady).toBe(false);
    passes(250);
    expect(readiness.state.isReady).toBe(true);
  });

  it('for good, when it was once', () => {
    const { readiness, becomes, passes } = gateway({});
    expect(readiness.state.isReady).toBe(true);
    becomes({ rebuilding: 5, sourcesRead: false });
    passes(250);
    expect(readiness.state.isReady).toBe(true);
  });

  it('no longer when the process begins to stop, from the very next question on', () => {
    const { readiness } = gateway({});
    expect(readiness.state.isReady).toBe(true);
    readiness.leave();
    expect(readiness.state).toMatchObject({ isReady: false, short: 'the process stops' });
  });

  it('by one count of the clusters in a quarter of a second, however often it is asked', () => {
    const { readiness, counted, passes } = gateway({ rebuilding: 1 });
    for (let i = 0; i < 100; i++) void readiness.state;
    expect(counted()).toBe(1);
    passes(250);
    void readiness.state;
    expect(counted()).toBe(2);
  });
});

describe('/readyz', () => {
  const { readiness, becomes, passes } = gateway({ rebuilding: 2, sourcesRead: false });
  const app = express().use(probes(readiness));

  it('is 503 while something is missing, and says what with ?verbose, in counts', async () => {
    const short = await request(app).get('/readyz');
    expect([short.status, short.text]).toEqual([503, 'the index is not complete yet: /readyz?verbose']);
    const { status, text } = await request(app).get('/readyz?verbose');
    expect([status, text]).toEqual([
      503,
      '[-] sources of clusters: not all read yet\n[-] index: 3 of 5 clusters known (1 unreachable, 1 closed)\nnot ready, for 60 s more at the most\n',
    ]);
  });

  it('is 200 from then on', async () => {
    becomes({});
    passes(250);
    const { status, text } = await request(app).get('/readyz');
    expect([status, text]).toEqual([200, 'ok']);
    expect((await request(app).get('/readyz?verbose')).text).toBe(
      '[+] sources of clusters: all read\n[+] index: 5 of 5 clusters known (1 unreachable, 1 closed)\nready\n',
    );
  });
});
