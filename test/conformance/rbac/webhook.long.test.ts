/**
 * A leaf whose API server calls a webhook before RBAC, declared `authorization: mixed`. The product shows exactly the
 * objects that real requests as the identity can read. While the leaf can make no decision, the product shows none of
 * its objects, and coverage reports this.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_KINDS } from '../../../collector/kinds.ts';
import { resourcePath } from '../../../kubernetes/client.ts';
import type { LeafIdentity } from '../../../rbac/types.ts';
import { encodeObjectId } from '../../../schema/object-id.ts';
import { startApiServer, type ApiServer } from '../../harness/apiserver.ts';
import { WebhookAuthorizer, type Verdict, type WebhookQuestion } from '../../harness/authorization-webhook.ts';
import { until } from '../../kubernetes/until.ts';
import { Authority } from './authority.ts';
import { allow, bind, clusterRole, role, user } from '../../rbac/manifests.ts';
import { identity } from '../../rbac/fixtures.ts';
import { at } from './edge-cases/scene.ts';
import { objectOf, worldOf } from './world.ts';
import { Product } from './product.ts';
import { asClustersSee } from './stage.ts';
import { RESOURCES, type Place } from './vocabulary.ts';

const CLUSTER = 'leaf-webhook';
const KINDS = ['pods', 'configmaps', 'nodes', 'namespaces'];
const OURS = RESOURCES.filter(({ group, plural }) => group === '' && KINDS.includes(plural));
/** Timeout in milliseconds. Longer than the time for which the answer to a review is cached. */
const PATIENCE_MS = 45_000;

const PLACES: readonly Place[] = [
  ...['team-a', 'team-b'].flatMap(namespace => [
    at('pods', namespace, 'web'),
    ...['web', 'db'].map(name => at('configmaps', namespace, name)),
  ]),
  at('nodes', '', 'n1'),
];
const REVIEWS = /^selfsubject(access|rules)reviews$/;

type Requested = NonNullable<WebhookQuestion['resourceAttributes']>;

/** Verdicts of the webhook by user. `RBAC` below has the grants of these users. */
const PEOPLE: Readonly<Record<string, (requested: Requested) => Verdict>> = {
  'denied one namespace and the list of all of them': ({ resource, namespace = '' }) =>
    resource === 'pods' && ['', 'team-b'].includes(namespace) ? 'deny' : undefined,
  'denied one namespace, not the list of all of them': ({ resource, namespace }) =>
    resource === 'pods' && namespace === 'team-b' ? 'deny' : undefined,
  'allowed what RBAC does not grant': ({ verb, resource, namespace }) =>
    verb === 'list' && (resource === 'nodes' || (resource === 'configmaps' && namespace === 'team-a'))
      ? 'allow'
      : undefined,
  'named two objects, and denied one of them': ({ name }) => (name === 'db' ? 'deny' : undefined),
  'named two objects of which the webhook allows only reading': ({ verb, name }) =>
    verb === 'list' && name ? 'deny' : undefined,
  'granted everything, and denied everything but reviews': ({ resource }) =>
    REVIEWS.test(resource) ? undefined : 'deny',
  'granted everything, and denied reviews too': () => 'deny',
  'allowed everything': () => 'allow',
  'reading two namespaces from within, and denied one': ({ resource, name }) =>
    resource === 'namespaces' && name === 'team-b' ? 'deny' : undefined,
  'allowed to get whatever they can name': ({ verb }) => (verb === 'get' ? 'allow' : undefined),
  'of no account': () => undefined,
};

const list = allow(['get', 'list'], ['pods', 'configmaps']);
const everything = { verbs: ['*'], apiGroups: ['*'], resources: ['*'] };
const named = (who: string) => [
  role('team-a', who, allow(['get', 'list'], 'configmaps', 'web', 'db')),
  bind('team-a', who, `Role/${who}`, user(who)),
];
const everywhere = (name: string, rule: typeof everything, ...people: string[]) => [
  clusterRole(name, rule),
  bind('', name, `ClusterRole/${name}`, ...people.map(user)),
];
const RBAC = [
  ...everywhere(
    'lists',
    list as typeof everything,
    ...Object.keys(PEOPLE).filter(who => who.startsWith('denied one')),
    'late',
    'revoked',
  ),
  ...everywhere('reads', list as typeof everything, 'slow', 'asking in vain', 'asking of the silent', 'known before'),
  ...everywhere('all', everything, ...Object.keys(PEOPLE).filter(who => who.startsWith('granted everything'))),
  ...Object.keys(PEOPLE)
    .filter(who => who.startsWith('named two'))
    .flatMap(named),
  clusterRole('reads-namespaces', allow('get', 'namespaces')),
  ...['team-a', 'team-b'].map(namespace =>
    bind(
      namespace,
      'reads-namespaces',
      'ClusterRole/reads-namespaces',
      user('reading two namespaces from within, and denied one'),
    ),
  ),
];
type Change = (webhook: WebhookAuthorizer) => Promise<void>;
const OUTAGES: readonly (readonly [how: string, who: string, end: Change, begin: Change])[] = [
  ['gone', 'asking in vain', webhook => webhook.down(), webhook => webhook.up()],
  [
    'silent',
    'asking of the silent',
    async webhook => void (webhook.silent = true),
    async webhook => void (webhook.silent = false),
  ],
];

/** Names that the RBAC rules contain. */
const NAMED = ['web', 'db'];

describe('a mixed cluster with a webhook before RBAC', () => {
  let webhook: WebhookAuthorizer;
  let server: ApiServer;
  let authority: Authority;
  let product: Product;
  let places: readonly Place[];
  const more: Record<string, (requested: Requested) => Verdict> = {};

  beforeAll(async () => {
    webhook = await WebhookAuthorizer.start();
    webhook.decide = ({ user, resourceAttributes }) =>
      resourceAttributes && { ...PEOPLE, ...more }[user]?.({ ...resourceAttributes });
    server = await startApiServer({
      name: CLUSTER,
      webhook: { url: webhook.url, whenDown: 'Deny', timeoutSeconds: 3 },
    });
    authority = new Authority(server);
    await server.apply(['team-a', 'team-b'].map(name => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })));
    await server.apply(PLACES.map(({ resource, namespace, name }) => objectOf(resource, namespace, name)));
    await authority.put(worldOf(RBAC));
    expect([...authority.world.keys()].sort()).toEqual([...worldOf(RBAC).keys()].sort());
    product = await Product.start({
      clusters: [{ name: CLUSTER, kubeconfig: server.kubeconfig(), authorization: 'mixed' }],
      kinds: KINDS,
      without: DEFAULT_KINDS.filter(kind => !KINDS.includes(kind)),
    });
    places = await authority.objects(OURS);
    await until(async () => (await shown(identity('allowed everything'))).length === places.length, PATIENCE_MS);
  });

  afterAll(async () => {
    await product?.close();
    await server?.remove();
    await webhook?.[Symbol.asyncDispose]();
  });

  async function shown(who: LeafIdentity): Promise<string[]> {
    const { objects } = await product.data(who, '{ objects(first: 500) { totalCount nodes { id } } }');
    expect(objects.totalCount).toBe(objects.nodes.length);
    return objects.nodes.map(({ id }: { id: string }) => id).sort();
  }

  const coverage = async () =>
    (
      await product.data(
        identity('of no account'),
        '{ coverage { total indexed closed clusters { nodes { cluster { name } } } } }',
      )
    ).coverage;

  /** Expected visibility by real requests as the identity. The server's reviews must agree. */
  async function truth(who: LeafIdentity): Promise<{ visible: string[]; readable: string[] }> {
    const identity = asClustersSee(who);
    const visible: string[] = [];
    const readable: string[] = [];
    const requested = new Map<string, Promise<boolean>>();
    const reads = (path: string, request: Requested): Promise<boolean> => {
      let answer = requested.get(path);
      if (!answer) requested.set(path, (answer = read(path, request)));
      return answer;
    };
    const read = async (path: string, request: Requested): Promise<boolean> => {
      const { status } = await authority.read(identity, path);
      expect([200, 403]).toContain(status);
      const review = await authority.allows(identity, { group: '', namespace: '', name: '', ...request });
      expect({ path, who: who.user, allowed: status === 200 }).toEqual({ path, who: who.user, allowed: review });
      return review;
    };
    for (const { resource, namespace, name } of places) {
      const { plural } = resource;
      const about = { resource: plural, namespace };
      const own = plural === 'namespaces' ? name : namespace;
      const inNamespace = await reads(resourcePath(resource, namespace), { ...about, verb: 'list' });
      const everywhere = await reads(resourcePath(resource), { ...about, namespace: '', verb: 'list' });
      const one = resourcePath(resource, namespace, name);
      const get = await reads(one, { resource: plural, namespace: own, verb: 'get', name });
      const byName =
        who.user.startsWith('named two') && plural === 'configmaps' && namespace === 'team-a' && NAMED.includes(name);
      const within = plural === 'namespaces' && who.user.startsWith('reading two');
      const selected = `${resourcePath(resource, namespace)}?fieldSelector=metadata.name%3D${name}`;
      const listed = byName && (await reads(selected, { ...about, verb: 'list', name }));
      const id = encodeObjectId({ cluster: CLUSTER, group: '', kind: resource.kind, namespace, name });
      if (get) readable.push(id);
      // An unrestricted right to get shows no row: without a list, the caller does not know the names.
      if (inNamespace || everywhere || listed || (get && (byName || within))) visible.push(id);
    }
    return { visible: visible.sort(), readable };
  }

  it.each(Object.keys(PEOPLE))(
    'shows, on every list and by every id, what the server answers to somebody %s',
    async name => {
      const who = identity(name);
      const { visible, readable } = await truth(who);
      expect(await shown(who)).toEqual(visible);
      const rows = visible.map(id => id.split('/'));
      const names = await product.data(
        who,
        `{ namespaces(first: 500) { nodes { name objectCount } } kinds { value objectCount } clusters { nodes { name objectCount } }
         objects { facets(fields: [KIND, NAMESPACE]) { values { value count } } } }`,
      );
      const count = (of: (row: string[]) => string) =>
        [...new Set(rows.map(of))].map(value => ({ value, count: rows.filter(row => of(row) === value).length }));
      const positive = (list: any[], value = 'value') =>
        list.filter(it => it.objectCount > 0).map(it => ({ value: it[value], count: it.objectCount }));
      const kinds = count(row => row[2]!);
      const inNamespaces = count(row => row[3]!).filter(({ value }) => value !== '');
      const sorted = (list: { value: string }[]) => [...list].sort((a, b) => (a.value < b.value ? -1 : 1));
      expect(sorted(positive(names.kinds))).toEqual(sorted(kinds));
      expect(sorted(positive(names.namespaces.nodes, 'name'))).toEqual(sorted(inNamespaces));
      expect(names.objects.facets.map(({ values }: { values: any[] }) => sorted(values))).toEqual([
        sorted(kinds),
        sorted(inNamespaces),
      ]);
      if (visible.length > 0) expect(names.clusters.nodes).toEqual([{ name: CLUSTER, objectCount: visible.length }]);
      for (const place of PLACES) {
        const id = encodeObjectId({
          cluster: CLUSTER,
          group: '',
          kind: place.resource.kind,
          namespace: place.namespace,
          name: place.name,
        });
        const query =
          'query ($id: ID!) { object(id: $id) { id live { state } } explainAccess(id: $id, verb: "get") { visible allowed } }';
        const { object, explainAccess } = await product.data(who, query, { id });
        expect(object).toEqual(
          visible.includes(id) ? { id, live: { state: readable.includes(id) ? 'OK' : 'FORBIDDEN' } } : null,
        );
        const isKnown = names.kinds.some(({ value }: { value: string }) => value === place.resource.kind);
        const allowed = readable.includes(id) || (isKnown ? false : null);
        expect(explainAccess).toEqual({ visible: visible.includes(id), allowed: explained(name) ? allowed : null });
      }
    },
  );

  /** Callers without access to reviews get no explanation. */
  const explained = (name: string) => name !== 'granted everything, and denied reviews too';

  it('waits for a slow webhook', async () => {
    webhook.delayMs = 25;
    try {
      const who = identity('slow');
      expect(await shown(who)).toEqual((await truth(who)).visible);
    } finally {
      webhook.delayMs = 0;
    }
  });

  it.each(OUTAGES)(
    'shows nothing while the webhook is %s, also to whom it showed something, and says so',
    async (_how, name, end, begin) => {
      const known = identity('known before');
      expect((await shown(known)).length).toBeGreaterThan(0);
      await end(webhook);
      try {
        // A cluster closes only after failures for two callers.
        const both = async () => [...(await shown(identity(name))), ...(await shown(identity(`${name}, too`)))];
        await until(async () => (await both()).length === 0 && (await coverage()).closed === 1, PATIENCE_MS);
        expect(await coverage()).toEqual({ total: 1, indexed: 0, closed: 1, clusters: { nodes: [] } });
        expect(await shown(known)).toEqual([]);
      } finally {
        await begin(webhook);
      }
      const { visible } = await truth(identity(name));
      await until(async () => (await shown(identity(name))).length === visible.length, PATIENCE_MS);
      expect(await shown(identity(name))).toEqual(visible);
      expect((await coverage()).indexed).toBe(1);
      // For callers who saw the failure, a query does not wait for the cluster. Their answer is complete once the
      // cluster has responded.
      await until(async () => (await shown(known)).length === visible.length, PATIENCE_MS);
      expect(await shown(known)).toEqual(visible);
    },
  );

  it('forgets what it was told after a short time: a right that webhook or RBAC take away or give', async () => {
    more['late'] = ({ resource }) => (REVIEWS.test(resource) ? undefined : 'deny');
    const [revoked, late, fired] = [identity('revoked'), identity('late'), identity('fired')];
    const firing = everywhere('fired', list as typeof everything, 'fired');
    await authority.put(worldOf([...RBAC, ...firing]));
    await until(async () => (await shown(fired)).length > 0, PATIENCE_MS);
    expect((await shown(revoked)).length).toBeGreaterThan(0);
    expect(await shown(late)).toEqual([]);
    more['revoked'] = ({ resource }) => (REVIEWS.test(resource) ? undefined : 'deny');
    delete more['late'];
    await authority.put(worldOf(RBAC));
    const { visible } = await truth(late);
    expect((await truth(revoked)).visible.concat((await truth(fired)).visible)).toEqual([]);
    await until(async () => (await shown(revoked)).length + (await shown(fired)).length === 0, PATIENCE_MS);
    await until(async () => (await shown(late)).length === visible.length, PATIENCE_MS);
    expect(await shown(late)).toEqual(visible);
  });
});
