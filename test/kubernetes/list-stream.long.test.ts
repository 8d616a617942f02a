/** A list larger than the limit of a list whose objects are collected: 70 MB, read twice. */
import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { ListOptions } from '../../kubernetes/client.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { startScriptedServer } from './scripted-server.ts';

const PODS = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', namespaced: true };
const LIST: ListOptions = { as: { type: 'self' } };

it('a list in parts may be larger than anything that is held', async () => {
  const padding = 'x'.repeat(1024 * 1024);
  await using server = await startScriptedServer(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[');
    for (let i = 0; i < 70; i += 1) {
      const pod = `{"metadata":{"name":"p-${i}"},"status":{"message":"${padding}"}}`;
      if (!response.write(`${i > 0 ? ',' : ''}${pod}`)) await once(response, 'drain');
    }
    response.end(']}');
  });
  const client = createKubernetesClient({ cluster: 'leaf-1', server: server.url }, { log: silentLogger });
  try {
    await expect(client.list(PODS, LIST)).rejects.toMatchObject({
      code: 'MALFORMED',
      message: expect.stringMatching(/larger than 16777216/),
    });
    const parts: number[] = [];
    await client.list(PODS, { ...LIST, onObjects: objects => void parts.push(objects.length) });
    expect(parts.reduce((sum, count) => sum + count)).toBe(70);
    expect(parts.length).toBeGreaterThan(60);
  } finally {
    await client.close();
  }
});
