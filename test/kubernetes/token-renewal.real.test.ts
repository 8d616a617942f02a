/** Tokens that expire are renewed by a real API server, with the permissions that prepare-cluster prints. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Clock } from '../../async/clock.ts';
import { leafObjects } from '../../cli/register/leaf-rights.ts';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import { readKubeconfig } from '../../kubernetes/kubeconfig.ts';
import type { KubeconfigToken } from '../../kubernetes/kubeconfig-token.ts';
import { boundTokenOf, startTokenRenewal } from '../../kubernetes/token-renewal.ts';
import { silentLogger, type Logger } from '../../telemetry/log.ts';
import type { KubernetesJson } from '../harness/apiserver-client.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { eventually } from '../harness/fleetgraph.ts';

describe('against a real API server', () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startApiServer({ name: 'leaf' });
    await server.apply(leafObjects({ namespace: 'fleet', allKinds: false, impersonate: 'nobody' }) as KubernetesJson[]);
  });
  afterAll(() => server?.remove());

  it('the rights that prepare-cluster prints renew a token in its file, and the new one is taken', async () => {
    const account = '/api/v1/namespaces/fleet/serviceaccounts/fleetgraph-collector/token';
    const ask = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 600 } };
    const { status } = (await server.request('POST', account, ask)).body as { status?: { token?: string } };
    const first = status?.token ?? '';
    const file = join(server.directory, 'token');
    await writeFile(file, first, { mode: 0o600 });
    const config = server.kubeconfig();
    config.users[0]!.user = { tokenFile: 'token' } as never;
    const path = join(server.directory, 'bound.kubeconfig');
    await writeFile(path, stringify(config), { mode: 0o600 });

    const target = await (await readKubeconfig(path)).target('leaf');
    const client = createKubernetesClient(target, { log: silentLogger });
    // On this clock, eight of the token's ten minutes have passed, and a sleep never ends.
    const late: Clock = {
      now: () => Date.now() + 480_000,
      sleep: (_ms, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    };
    // The authorizer of the server learns of new permissions through a watch, after a short delay.
    await eventually(
      () => renewed(client, target.token!, late, file),
      text => text.trim() !== first,
      { what: 'another token in the file' },
    );
    const second = (await readFile(file, 'utf8')).trim();
    expect(boundTokenOf(second)!.expiresAt).toBeGreaterThanOrEqual(boundTokenOf(first)!.expiresAt);
    const fresh = await (await readKubeconfig(path)).target('leaf');
    expect(await fresh.credentials?.()).toEqual({ authorization: `Bearer ${second}` });
    await client.close();
  });

  async function renewed(
    client: Parameters<typeof startTokenRenewal>[0]['client'],
    token: KubeconfigToken,
    clock: Clock,
    file: string,
  ) {
    const said: string[] = [];
    const tell = (fields: { reason?: string }) => void said.push(fields.reason ?? 'renewed');
    const log = { info: tell, warn: tell, error: tell } as unknown as Logger;
    const renewal = startTokenRenewal({ client, token, log, clock });
    await eventually(
      async () => said.length,
      count => count > 0,
      { what: 'an answer' },
    );
    renewal.stop();
    return readFile(file, 'utf8');
  }
});
