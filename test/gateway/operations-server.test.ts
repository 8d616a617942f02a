/** What a process without the gateway role answers over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startOperationsServer } from '../../gateway/operations-server.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { silentLogger } from '../../telemetry/log.ts';

const ANY_PORT = { host: '127.0.0.1', port: 0 };

describe('a process without the gateway role', () => {
  let server: Awaited<ReturnType<typeof startOperationsServer>>;
  beforeAll(async () => {
    server = await startOperationsServer(createMetrics(), ANY_PORT, silentLogger);
  });
  afterAll(() => server.close());

  it.each(['/livez', '/readyz'])('answers %s', async path => {
    const { status, text } = await request(server.url).get(path);
    expect([status, text]).toEqual([200, 'ok']);
  });

  it('serves its metrics', async () => {
    const { status, text } = await request(server.url).get('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('process_cpu_user_seconds_total');
  });

  it.each(['/graphql', '/graphiql', '/'])('has nothing at %s, and says where the graph is', async path => {
    const { status, text } = await request(server.url).get(path);
    expect([status, text]).toEqual([404, expect.stringContaining('The graph is where the role gateway is')]);
  });

  it('says what to do when its port is taken', async () => {
    const taken = { host: '127.0.0.1', port: Number(new URL(server.url).port) };
    await expect(startOperationsServer(createMetrics(), taken, silentLogger)).rejects.toThrow(
      `127.0.0.1:${taken.port} is in use. Choose another port with --port or server.port.`,
    );
  });
});
