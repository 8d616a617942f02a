/**
 * The live subgraph over a leaf that decides by its own RBAC, through the product's own client. The suite runs on a
 * real API server and on the simulated leaf.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKubernetesClient } from '../../../kubernetes/api-client.ts';
import type { KubernetesClient, KubernetesObject } from '../../../kubernetes/client.ts';
import type { ClusterTarget } from '../../../kubernetes/transport.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import type { LeafUnderTest } from '../../kubernetes/leaf-contract.ts';
import { graphOver, JANE } from './graph.ts';

/** The leaf under test. This suite does not need forgetHistory(). */
type Leaf = Omit<LeafUnderTest, 'forgetHistory'>;

const RBAC = 'rbac.authorization.k8s.io';
const JOHN = { ...JANE, user: 'john', groups: ['on-call, with a comma', 'ops'] };

export function describeLive(name: string, open: () => Promise<Leaf>): void {
  describe(`${name}, live`, () => {
    let leaf: Leaf;
    let client: KubernetesClient;
    const clients: KubernetesClient[] = [];
    let graph: ReturnType<typeof graphOver>;

    /** A client of the leaf with another target or other credentials. */
    const reachedBy = (change: Partial<ClusterTarget>): KubernetesClient => {
      const other = createKubernetesClient({ ...leaf.target, ...change }, { log: silentLogger });
      clients.push(other);
      return other;
    };
    const idOf = (configMap: string) => `${client.cluster}//ConfigMap/live/${configMap}`;

    beforeAll(async () => {
      leaf = await open();
      client = reachedBy({});
      graph = graphOver([client]);
      await arrange(client);
    }, 600_000);
    afterAll(async () => {
      await Promise.all(clients.map(client => client.close()));
      await leaf?.close();
    });

    it('shows an object to who may get it', async () => {
      const { lives, errors } = await graph.ask(
        [idOf('config-1')],
        'state message manifest yaml(managedFields: true) metadata { name uid creationTimestamp }',
      );
      expect(errors).toEqual([]);
      expect(lives[0]).toMatchObject({
        state: 'OK',
        manifest: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: { name: 'config-1', namespace: 'live' },
          data: { key: 'value 1' },
        },
        metadata: { name: 'config-1', uid: expect.any(String), creationTimestamp: expect.anything() },
      });
      expect(lives[0].manifest.metadata).not.toHaveProperty('managedFields');
      expect(lives[0].yaml).toContain('key: value 1');
    });

    it('sends metadata alone when nothing else is asked for', async () => {
      const { lives } = await graph.ask([idOf('config-1')], 'state metadata { name labels }');
      expect(lives).toEqual([{ state: 'OK', metadata: { name: 'config-1', labels: { app: 'live' } } }]);
    });

    it('says in words of ours what is refused', async () => {
      const { lives } = await graph.ask([`${client.cluster}//Secret/live/secret`], 'state message manifest');
      expect(lives[0]).toMatchObject({
        state: 'FORBIDDEN',
        manifest: null,
        message: `Cluster "${client.cluster}" does not let you get secrets "secret" in namespace "live".`,
      });
    });

    it.each([
      ['jane, who may get but not list', JANE],
      ['john, who may list', JOHN],
    ])('shows many objects to %s', async (_, as) => {
      const ids = Array.from({ length: 12 }, (_, i) => idOf(`config-${i}`));
      const { lives } = await graph.ask([...ids, idOf('absent')], 'state part: manifest', { as });
      expect(lives.map(({ state }) => state)).toEqual([...ids.map(() => 'OK'), 'NOT_FOUND']);
      expect(lives.slice(0, 12).map(({ part }) => [part.apiVersion, part.kind, part.data.key])).toEqual(
        ids.map((_, i) => ['v1', 'ConfigMap', `value ${i}`]),
      );
    });

    it('shows events to who may list them, and owners', async () => {
      const selection =
        'state owners { id } events { state message complete nodes { id type reason message count lastSeenAt reportedBy } }';
      const [jane, john] = await Promise.all([
        graph.ask([idOf('config-0')], selection),
        graph.ask([idOf('config-0')], selection, { as: JOHN }),
      ]);
      expect(jane.lives[0]).toEqual({ state: 'OK', owners: [{ id: idOf('config-1') }], events: jane.lives[0].events });
      expect(jane.lives[0].events).toEqual({
        state: 'FORBIDDEN',
        message: `Cluster "${client.cluster}" does not let you list events in namespace "live".`,
        complete: false,
        nodes: [],
      });
      expect(john.lives[0].events).toMatchObject({ state: 'OK', message: null, complete: true });
      expect(john.lives[0].events.nodes).toMatchObject([
        { reason: 'Later', id: expect.stringMatching(`^${client.cluster}//Event/live/`), count: 3, reportedBy: 'test' },
        { reason: 'Sooner', type: 'Warning' },
      ]);
    });

    it('shows the log of a Pod to who may get that, and says which container to choose', async () => {
      const pods = ['single', 'double'].map(name => `${client.cluster}//Pod/live/${name}`);
      const selection = 'state logs(tail: 5, since: "1h") { state message container containers text truncated }';
      const [jane, john] = await Promise.all([graph.ask(pods, selection), graph.ask(pods, selection, { as: JOHN })]);
      const none = { message: null, text: '', truncated: false };
      expect(john.lives).toEqual([
        { state: 'OK', logs: { ...none, state: 'OK', container: 'app', containers: ['app'] } },
        {
          state: 'OK',
          logs: {
            ...{ ...none, state: 'INVALID', container: null, containers: ['app', 'proxy'] },
            message: 'The Pod has several containers; choose one with logs(container:). It has: app, proxy.',
          },
        },
      ]);
      expect(jane.lives[0].logs).toMatchObject({
        state: 'FORBIDDEN',
        message: `Cluster "${client.cluster}" does not let you get pods/log "single" in namespace "live".`,
      });
      const previous = await graph.ask(pods.slice(0, 1), 'logs(previous: true) { state text }', { as: JOHN });
      expect(previous.lives[0].logs.text).toBe('');
    });

    it('says what the caller may do, as the cluster itself decides', async () => {
      const { lives } = await graph.ask(
        [`${client.cluster}//Pod/live/single`],
        'access(checks: [{ verb: "get" }, { verb: "get", subresource: "log" }, { verb: "delete" }]) { verb subresource allowed reason }',
        { as: JOHN },
      );
      expect(lives[0].access).toEqual([
        { verb: 'get', subresource: null, allowed: true, reason: null },
        { verb: 'get', subresource: 'log', allowed: true, reason: null },
        {
          ...{ verb: 'delete', subresource: null, allowed: false },
          reason: `Cluster "${client.cluster}" does not let you delete pods "single" in namespace "live".`,
        },
      ]);
    });

    it('shows a Secret to who may get it, without its values', async () => {
      const { lives } = await graph.ask(
        [`${client.cluster}//Secret/live/owned`],
        'state manifest yaml(managedFields: true)',
        { as: JOHN },
      );
      expect(lives[0].manifest.data).toEqual({ key: { bytes: 6 } });
      expect(JSON.stringify(lives)).not.toMatch(/hidden|aGlkZGVu/);
    });

    it('does not find what is not there, nor kinds that are not served', async () => {
      const { lives } = await graph.ask(
        [idOf('absent'), `${client.cluster}/example.com/Widget/live/w`, 'elsewhere//ConfigMap/live/config-1'],
        'state',
      );
      expect(lives).toEqual([{ state: 'NOT_FOUND' }, { state: 'NOT_FOUND' }, { state: 'NOT_FOUND' }]);
    });

    it("takes the caller's own token where that is the policy", async () => {
      const { ask } = graphOver([client], { identities: { [client.cluster]: { mode: 'passthrough' } } });
      const read = async (token: string) =>
        (await ask([idOf('config-1'), `${client.cluster}//Secret/live/secret`], 'state', { as: { ...JANE, token } }))
          .lives;
      expect(await read(leaf.janeToken)).toEqual([{ state: 'OK' }, { state: 'FORBIDDEN' }]);
      expect(await read('wrong')).toEqual([{ state: 'UNAUTHORIZED' }, { state: 'UNAUTHORIZED' }]);
    });

    it('does not read as anybody else when impersonation is refused', async () => {
      const powerless = reachedBy({ credentials: async () => ({ authorization: `Bearer ${leaf.janeToken}` }) });
      const { lives } = await graphOver([powerless]).ask([idOf('config-1')], 'state message', { as: JOHN });
      expect(lives[0]).toMatchObject({
        state: 'FORBIDDEN',
        message: expect.stringContaining('does not let fleetgraph act as you'),
      });
    });

    it('says that a leaf cannot be reached, without its address', async () => {
      const { lives } = await graphOver([reachedBy({ server: 'https://127.0.0.1:1' })]).ask(
        [idOf('config-1')],
        'state message',
      );
      expect(lives[0].state).toBe('UNREACHABLE');
      expect(lives[0].message).not.toContain('127.0.0.1');
    });
  });
}

async function arrange(client: KubernetesClient): Promise<void> {
  const post = (path: string, body: object) =>
    client.request<KubernetesObject>(path, { as: { type: 'self' }, method: 'POST', body });
  const inLive = (plural: string) => `/api/v1/namespaces/live/${plural}`;
  await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'live' } });
  const rules = {
    getter: [{ apiGroups: [''], resources: ['configmaps', 'pods'], verbs: ['get'] }],
    reader: [
      { apiGroups: [''], resources: ['configmaps', 'events'], verbs: ['get', 'list'] },
      { apiGroups: [''], resources: ['pods', 'pods/log'], verbs: ['get'] },
      { apiGroups: [''], resources: ['secrets'], resourceNames: ['owned'], verbs: ['get'] },
    ],
  };
  const subjects = {
    getter: { kind: 'User', apiGroup: RBAC, name: 'jane' },
    reader: { kind: 'Group', apiGroup: RBAC, name: JOHN.groups[0] },
  };
  for (const name of ['getter', 'reader'] as const) {
    const metadata = { name, namespace: 'live' };
    const roleRef = { apiGroup: RBAC, kind: 'Role', name };
    const path = `/apis/${RBAC}/v1/namespaces/live`;
    await post(`${path}/roles`, { apiVersion: `${RBAC}/v1`, kind: 'Role', metadata, rules: rules[name] });
    await post(`${path}/rolebindings`, {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata,
      roleRef,
      subjects: [subjects[name]],
    });
  }
  const configMap = (i: number, metadata: object = {}) =>
    post(inLive('configmaps'), {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `config-${i}`, namespace: 'live', labels: { app: 'live' }, ...metadata },
      data: { key: `value ${i}` },
    });
  const owner = await configMap(1);
  const owned = await configMap(0, {
    ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'config-1', uid: owner.metadata.uid }],
  });
  for (let i = 2; i < 12; i += 1) await configMap(i);
  const pod = (name: string, ...containers: string[]) =>
    post(inLive('pods'), {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'live' } },
      spec: { containers: containers.map(it => ({ name: it, image: 'registry.example.com/image:1' })) },
    });
  await pod('single', 'app');
  await pod('double', 'app', 'proxy');
  // Uses `data`, because a simulated leaf does not compute it from `stringData`.
  for (const name of ['secret', 'owned'])
    await post(inLive('secrets'), {
      ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'live' } },
      data: { key: Buffer.from('hidden').toString('base64') },
    });
  const event = (name: string, uid: string | undefined, more: object) =>
    post(inLive('events'), {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name, namespace: 'live' },
      involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', name: 'config-0', namespace: 'live', uid },
      message: 'm',
      source: { component: 'test' },
      ...more,
    });
  await event('sooner', owned.metadata.uid, {
    reason: 'Sooner',
    type: 'Warning',
    lastTimestamp: '2026-01-01T00:00:00Z',
  });
  await event('later', owned.metadata.uid, {
    reason: 'Later',
    type: 'Normal',
    count: 3,
    lastTimestamp: '2026-01-02T00:00:00Z',
  });
  await event('predecessor', '00000000-0000-0000-0000-000000000000', {
    reason: 'Predecessor',
    type: 'Normal',
    lastTimestamp: '2026-01-03T00:00:00Z',
  });
}
