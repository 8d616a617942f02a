/**
 * Behaviour that the client and the reflector expect from a leaf. The suite runs on a real API server and on the
 * simulated leaf, so that both behave equally.
 *
 * `open` returns a leaf with a namespace "default", CustomResourceDefinitions, and two users with a token: jane, who
 * has no permissions yet, and the collector, who may do everything including impersonation.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import type { Caller, KubernetesClient, KubernetesObject, WatchEvent } from '../../kubernetes/client.ts';
import type { ClusterTarget } from '../../kubernetes/transport.ts';
import type { Resource } from '../../rbac/types.ts';
import { startReflector, type Reflector } from '../../kubernetes/reflector.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { RecordingSink } from './recording-sink.ts';
import { until } from './until.ts';

export interface LeafUnderTest {
  /** Target with the credentials of the collector. */
  readonly target: ClusterTarget;
  readonly janeToken: string;
  /** Makes the leaf answer 410 for every earlier resourceVersion, as compaction does. Connections may break. */
  forgetHistory(): Promise<void>;
  close(): Promise<void>;
}

const SELF: Caller = { type: 'self' };
const CONFIGMAPS: Resource = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true };
const ROLES: Resource = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'Role',
  plural: 'roles',
  namespaced: true,
};
const ROLE_BINDINGS: Resource = { ...ROLES, kind: 'RoleBinding', plural: 'rolebindings' };
const CRDS: Resource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
};

export function describeLeaf(name: string, open: () => Promise<LeafUnderTest>): void {
  describe(`${name}, as a leaf`, () => {
    let leaf: LeafUnderTest;
    let client: KubernetesClient;
    const reflectors: Reflector[] = [];
    let serial = 0;

    beforeAll(async () => {
      leaf = await open();
      client = createKubernetesClient(leaf.target, { log: silentLogger });
    }, 600_000);
    afterEach(async () => {
      await Promise.all(reflectors.splice(0).map(reflector => reflector.stop()));
    });
    afterAll(async () => {
      await client?.close();
      await leaf?.close();
    });

    /** Each test uses a new namespace, so that it lists only its own objects. */
    const freshNamespace = async (): Promise<string> => {
      const namespace = `contract-${++serial}`;
      await post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
      return namespace;
    };
    const post = (path: string, body: unknown): Promise<KubernetesObject> =>
      client.request(path, { as: SELF, method: 'POST', body });
    const configMap = (
      namespace: string,
      configMapName: string,
      data: Record<string, string> = {},
    ): Promise<KubernetesObject> =>
      post(`/api/v1/namespaces/${namespace}/configmaps`, {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: configMapName, namespace },
        data,
      });
    const patch = (namespace: string, configMapName: string, data: Record<string, string>): Promise<KubernetesObject> =>
      client.request(`/api/v1/namespaces/${namespace}/configmaps/${configMapName}`, {
        as: SELF,
        method: 'PATCH',
        body: { data },
        contentType: 'application/merge-patch+json',
      });
    const remove = (namespace: string, configMapName: string): Promise<unknown> =>
      client.request(`/api/v1/namespaces/${namespace}/configmaps/${configMapName}`, { as: SELF, method: 'DELETE' });
    const reflect = (resource: Resource, namespace?: string): RecordingSink => {
      const sink = new RecordingSink();
      const options = { client, resource, transform: (object: KubernetesObject) => object };
      reflectors.push(startReflector({ ...options, ...(namespace === undefined ? {} : { namespace }) }, sink));
      return sink;
    };

    it('says its version', async () => {
      expect(await client.version()).toMatch(/^v1\.\d+\./);
    });

    it('serves discovery: plurals, kinds, scopes and verbs, without subresources', async () => {
      const served = await client.discover({ fresh: true });
      expect(served).toEqual(
        expect.arrayContaining([
          { ...CONFIGMAPS, shortNames: ['cm'], verbs: expect.arrayContaining(['list', 'watch']) },
          { ...ROLE_BINDINGS, verbs: expect.arrayContaining(['list', 'watch']) },
          expect.objectContaining({ group: '', plural: 'namespaces', namespaced: false }),
        ]),
      );
      expect(served.filter(({ plural }) => plural.includes('/'))).toEqual([]);
    });

    it('answers the second discovery from what has not changed since the first', async () => {
      const first = await client.discover({ fresh: true });
      expect(await client.discover({ fresh: true })).toEqual(first);
    });

    it('lists in pages whose union is every object', async () => {
      const namespace = await freshNamespace();
      const made = ['a', 'b', 'c', 'd', 'e'];
      for (const item of made) await configMap(namespace, item);
      const names: string[] = [];
      let pages = 0;
      let token = '';
      do {
        const page = await client.list(CONFIGMAPS, {
          as: SELF,
          namespace,
          limit: 2,
          ...(token ? { continue: token } : {}),
        });
        names.push(...page.items.map(({ metadata }) => metadata.name));
        token = page.continue;
        pages += 1;
      } while (token !== '');
      expect(names.filter(item => item !== 'kube-root-ca.crt')).toEqual(made);
      expect(pages).toBeGreaterThanOrEqual(3);
    });

    it('lists metadata alone when asked for PartialObjectMetadata', async () => {
      const namespace = await freshNamespace();
      await configMap(namespace, 'big', { secret: 'content' });
      const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
      const { items } = await client.list(CONFIGMAPS, {
        as: SELF,
        namespace,
        accept,
        fieldSelector: 'metadata.name=big',
      });
      expect(items).toHaveLength(1);
      expect(items[0]).not.toHaveProperty('data');
    });

    it.each([
      ['an object that does not exist', '/api/v1/namespaces/default/configmaps/missing', 'NOT_FOUND', 404],
      ['a resource that is not served', '/apis/nothing.example.com/v1/things', 'NOT_FOUND', 404],
      ['a continue token that was tampered with', '/api/v1/configmaps?limit=1&continue=xyz', 'BAD_REQUEST', 400],
    ])('answers %s with a typed error', async (_what, path, code, status) => {
      const [pathname = '', search = ''] = path.split('?');
      const query = Object.fromEntries(new URLSearchParams(search));
      await expect(client.request(pathname, { as: SELF, query })).rejects.toMatchObject({
        code,
        status,
        cluster: leaf.target.cluster,
      });
    });

    it('answers a second creation with CONFLICT and an unknown token with UNAUTHORIZED', async () => {
      const namespace = await freshNamespace();
      await configMap(namespace, 'once');
      await expect(configMap(namespace, 'once')).rejects.toMatchObject({ code: 'CONFLICT', reason: 'AlreadyExists' });
      await expect(
        client.request('/api/v1/namespaces', { as: { type: 'token', token: 'nobody', user: 'nobody' } }),
      ).rejects.toMatchObject({
        code: 'UNAUTHORIZED',
      });
    });

    it('decides as the impersonated user, whose groups all count', async () => {
      const namespace = await freshNamespace();
      await post(`/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`, {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'Role',
        metadata: { name: 'reader', namespace },
        rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
      });
      await post(`/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/rolebindings`, {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: { name: 'readers', namespace },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'müller, söhne' }],
      });
      const as = (groups: string[]): Caller => ({
        type: 'impersonate',
        user: 'anna',
        groups,
        uid: '',
        extra: { 'example.com/Team': ['α'] },
      });
      await until(() => client.list(CONFIGMAPS, { as: as(['one', 'müller, söhne', 'two']), namespace }).then(Boolean));
      await expect(
        client.list(CONFIGMAPS, { as: as(['one', 'müller', 'söhne', 'two']), namespace }),
      ).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      await expect(
        client.list(CONFIGMAPS, { as: { type: 'token', token: leaf.janeToken, user: 'jane' }, namespace }),
      ).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    });

    it('watches from a version on, with the events in order', async () => {
      const namespace = await freshNamespace();
      const { resourceVersion } = await client.list(CONFIGMAPS, { as: SELF, namespace });
      await configMap(namespace, 'x');
      await patch(namespace, 'x', { a: '1' });
      await remove(namespace, 'x');
      const seen: string[] = [];
      const ending = new AbortController();
      const options = {
        as: SELF,
        namespace,
        resourceVersion,
        timeoutSeconds: 60,
        inactivityMs: 60_000,
        signal: ending.signal,
      };
      for await (const event of client.watch(CONFIGMAPS, options)) {
        if (!('object' in event) || event.object.metadata.name !== 'x') continue;
        seen.push(event.type);
        if (event.type === 'DELETED') break;
      }
      expect(seen).toEqual(['ADDED', 'MODIFIED', 'DELETED']);
    });

    it('ends a watch in good order when its time is up', async () => {
      const events: WatchEvent[] = [];
      const { resourceVersion } = await client.list(CONFIGMAPS, { as: SELF, namespace: 'default' });
      const options = { as: SELF, namespace: 'default', resourceVersion, timeoutSeconds: 1, inactivityMs: 60_000 };
      for await (const event of client.watch(CONFIGMAPS, { ...options, signal: new AbortController().signal }))
        events.push(event);
      expect(events.filter(({ type }) => type !== 'BOOKMARK')).toEqual([]);
    });

    it('streams what exists first and marks the end of it with a bookmark, or refuses to', async () => {
      const namespace = await freshNamespace();
      for (const item of ['a', 'b']) await configMap(namespace, item);
      const seen: string[] = [];
      const options = { as: SELF, namespace, sendInitialEvents: true, timeoutSeconds: 60, inactivityMs: 60_000 };
      try {
        for await (const event of client.watch(CONFIGMAPS, { ...options, signal: new AbortController().signal })) {
          if (event.type === 'BOOKMARK') {
            expect(event.initialEventsEnd).toBe(true);
            break;
          }
          expect(event.type).toBe('ADDED');
          if ('object' in event && event.object.metadata.name !== 'kube-root-ca.crt')
            seen.push(event.object.metadata.name);
        }
        expect(seen.sort()).toEqual(['a', 'b']);
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(BAD_REQUEST|INVALID)$/) });
      }
    });

    it('stops a watch at once when its signal aborts, with the reason', async () => {
      const reason = new Error('enough');
      const ending = new AbortController();
      const options = {
        as: SELF,
        namespace: 'default',
        timeoutSeconds: 60,
        inactivityMs: 60_000,
        signal: ending.signal,
      };
      const watching = (async () => {
        for await (const _event of client.watch(CONFIGMAPS, { ...options, opened: () => ending.abort(reason) }))
          continue;
      })();
      await expect(watching).rejects.toBe(reason);
    });

    it('is mirrored by a reflector: list, create, change, delete', async () => {
      const namespace = await freshNamespace();
      await configMap(namespace, 'before');
      const sink = reflect(CONFIGMAPS, namespace);
      await until(() => sink.phase === 'watching');
      expect(sink.has('before')).toBe(true);
      await configMap(namespace, 'after');
      await until(() => sink.has('after'));
      await patch(namespace, 'after', { a: '1' });
      await until(() => sink.object('after')?.data !== undefined);
      await remove(namespace, 'before');
      await until(() => !sink.has('before'));
      expect(sink.lists).toBe(1);
    });

    it('tells a reflector when a kind appears', async () => {
      const group = 'contract.example.com';
      const resource: Resource = { group, version: 'v1', kind: 'Thing', plural: 'things', namespaced: true };
      const missing = reflect(resource);
      await until(() => missing.phase === 'gone');
      await post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: CRDS.kind,
        metadata: { name: `things.${group}` },
        spec: {
          group,
          scope: 'Namespaced',
          names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
            },
          ],
        },
      });
      await until(async () => (await client.discover({ fresh: true })).some(({ plural }) => plural === 'things'));
      const sink = reflect(resource);
      await until(() => sink.phase === 'watching');
      await client.request(`/apis/${group}/v1/namespaces/default/things`, {
        as: SELF,
        method: 'POST',
        body: { apiVersion: `${group}/v1`, kind: 'Thing', metadata: { name: 'one' } },
      });
      await until(() => sink.has('one'));
    });

    it('answers a version that is out of its history with GONE, from which a reflector recovers by itself', async () => {
      const namespace = await freshNamespace();
      const { resourceVersion } = await client.list(CONFIGMAPS, { as: SELF, namespace });
      const sink = reflect(CONFIGMAPS, namespace);
      await until(() => sink.phase === 'watching');
      await configMap(namespace, 'x');
      await until(() => sink.has('x'));
      await leaf.forgetHistory();
      const watching = (async () => {
        const options = { as: SELF, namespace, resourceVersion, timeoutSeconds: 60, inactivityMs: 60_000 };
        for await (const _event of client.watch(CONFIGMAPS, { ...options, signal: new AbortController().signal }))
          continue;
      })();
      await expect(watching).rejects.toMatchObject({ code: 'GONE' });
      await remove(namespace, 'x');
      await configMap(namespace, 'y');
      await until(() => sink.has('y') && !sink.has('x') && sink.phase === 'watching');
    });
  });
}
