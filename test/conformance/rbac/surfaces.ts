/**
 * Surfaces on which the product reveals the objects that a caller sees, compared with a real API server (authority.ts).
 *
 * A surface takes the expected visibility for one identity and returns the differences. An over-grant shows an object
 * that should be hidden, and an under-grant hides an object that should be shown.
 */
import { encodeObjectId } from '../../../schema/object-id.ts';
import type { ClusterGrants, LeafIdentity, Visibility } from '../../../rbac/types.ts';
import type { compileVisibility } from '../../../rbac/visibility.ts';
import { sees } from '../../../rbac/visibility.ts';
import { resourcePath } from '../../../kubernetes/client.ts';
import type { Authority } from './authority.ts';
import type { Product } from './product.ts';
import { isNamespaceLike, type Truth } from './truth.ts';
import { NAMESPACES, RESOURCES, type Place } from './vocabulary.ts';

export const CLUSTER = 'leaf-01';

export interface Difference {
  readonly surface: string;
  readonly type: 'over-grant' | 'under-grant';
  /** The wrongly shown or hidden value: an id, a name, a count. */
  readonly what: string;
}

/** Expected visibility for one identity. */
export interface Expectation {
  /** Identity in the headers of a request to the product. */
  readonly asker: LeafIdentity;
  readonly truth: Truth;
  /** All existing objects. */
  readonly objects: readonly Place[];
  /** Objects that the identity sees, according to the authority. */
  readonly visible: readonly Place[];
}

export type Compile = typeof compileVisibility;

export function idOf({ resource, namespace, name }: Place): string {
  return encodeObjectId({ cluster: CLUSTER, group: resource.group, kind: resource.kind, namespace, name });
}

/** Compares the evaluator alone with the authority. The grants are the server's own list of RBAC objects. */
export function compareEvaluator(
  compile: Compile,
  grants: ClusterGrants,
  identity: LeafIdentity,
  truths: ReadonlyMap<Place, boolean>,
) {
  const visibility: Visibility = compile(grants, identity, RESOURCES);
  const differences: Difference[] = [];
  for (const [place, expected] of truths) {
    const seen = sees(visibility, RESOURCES.indexOf(place.resource), place.namespace, place.name);
    if (seen !== expected)
      differences.push({ surface: 'evaluator', type: seen ? 'over-grant' : 'under-grant', what: idOf(place) });
  }
  return differences;
}

/**
 * Checks that the authority is consistent: real reads as the identity agree with its access reviews, and a list
 * contains the expected objects.
 */
export async function compareReads(
  authority: Authority,
  { truth, objects, visible }: Expectation,
  places: readonly Place[],
): Promise<Difference[]> {
  const seen = new Set(visible);
  const compared = places.map(async ({ resource, namespace, name }) => {
    const { group, plural } = resource;
    const about = { group, resource: plural, namespace };
    const own = isNamespaceLike(resource) ? name : namespace;
    const collection = resourcePath(resource, namespace);
    const requests = [
      [collection, { ...about, verb: 'list', name: '' }],
      [
        `${collection}?fieldSelector=${encodeURIComponent(`metadata.name=${name.replaceAll(/[\\,=]/g, '\\$&')}`)}`,
        { ...about, verb: 'list', name },
      ],
      [resourcePath(resource, namespace, name), { ...about, verb: 'get', namespace: own, name }],
    ] as const;
    const differences: Difference[] = [];
    const identity = truth.identity;
    for (const [path, request] of requests) {
      const { status, body } = await authority.read(identity, path);
      if (![200, 403, 404].includes(status))
        throw new Error(`GET ${path} as ${identity.user}: ${status} ${String(body['message'])}`);
      const allowed = await truth.allows(request);
      const what = `${request.verb} ${path}: ${status}`;
      if (allowed !== (status !== 403))
        differences.push({ surface: 'real requests', type: allowed ? 'under-grant' : 'over-grant', what });
      if (path !== collection || status !== 200) continue;
      const listed = (body.items ?? []).map(({ metadata }) => `${metadata?.namespace ?? ''}/${metadata?.name}`);
      const rows = objects.filter(
        place => place.resource === resource && (namespace === '' || place.namespace === namespace),
      );
      const shown = rows.filter(place => seen.has(place)).map(place => `${place.namespace}/${place.name}`);
      differences.push(...sets('real lists', shown, listed));
    }
    return differences;
  });
  return (await Promise.all(compared)).flat();
}

const LIST = /* GraphQL */ `
  query Objects($after: String) {
    objects(first: 500, after: $after) {
      totalCount
      nodes {
        id
        status
      }
      facets(fields: [CLUSTER, NAMESPACE, KIND, GROUP, STATUS], limit: 500) {
        field
        values {
          value
          count
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

const NAMES = /* GraphQL */ `
  {
    namespaces(first: 500) {
      totalCount
      nodes {
        name
        objectCount
        object {
          id
        }
      }
    }
    kinds {
      value
      objectCount
    }
    clusters {
      totalCount
      nodes {
        name
        objectCount
      }
    }
    cluster(name: "leaf-01") {
      name
    }
    coverage {
      clusters {
        nodes {
          cluster {
            name
          }
        }
      }
    }
    viewer {
      clusters {
        user
        groups
      }
    }
  }
`;

/** Compares the lists of the product: rows, the total, and facets. */
export async function compareLists(product: Product, { asker, visible }: Expectation): Promise<Difference[]> {
  const nodes: { id: string; status: string }[] = [];
  let first: any;
  for (let after: string | null = null, more = true; more;) {
    const { objects } = await product.data(asker, LIST, { after });
    first ??= objects;
    nodes.push(...objects.nodes);
    ({ hasNextPage: more, endCursor: after } = objects.pageInfo);
  }
  const counted = (value: (place: Place) => string | undefined) =>
    counts(visible.map(value).filter(it => it !== undefined));
  const expected = new Map([
    ['CLUSTER', counted(() => CLUSTER)],
    ['NAMESPACE', counted(({ namespace }) => namespace || undefined)],
    ['KIND', counted(kindValue)],
    ['GROUP', counted(({ resource }) => resource.group)],
    // The product computes statuses, so the expected counts come from the returned nodes.
    ['STATUS', counts(nodes.map(({ status }) => status))],
  ]);
  return [
    ...sets(
      'objects',
      visible.map(idOf),
      nodes.map(({ id }) => id),
    ),
    ...sets('totalCount', counts(visible.map(() => 'rows')), numbered('rows', first.totalCount)),
    ...first.facets.flatMap(({ field, values }: { field: string; values: { value: string; count: number }[] }) =>
      sets(
        `facet ${field}`,
        expected.get(field) ?? [],
        values.flatMap(({ value, count }) => numbered(value, count)),
      ),
    ),
  ];
}

/** Compares the names of clusters, namespaces and kinds, their numbers of rows, and the caller's identity. */
export async function compareNames(product: Product, { asker, truth, visible }: Expectation): Promise<Difference[]> {
  const { namespaces, kinds, clusters, cluster, coverage, viewer } = await product.data(asker, NAMES);
  const inNamespace = new Map<string, number>();
  for (const { namespace } of visible)
    if (namespace !== '') inNamespace.set(namespace, (inNamespace.get(namespace) ?? 0) + 1);
  const namespaceObjects = visible.filter(({ resource }) => resource.group === '' && resource.kind === 'Namespace');
  for (const { name } of namespaceObjects) inNamespace.set(name, inNamespace.get(name) ?? 0);
  const ofKind = await knownKinds(truth, visible);
  for (const resource of RESOURCES) {
    if (!resource.namespaced) continue;
    for (const namespace of NAMESPACES) {
      if (!inNamespace.has(namespace) && (await truth.listsByRoleBinding(resource, namespace)))
        inNamespace.set(namespace, 0);
    }
  }
  const known = ofKind.size > 0 ? [CLUSTER] : [];
  const withCount = (names: Iterable<readonly [string, number]>) =>
    Array.from(names, ([name, count]) => `${name}: ${count}`);
  const names = (nodes: { name: string }[]) => nodes.map(({ name }) => name);
  return [
    ...sets(
      'namespaces',
      withCount(inNamespace),
      withCount(namespaces.nodes.map((it: any) => [it.name, it.objectCount])),
    ),
    ...sets(
      'namespaces.totalCount',
      numbered('namespaces', inNamespace.size),
      numbered('namespaces', namespaces.totalCount),
    ),
    ...sets('namespaces.object', names(namespaceObjects), names(namespaces.nodes.filter((it: any) => it.object))),
    ...sets('kinds', withCount(ofKind), withCount(kinds.map((it: any) => [it.value, it.objectCount]))),
    ...sets(
      'clusters',
      withCount(known.map(name => [name, visible.length])),
      withCount(clusters.nodes.map((it: any) => [it.name, it.objectCount])),
    ),
    ...sets('cluster(name)', known, cluster ? [cluster.name] : []),
    ...sets(
      'coverage',
      known,
      coverage.clusters.nodes.map((it: any) => it.cluster.name),
    ),
    ...sets(
      'viewer',
      known.map(() => whoIs(truth.identity)),
      viewer.clusters.map(whoIs),
    ),
  ];
}

/** Kinds that the caller may know, with their numbers of visible rows. */
async function knownKinds(truth: Truth, visible: readonly Place[]): Promise<Map<string, number>> {
  const ofKind = new Map<string, number>();
  for (const place of visible) ofKind.set(kindValue(place), (ofKind.get(kindValue(place)) ?? 0) + 1);
  for (const resource of RESOURCES) {
    const scopes = resource.namespaced ? ['', ...NAMESPACES] : [''];
    const lists = await Promise.all(scopes.map(namespace => truth.lists(resource, namespace)));
    if (lists.some(Boolean) && !ofKind.has(kindValue({ resource }))) ofKind.set(kindValue({ resource }), 0);
  }
  return ofKind;
}

/** Verbs and subresources for explainAccess. Each id gets one of them in turn, besides `get` of the object. */
const ON_SUBRESOURCES = [
  { verb: 'get', subresource: 'log' },
  { verb: 'get', subresource: 'status' },
  { verb: 'create', subresource: 'exec' },
] as const;
const actionsOn = (i: number) => [{ verb: 'get' }, ON_SUBRESOURCES[i % ON_SUBRESOURCES.length]!];

/** Compares reads by id, and their explanations: `object(id)`, `nodes(ids)` and explainAccess. */
export async function compareIds(
  product: Product,
  { asker, truth, visible: allVisible }: Expectation,
  truths: ReadonlyMap<Place, boolean>,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const kinds = await knownKinds(truth, allVisible);
  const all = [...truths];
  for (let start = 0; start < all.length; start += 10) {
    const batch = all.slice(start, start + 10);
    const explained = (action: object, i: number, at: number) => {
      const args = Object.entries(action).map(([argument, value]) => `${argument}: ${JSON.stringify(value)}`);
      return `e${i}_${at}: explainAccess(id: $i${i}, ${args.join(', ')}) { visible allowed basis grants { cluster { name } } }`;
    };
    const fields = batch.map(
      (_, i) =>
        `o${i}: object(id: $i${i}) { id } ${actionsOn(i)
          .map((action, at) => explained(action, i, at))
          .join(' ')}`,
    );
    const variables = Object.fromEntries(batch.map(([place], i) => [`i${i}`, idOf(place)]));
    const query = `query Ids(${batch.map((_, i) => `$i${i}: ID!`).join(' ')}) { ${fields.join(' ')} nodes(ids: [${batch.map((_, i) => `$i${i}`).join(', ')}]) { id } }`;
    const data = await product.data(asker, query, variables);
    for (const [i, [place, visible]] of batch.entries()) {
      const { resource, namespace, name } = place;
      const own = isNamespaceLike(resource) ? name : namespace;
      const answers: [surface: string, shown: boolean, expected: boolean][] = [
        ['object(id)', data[`o${i}`] !== null, visible],
        ['nodes(ids)', data.nodes[i] !== null, visible],
      ];
      for (const [at, action] of actionsOn(i).entries()) {
        const allowed = await truth.allows({
          ...action,
          group: resource.group,
          resource: resource.plural,
          namespace: own,
          name,
        });
        const isReported = allowed || kinds.has(kindValue(place));
        const reported = data[`e${i}_${at}`];
        const surface = `explainAccess(${Object.values(action).join(' ')})`;
        answers.push(
          [`${surface}.visible`, reported.visible, visible],
          [`${surface}.allowed`, reported.allowed === true, allowed],
          [`${surface}: no`, reported.allowed === false, isReported && !allowed],
          [`${surface}.basis`, reported.basis === 'GRANTS', isReported],
          [`${surface}.grants`, reported.grants.length > 0, allowed],
        );
      }
      for (const [surface, shown, expected] of answers) {
        if (shown !== expected)
          differences.push({ surface, type: shown ? 'over-grant' : 'under-grant', what: idOf(place) });
      }
    }
  }
  return differences;
}

function kindValue({ resource: { group, kind } }: Pick<Place, 'resource'>): string {
  return group === '' ? kind : `${kind}.${group}`;
}

function whoIs({ user, groups }: { user: string; groups: readonly string[] }): string {
  return JSON.stringify([user, [...groups].sort()]);
}

/** Numbers equal values, so that two lists compare as sets and still count duplicates. */
function counts(values: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return values.map(value => {
    const number = (seen.get(value) ?? 0) + 1;
    seen.set(value, number);
    return `${value} #${number}`;
  });
}

function numbered(value: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${value} #${i + 1}`);
}

function sets(surface: string, expected: Iterable<string>, shown: Iterable<string>): Difference[] {
  const [right, there] = [new Set(expected), new Set(shown)];
  return [
    ...[...there].filter(it => !right.has(it)).map(what => ({ surface, type: 'over-grant' as const, what })),
    ...[...right].filter(it => !there.has(it)).map(what => ({ surface, type: 'under-grant' as const, what })),
  ];
}
