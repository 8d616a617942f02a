import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { Caller, KubernetesClient } from '../../kubernetes/client.ts';
import { parseKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { simulatedKubeconfig } from '../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../sim/leaf.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { ADMIN, JANE, pod, startLeaf } from '../sim/fixtures.ts';

const PATH = '/api/v1/namespaces/team-a/pods/web/log';
const asAdmin: Caller = { type: 'token', token: ADMIN, user: 'admin' };

describe('a log', () => {
  let leaf: SimulatedLeaf;
  let client: KubernetesClient;

  beforeAll(async () => {
    leaf = await startLeaf();
    leaf.objects.load([pod('team-a', 'web')]);
    leaf.logs.write({ namespace: 'team-a', pod: 'web', container: 'main' }, 'one\ntwo ö\nthree\n');
    const target = await parseKubeconfig(simulatedKubeconfig([leaf], ADMIN), { source: 'sim', directory: '/' }).target(
      leaf.name,
    );
    client = createKubernetesClient(target, { log: silentLogger });
  });
  afterAll(async () => {
    await client.close();
    await leaf.close();
  });

  it('comes as it is', async () => {
    const { bytes, complete } = await client.text(PATH, { as: asAdmin, query: { tailLines: 2 } });
    expect([bytes.toString(), complete]).toEqual(['two ö\nthree\n', true]);
  });

  it('is cut where it is longer than was asked for, of a leaf that minds no limit, too', async () => {
    const { bytes, complete } = await client.text(PATH, { as: asAdmin, maxBytes: 5 });
    expect([bytes.subarray(0, 5).toString(), complete]).toEqual(['one\nt', false]);
    expect((await client.text(PATH, { as: asAdmin, query: { limitBytes: 5 }, maxBytes: 5 })).complete).toBe(true);
  });

  it.each([
    ['of an earlier run that there is not', { previous: true }, 'BAD_REQUEST'],
    ['of another container', { container: 'other' }, 'BAD_REQUEST'],
  ])('%s is refused', async (_, query, code) => {
    await expect(client.text(PATH, { as: asAdmin, query })).rejects.toMatchObject({ code });
  });

  it('of somebody who may not read it is forbidden', async () => {
    await expect(client.text(PATH, { as: { type: 'token', token: JANE, user: 'jane' } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('is no login page', async () => {
    leaf.fail({ answer: 'html' });
    await expect(client.text(PATH, { as: asAdmin })).rejects.toMatchObject({ code: 'MALFORMED' });
    leaf.fail({});
  });

  it('that a node does not send keeps nobody from its Pod', async () => {
    leaf.fail({ answer: 'error', matching: /\/log/ });
    for (let i = 0; i < 8; i += 1) await expect(client.text(PATH, { as: asAdmin })).rejects.toThrow();
    await expect(client.text(PATH, { as: asAdmin })).rejects.toThrow('not answering this user about pods/log');
    await expect(client.request('/api/v1/namespaces/team-a/pods/web', { as: asAdmin })).resolves.toMatchObject({
      kind: 'Pod',
    });
    leaf.fail({});
  });
});
