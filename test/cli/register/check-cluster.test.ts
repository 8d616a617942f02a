/** Messages of `fleetgraph clusters` about a faulty cluster. */
import { expect, it } from '@jest/globals';
import { checkCluster, type WorkToDo } from '../../../cli/register/check-cluster.ts';
import type { Registration } from '../../../clusters/registry.ts';
import { KubernetesError } from '../../../kubernetes/errors.ts';

const work: WorkToDo = {
  kinds: { include: [], exclude: [] },
  audit: false,
  tokenReviewers: [],
  people: [],
  strangers: false,
};

function failing(error: Error): Registration {
  const client = { version: () => Promise.reject(error) };
  return {
    name: 'leaf-01',
    client,
    identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
  } as unknown as Registration;
}

it.each([
  [
    'a plugin that waits for somebody',
    new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
    /^no answer within 10 s, from its API server or from the plugin that gives the credentials\./,
  ],
  [
    'a token that was revoked',
    new KubernetesError('UNAUTHORIZED', 'leaf-01: GET /version: HTTP 401: Unauthorized', {
      cluster: 'leaf-01',
      status: 401,
    }),
    /^GET \/version: HTTP 401: Unauthorized\. Its API server does not accept the credentials: .* Give fleetgraph a new token\.$/,
  ],
  [
    'a server that is away',
    new KubernetesError('UNREACHABLE', 'leaf-01: GET /version: connection refused', { cluster: 'leaf-01' }),
    /^GET \/version: connection refused$/,
  ],
])('%s', async (_what, error, line) => {
  expect(await checkCluster(failing(error), work)).toEqual({
    name: 'leaf-01',
    ok: false,
    line: expect.stringMatching(line),
  });
});
