/**
 * A real API server and identityOn() agree on the identity of each caller. SelfSubjectReview, sent through our own
 * impersonation, shows the identity as the server understands it.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { acceptIdentity, type ClaimedIdentity } from '../../../identity/authenticator.ts';
import { callerOn, identityOn, type IdentityPolicy } from '../../../identity/identity.ts';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import type { KubernetesClient } from '../../../kubernetes/client.ts';
import { parseKubeconfig } from '../../../kubernetes/kubeconfig.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { startApiServer, type ApiServer } from '../../harness/apiserver.ts';

const policy = (usernamePrefix = '', groupPrefix = ''): IdentityPolicy => ({
  mode: 'impersonate',
  usernamePrefix,
  groupPrefix,
});

const IDENTITIES: [what: string, claim: ClaimedIdentity, policy?: IdentityPolicy][] = [
  ['a user', { user: 'jane' }],
  ['a user with groups', { user: 'jane', groups: ['dev', 'ops'] }],
  ['prefixes', { user: 'jane', groups: ['dev'] }, policy('corp:', 'corp-groups:')],
  ['a UID and extras', { user: 'jane', uid: '42', extra: { scopes: ['a', 'b,c'], 'example.org/Team Name': ['x'] } }],
  ['a ServiceAccount', { user: 'system:serviceaccount:team-a:robot' }],
  ['a ServiceAccount with other groups', { user: 'system:serviceaccount:team-a:robot', groups: ['dev'] }],
  ['a ServiceAccount under a prefix', { user: 'system:serviceaccount:team-a:robot' }, policy('corp:')],
  ['what only looks like a ServiceAccount', { user: 'system:serviceaccount:Team_A:robot' }],
  ['a ServiceAccount with too many parts', { user: 'system:serviceaccount:a:b:c' }],
  ['a name of Kubernetes', { user: 'system:kube-scheduler', groups: ['system:nodes'] }],
  ['system:masters, which is taken away', { user: 'jane', groups: ['system:masters', 'dev'] }],
  ['separators in groups', { user: 'jane', groups: ['a,b', 'a/b', 'a;b', 'a b', 'a:b', 'a', 'b', '"a"', '%2C'] }],
  ['case', { user: 'Jane', groups: ['Dev', 'dev', 'DEV'] }],
  ['letters of all kinds', { user: 'zo\u00eb@example.org', groups: ['e\u0301quipe', '\u00e9quipe', '開発', '🚀'] }],
  ['two hundred and fifty groups', { user: 'jane', groups: Array.from({ length: 250 }, (_, i) => `group-${i}`) }],
  ['five hundred groups', { user: 'jane', groups: Array.from({ length: 500 }, (_, i) => `group-${i}`) }],
  ['a group twice', { user: 'jane', groups: ['dev', 'dev'] }],
];

describe('a real API server takes our callers for whom we take them', () => {
  let server: ApiServer;
  let client: KubernetesClient;

  beforeAll(async () => {
    server = await startApiServer();
    const kubeconfig = parseKubeconfig(JSON.stringify(server.kubeconfig()), { source: 'harness', directory: '/' });
    client = createKubernetesClient(await kubeconfig.target(server.name), { log: silentLogger });
  });
  afterAll(async () => {
    await client?.close();
    await server?.remove();
  });

  it.each(IDENTITIES)('%s', async (_what, claim, on = policy()) => {
    const ours = identityOn(on, acceptIdentity(claim));
    const theirs = await review(callerOn({ identity: on }, acceptIdentity(claim))!);
    expect(theirs.username).toBe(ours.user);
    expect([...theirs.groups].sort()).toEqual([...ours.groups].sort());
    expect(theirs.uid ?? '').toBe(ours.uid);
    expect(theirs.extra ?? {}).toEqual(
      Object.fromEntries(Object.entries(ours.extra).map(([key, values]) => [key.toLowerCase(), values])),
    );
  });

  it('what it would add by itself to somebody without groups is what we add', async () => {
    for (const user of ['jane', 'system:serviceaccount:team-a:robot', 'system:serviceaccount:a:b:c']) {
      const theirs = await review({ type: 'impersonate', user, groups: [], uid: '', extra: {} });
      expect([...theirs.groups].sort()).toEqual([...identityOn(policy(), acceptIdentity({ user })).groups].sort());
    }
  });

  it.each(['jane\r\nImpersonate-Group: system:masters', 'jane\0', ' jane', 'jane '])(
    'nobody is asked for %j',
    async user => {
      await expect(
        review({ type: 'impersonate', user, groups: ['system:authenticated'], uid: '', extra: {} }),
      ).rejects.toThrow(/was not sent/);
    },
  );

  async function review(as: Parameters<KubernetesClient['request']>[1]['as']) {
    const answer = await client.request<{ status: { userInfo: UserInfo } }>(
      '/apis/authentication.k8s.io/v1/selfsubjectreviews',
      {
        as,
        method: 'POST',
        body: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' },
      },
    );
    return answer.status.userInfo;
  }
});

interface UserInfo {
  readonly username: string;
  readonly groups: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}
