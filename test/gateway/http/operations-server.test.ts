/** The listener for operators, and the conditions under which /readyz reports a gateway as ready. */
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import {
  type IndexProgress,
  probes,
  Readiness,
  renderedOnce,
  startOperationsServer,
} from '../../../gateway/http/operations-server.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { createMetrics } from '../../../telemetry/metrics.ts';

describe('operations server', () => {
  const start = (port: number, readiness?: Readiness) =>
    startOperationsServer({
      metrics: createMetrics(),
      readiness,
      address: { host: '127.0.0.1', port },
      log: silentLogger,
    });

  describe('the operations listener', () => {
    let server: Awaited<ReturnType<typeof startOperationsServer>>;
    beforeAll(async () => {
      server = await start(0);
    });
    afterAll(() => server.close());

    it.each(['/livez', '/readyz'])('answers %s', async path => {
      const { status, text } = await request(server.url).get(path);
      expect([status, text]).toEqual([200, 'ok']);
    });

    it('says that a gateway is not ready yet', async () => {
      const progress = () => ({ sourcesRead: false, total: 1, rebuilding: 1, unreachable: 0, closed: 0 });
      const gateway = await start(0, new Readiness({ progress, withinMs: 60_000 }));
      expect((await request(gateway.url).get('/readyz')).status).toBe(503);
      await gateway.close();
    });

    it('serves the metrics of the process', async () => {
      const { status, text } = await request(server.url).get('/metrics');
      expect(status).toBe(200);
      expect(text).toContain('process_cpu_user_seconds_total');
    });

    it('answers 503 where a metric cannot be read', async () => {
      const metrics = createMetrics();
      jest.spyOn(metrics, 'metrics').mockRejectedValue(new Error('a metric that never comes'));
      const other = await startOperationsServer({
        metrics,
        address: { host: '127.0.0.1', port: 0 },
        log: silentLogger,
      });
      const { status, text } = await request(other.url).get('/metrics');
      expect([status, text]).toEqual([503, 'The metrics cannot be read at the moment. The log says why.\n']);
      await other.close();
    });

    it.each(['/graphql', '/graphiql', '/'])('has nothing at %s, and says where the graph is', async path => {
      const { status, text } = await request(server.url).get(path);
      expect([status, text]).toEqual([404, expect.stringContaining('The graph has a port of its own (server.port)')]);
    });

    it('names the key of the configuration when its port is taken', async () => {
      const port = Number(new URL(server.url).port);
      await expect(start(port)).rejects.toThrow(
        `127.0.0.1:${port} is in use. Choose another port with server.operations.port.`,
      );
    });
  });

  describe('metrics are rendered', () => {
    function counting() {
      let now = 0;
      const renderings: { done: () => void; fail: () => void }[] = [];
      const rendered = renderedOnce(
        {
          metrics: () =>
            new Promise((resolve, reject) =>
              renderings.push({ done: () => resolve(String(renderings.length)), fail: reject }),
            ),
        },
        () => now,
      );
      return { renderings, ask: async () => String(await rendered()), passes: (ms: number) => void (now += ms) };
    }

    it('once for all who ask at the same time, however long it takes', async () => {
      const { renderings, ask, passes } = counting();
      const requested = [ask(), ask()];
      passes(10_000);
      requested.push(ask());
      renderings[0]!.done();
      expect(await Promise.all(requested)).toEqual(['1', '1', '1']);
      expect(renderings).toHaveLength(1);
    });

    it('once a second, counted from when they are rendered', async () => {
      const { renderings, ask, passes } = counting();
      const first = ask();
      passes(500);
      renderings[0]!.done();
      await first;
      passes(999);
      expect(await ask()).toBe('1');
      passes(1);
      const second = ask();
      renderings[1]!.done();
      expect(await second).toBe('2');
    });

    it('for a bounded time: who waits for a metric that never comes gets an error', async () => {
      const rendered = renderedOnce({ metrics: () => new Promise(() => undefined) }, () => 0, 1);
      await expect(rendered()).rejects.toThrow('The metrics were not read within 0.001 s.');
    });

    it('again a second after a rendering that failed', async () => {
      const { renderings, ask, passes } = counting();
      const first = ask();
      renderings[0]!.fail();
      await expect(first).rejects.toBeUndefined();
      passes(1_000);
      const second = ask();
      renderings[1]!.done();
      expect(await second).toBe('2');
    });
  });
});

describe('readiness', () => {
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
});
