/**
 * Registers one cluster on servers in memory, and removes it. Tests the changed objects, a second run, and the messages
 * about failures.
 */
import { describe, expect, it } from '@jest/globals';
import type { checkCluster } from '../../../cli/register/check-cluster.ts';
import { kubeconfigIn, hubSecretName } from '../../../cli/register/hub-secret.ts';
import {
  registerCluster,
  unregisterCluster,
  withoutTokens,
  type RegistrationTask,
  type RegistrationTools,
} from '../../../cli/register/register-cluster.ts';
import type { KubernetesClient } from '../../../kubernetes/client.ts';
import { KubernetesError } from '../../../kubernetes/errors.ts';
import type { ClusterTarget } from '../../../kubernetes/transport.ts';
import { Chance } from '../../fuzz/chance.ts';
import { boundToken, FakeApiServer } from '../fake-api-server.ts';

const SECRET = '/api/v1/namespaces/fleet/secrets/leaf-01';

const fine: typeof checkCluster = async ({ name }) => ({ name, ok: true, line: 'v1.36.2, fine' });

function world({
  refuses = [],
  check = fine,
}: { readonly refuses?: readonly string[]; readonly check?: typeof checkCluster } = {}) {
  const leaf = new FakeApiServer('leaf');
  const hub = new FakeApiServer('hub');
  const reached: string[] = [];
  const open = (target: ClusterTarget) => {
    const version = async () => {
      const { authorization = '' } = (await target.credentials?.()) ?? {};
      reached.push(`${target.server} ${authorization}`);
      if (refuses.some(token => authorization.includes(token)))
        throw new KubernetesError('UNAUTHORIZED', 'no', { cluster: 'leaf' });
      return 'v1.36.2';
    };
    return { version, close: async () => undefined } as unknown as KubernetesClient;
  };
  const tools: RegistrationTools = { open, check, patienceMs: 0 };
  const task: RegistrationTask = {
    name: 'leaf-01',
    labels: { env: 'prod' },
    leaf,
    target: { server: 'https://leaf.example:6443' },
    rights: {
      namespace: 'fleetgraph',
      allKinds: false,
      impersonate: { users: ['jane', 'system:serviceaccount:apps:robot'], groups: ['dev'], uids: [] },
    },
    tokenSeconds: 3_600,
    allow: [],
    hub: { client: hub, namespace: 'fleet' },
    dryRun: false,
  };
  const register = (changes: Partial<RegistrationTask> = {}) => registerCluster({ ...task, ...changes }, tools);
  const token = () => /token: (\S+)/.exec(kubeconfigIn(hub.objects.get(SECRET) as never) ?? '')?.[1];
  return { leaf, hub, register, task, token, reached, tools };
}

describe('registering a cluster', () => {
  it('makes the account with its rights on the leaf, and on the hub a Secret that names cluster, labels and a new token', async () => {
    const { leaf, hub, register, token } = world();
    const { line } = await register();
    expect(line).toBe('v1.36.2, fine');
    expect(leaf.kinds).toEqual([
      'ClusterRole fleetgraph-collector',
      'ClusterRoleBinding fleetgraph-collector',
      'Namespace fleetgraph',
      'Role apps/fleetgraph-collector-impersonate',
      'Role fleetgraph/fleetgraph-collector-token',
      'RoleBinding apps/fleetgraph-collector-impersonate',
      'RoleBinding fleetgraph/fleetgraph-collector-token',
      'ServiceAccount fleetgraph/fleetgraph-collector',
    ]);
    expect(hub.kinds).toEqual(['Namespace fleet', 'Secret fleet/leaf-01']);
    expect(hub.objects.get(SECRET)?.['metadata']).toMatchObject({
      labels: { env: 'prod', 'kiali.io/multiCluster': 'true', 'app.kubernetes.io/managed-by': 'fleetgraph' },
      annotations: { 'kiali.io/cluster': 'leaf-01' },
    });
    expect(token()).toBe(leaf.tokens[0]);
  });

  it('changes nothing the second time', async () => {
    const { leaf, hub, register } = world();
    await register();
    const versions = () =>
      [leaf, hub].map(({ objects }) => [...objects.values()].map(({ metadata }) => metadata.resourceVersion));
    const before = versions();
    const { steps } = await register();
    expect(new Set(steps.map(({ did }) => did))).toEqual(new Set(['unchanged']));
    expect([versions(), leaf.tokens.length]).toEqual([before, 1]);
  });

  it.each([
    ['of which two thirds of the life are over', boundToken({ age: 2_500 }), []],
    ['that the leaf does not take', boundToken(), ['.']],
    ['of another account', boundToken({ name: 'somebody' }), []],
    ['that is none', 'nonsense', []],
  ])('exchanges a token %s', async (_what, old, refuses) => {
    const { leaf, hub, register, token } = world({ refuses });
    await register();
    const secret = hub.objects.get(SECRET)!;
    const text = kubeconfigIn(secret as never)!.replace(token()!, old);
    hub.objects.set(SECRET, { ...secret, data: { kubeconfig: Buffer.from(text).toString('base64') } });
    await register();
    expect(token()).toBe(leaf.tokens[1]);
  });

  it('takes away the right to be a ServiceAccount that is no longer named, and leaves the Role of another installation', async () => {
    const { leaf, register } = world();
    await register();
    const theirs = { kind: 'RoleBinding', metadata: { name: 'fleetgraph-collector-impersonate', namespace: 'z' }, subjects: [{ kind: 'ServiceAccount', name: 'fleetgraph-collector', namespace: 'other' }] }; // prettier-ignore
    leaf.objects.set('/theirs', theirs);
    await register({ rights: { namespace: 'fleetgraph', allKinds: false, impersonate: 'nobody' } });
    expect(leaf.kinds.filter(kind => kind.includes('impersonate'))).toEqual([
      'RoleBinding z/fleetgraph-collector-impersonate',
    ]);
  });

  describe('on a cluster whose administrator has added rules to the role', () => {
    const ROLE = '/apis/rbac.authorization.k8s.io/v1/clusterroles/fleetgraph-collector';
    const only = (...kinds: string[]) => ({
      rights: { namespace: 'fleetgraph', allKinds: false, impersonate: 'nobody' as const, kinds },
    });
    const rulesOf = (leaf: FakeApiServer) =>
      (leaf.objects.get(ROLE)!['rules'] as { apiGroups: string[]; resources: string[]; verbs: string[] }[]).flatMap(
        ({ apiGroups, resources, verbs }) =>
          resources.map(resource => `${verbs.join()} ${apiGroups.join()}/${resource}`),
      );
    const add = (leaf: FakeApiServer, ...rules: object[]) => {
      const role = leaf.objects.get(ROLE)!;
      leaf.objects.set(ROLE, { ...role, rules: [...(role['rules'] as object[]), ...rules] });
    };
    const certificates = { apiGroups: ['cert-manager.io'], resources: ['certificates'], verbs: ['list', 'watch'] };

    it('keeps them, however often it registers', async () => {
      const { leaf, register } = world();
      await register(only());
      const before = rulesOf(leaf);
      add(leaf, certificates, { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] });
      for (let i = 0; i < 2; i++) await register(only());
      expect(rulesOf(leaf)).toEqual([...before, 'list,watch cert-manager.io/certificates', 'get /pods/log']);
    });

    it('keeps what was added to a rule of its own, and no more of that rule than was added', async () => {
      const { leaf, register } = world();
      await register(only());
      const before = rulesOf(leaf);
      add(leaf, { apiGroups: [''], resources: ['secrets', 'podtemplates'], verbs: ['get', 'list', 'watch'] });
      await register({ rights: { ...only().rights, secrets: false } });
      const kept = ['get /secrets', 'get,list,watch /podtemplates'];
      expect(rulesOf(leaf)).toEqual([...before.filter(rule => rule !== 'list,watch /secrets'), ...kept]);
    });

    it('takes away the rights of its own options that are no longer named', async () => {
      const { leaf, register } = world();
      await register(only());
      const before = rulesOf(leaf);
      const { namespace } = only().rights;
      await register({ rights: { namespace, allKinds: true, impersonate: 'anybody', tokenReviews: true } });
      await register(only('certificates.cert-manager.io', 'widgets'));
      expect(new Set(rulesOf(leaf))).toEqual(
        new Set([...before, 'list,watch cert-manager.io/certificates', 'list,watch /widgets']),
      );
      await register(only());
      expect(rulesOf(leaf)).toEqual(before);
      expect((await register(only())).steps.every(({ did }) => did === 'unchanged')).toBe(true);
    });
  });

  it('changes nothing in a dry run, and says what it would make', async () => {
    const { leaf, hub, register } = world();
    const { steps, line } = await register({ dryRun: true });
    expect([leaf.writes, hub.writes, leaf.tokens, line]).toEqual([[], [], [], undefined]);
    expect(steps.filter(({ did }) => did === 'created')).toHaveLength(10);
  });

  it('overwrites no Secret that somebody else made', async () => {
    const { leaf, hub, register } = world();
    hub.objects.set(SECRET, { kind: 'Secret', metadata: { name: 'leaf-01', namespace: 'fleet' } });
    await expect(register()).rejects.toThrow('Secret fleet/leaf-01 on the hub was not created by fleetgraph register.');
    expect([leaf.writes, hub.writes]).toEqual([[], []]);
  });

  it.each([
    ['an address of this machine', { target: { server: 'https://127.0.0.1:6443' } }, /address of this machine/],
    ['http', { target: { server: 'http://leaf.example' } }, /must be an https/],
    [
      'an unchecked certificate',
      { target: { server: 'https://leaf.example', tls: { insecure: true } } },
      /insecure-skip-tls-verify is not allowed/,
    ],
  ])('refuses %s before anything is written, as the source would', async (_what, changes, message) => {
    const { leaf, hub, register } = world();
    await expect(register(changes)).rejects.toThrow(message);
    expect([leaf.writes, hub.writes]).toEqual([[], []]);
  });

  it('says what its own check says', async () => {
    const check: typeof checkCluster = async ({ name }) => ({ name, ok: false, line: 'may not list pods' });
    await expect(world({ check }).register()).rejects.toThrow(
      'the cluster is registered but cannot be used yet: may not list pods',
    );
  });

  it('never says a token, whatever a server answers', async () => {
    const secrets: string[] = [];
    const chance = new Chance('tokens');
    for (let i = 0; i < 300; i++) {
      const { leaf, hub, register } = world();
      const token = boundToken({ number: i });
      secrets.push(token);
      if (chance.oneIn(2))
        leaf.tokenAnswer = chance.one([
          token,
          { token },
          { status: token },
          { status: { token: [token] } },
          { status: { token: `${token}\n` } },
          null,
        ]);
      else
        hub.failures.set('PATCH', {
          code: chance.one(['FORBIDDEN', 'INVALID', 'SERVER_ERROR'] as const),
          message: `the webhook says no to ${token} and ${Buffer.from(token).toString('base64')}`,
        });
      const said = await register().then(() => '', withoutTokens);
      for (const part of token.split('.').slice(1, 2)) expect(said).not.toContain(part.slice(0, 48));
      expect(said).not.toContain(Buffer.from(token).toString('base64').slice(0, 64));
    }
  });
});

describe('removing a cluster', () => {
  it('removes all that was made but the namespaces, and has nothing to do the second time', async () => {
    const { leaf, hub, register, task } = world();
    await register();
    const remove = () =>
      unregisterCluster({ name: 'leaf-01', leaf, namespace: 'fleetgraph', hub: task.hub, dryRun: false });
    expect((await remove())[0]).toMatchObject({ on: 'hub', did: 'removed' });
    expect([leaf.kinds, hub.kinds]).toEqual([['Namespace fleetgraph'], ['Namespace fleet']]);
    expect(new Set((await remove()).map(({ did }) => did))).toEqual(new Set(['unchanged']));
  });

  it('takes a cluster that is gone out of the hub alone', async () => {
    const { hub, register, task } = world();
    await register();
    await unregisterCluster({
      name: 'leaf-01',
      leaf: undefined,
      namespace: 'fleetgraph',
      hub: task.hub,
      dryRun: false,
    });
    expect(hub.kinds).toEqual(['Namespace fleet']);
  });
});

it.each([
  ['leaf-01', 'leaf-01'],
  ['a.b', 'a.b'],
  ['arn:aws:eks:eu:1:cluster/B', expect.stringMatching(/^arn-aws-eks-eu-1-cluster-b-[0-9a-f]{8}$/)],
  ['A', expect.stringMatching(/^a-[0-9a-f]{8}$/)],
])('the Secret of %s is called %s', (cluster, name) => {
  expect(hubSecretName(cluster)).toEqual(name);
});
