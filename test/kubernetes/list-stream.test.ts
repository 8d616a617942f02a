/** A list that is read in parts. A broken list gives an error. */
import { afterEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { KubernetesClient, KubernetesObject, ListOptions, ListPage } from '../../kubernetes/client.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { json, startScriptedServer, status, type Script, type ScriptedServer } from './scripted-server.ts';
import { until } from './until.ts';

const PODS = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const HEAD =
  '{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7","continue":"next","remainingItemCount":3},"items":[';
const pod = (name: string, padding = ''): string => `{"metadata":{"name":"${name}"},"status":{"message":"${padding}"}}`;

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function connect(script: Script): Promise<{ server: ScriptedServer; client: KubernetesClient }> {
  const server = await startScriptedServer(script);
  const client = createKubernetesClient({ cluster: 'leaf-1', server: server.url }, { log: silentLogger });
  cleanups.push(
    () => server[Symbol.asyncDispose](),
    () => client.close(),
  );
  return { server, client };
}

interface Listed {
  readonly page: ListPage;
  /** Delivered parts, one entry per call. */
  readonly parts: string[][];
}

async function list(client: KubernetesClient, options: Partial<ListOptions> = {}): Promise<Listed> {
  const parts: string[][] = [];
  const page = await client.list(PODS, {
    as: { type: 'self' },
    onObjects: objects => void parts.push(objects.map(({ metadata }) => metadata.name)),
    ...options,
  });
  return { page, parts };
}

function begin(response: ServerResponse, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
}

describe('a list in parts', () => {
  it('hands over each object as soon as it has come, and ends with the rest of the page', async () => {
    const seen: string[] = [];
    const { client } = await connect(async (_request, response) => {
      begin(response);
      response.write(`${HEAD}${pod('a')},{"metadata"`);
      await until(() => seen.join() === 'a');
      response.write(`:{"name":"b"}},${pod('c')}`);
      await until(() => seen.join() === 'a,b,c');
      response.end(']}\n');
    });
    const { page } = await list(client, {
      onObjects: objects => void seen.push(...objects.map(({ metadata }) => metadata.name)),
    });
    expect(page).toEqual({ items: [], resourceVersion: '7', continue: 'next', remainingItemCount: 3 });
  });

  it('may be no larger than it is allowed to be', async () => {
    const { client } = await connect((_request, response) => {
      begin(response);
      response.end(`${HEAD}${pod('a', 'x'.repeat(20_000))}]}`);
    });
    await expect(list(client, { maxBytes: 10_000, onObjects: () => undefined })).rejects.toMatchObject({
      code: 'MALFORMED',
      message: expect.stringContaining('larger than 10000'),
    });
  });

  it('is read when it is compressed', async () => {
    const { client } = await connect((_request, response) => {
      begin(response, { 'content-encoding': 'gzip' });
      response.end(gzipSync(`${HEAD}${pod('a')}]}`));
    });
    expect((await list(client)).parts.flat()).toEqual(['a']);
  });

  it('waits for its consumer, and that time is not the leaf’s', async () => {
    const { client } = await connect((_request, response) => {
      begin(response);
      response.end(`${HEAD}${pod('a')}]}`);
    });
    let taken = false;
    await list(client, {
      timeoutMs: 2_000,
      onObjects: async () => {
        await new Promise(resolve => setTimeout(resolve, 2_100));
        taken = true;
      },
    });
    expect(taken).toBe(true);
  });

  it('leaves out items that are no objects, or too large, reports how many, and keeps the others', async () => {
    const large = pod('large', 'x'.repeat(8 * 1024 * 1024));
    const { client } = await connect((_request, response) => {
      begin(response);
      response.end(`${HEAD}null,7,${pod('')},{"metadata":{"name":"x","labels":[]}},${large},${pod('a')}]}`);
    });
    let leftOut = 0;
    expect((await list(client, { onLeftOut: count => (leftOut += count) })).parts.flat()).toEqual(['a']);
    expect(leftOut).toBe(5);
  });

  it.each([
    '[]',
    '{}',
    'null',
    '{"items":{},"metadata":{"resourceVersion":"1"}}',
    '{"items":[]}',
    `${HEAD}{]}`,
    `${HEAD}${pod('a')}`,
  ])('is MALFORMED when the body is no list: %s', async body => {
    const { client } = await connect((_request, response) => {
      begin(response);
      response.end(body);
    });
    await expect(list(client)).rejects.toMatchObject({
      code: 'MALFORMED',
      message: expect.stringMatching(/^leaf-1: list pods.*: expected JSON/),
    });
  });

  it('is an error that says so when the body is a login page', async () => {
    const { client } = await connect((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><title>Sign in</title>');
    });
    await expect(list(client)).rejects.toMatchObject({
      code: 'MALFORMED',
      message: expect.stringMatching(/A web page/),
    });
  });

  it('fails when it breaks off in the middle, and does not begin again by itself', async () => {
    const { server, client } = await connect((_request, response) => {
      begin(response, { 'content-length': '10000' });
      response.write(`${HEAD}${pod('a')}`, () => response.destroy());
    });
    await expect(list(client)).rejects.toMatchObject({ code: 'UNREACHABLE' });
    expect(server.requests).toHaveLength(1);
  });

  it('is asked for once more by a server that was busy, after the time that it asked for', async () => {
    let refused = 0;
    const { server, client } = await connect((_request, response) => {
      if (refused++ === 0) return json(response, 429, status(429, 'TooManyRequests', 'busy'), { 'retry-after': '1' });
      begin(response);
      return response.end(`${HEAD}${pod('a')}]}`);
    });
    expect((await list(client)).parts.flat()).toEqual(['a']);
    expect(server.requests).toHaveLength(2);
  });

  it('stops at once when its caller leaves or cannot take an object, and the server sees it', async () => {
    const { server, client } = await connect((_request, response) => {
      begin(response);
      response.write(`${HEAD}${pod('a')},`);
    });
    const leaving = new AbortController();
    const left = list(client, { signal: leaving.signal, onObjects: () => leaving.abort(new Error('enough')) });
    await expect(left).rejects.toThrow('enough');
    await until(() => server.givenUp === 1);
    const noRoom = new Error('no room');
    const refuse = (_objects: readonly KubernetesObject[]): never => {
      throw noRoom;
    };
    for (let i = 0; i < 10; i += 1) await expect(list(client, { onObjects: refuse })).rejects.toBe(noRoom);
    await until(() => server.givenUp === 11);
    expect(client.health().state).toBe('closed'); // the error is not a failure of the leaf
  });
});
