/**
 * Objects in the GraphQL types of their kinds, with Kubernetes field names. If a field from a cluster has the wrong
 * type, only this field is null.
 */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getNamedType, isInterfaceType, isObjectType, parse, type GraphQLObjectType } from 'graphql';
import { graphOver } from './graph.ts';
import { ScriptedLeaf, SERVED, served } from './scripted-leaf.ts';

const STATEFUL_SET = served('apps', 'statefulsets', 'StatefulSet');
const KUSTOMIZATION = served('kustomize.toolkit.fluxcd.io', 'kustomizations', 'Kustomization');
const WIDGET = served('example.org', 'widgets', 'Widget');

/** Result of `resource { … }` for an object that a leaf serves. */
async function shown(plural: string, kind: string, object: object, selection: string, limits = {}) {
  const leaf = new ScriptedLeaf('leaf');
  leaf.resources = [...SERVED, STATEFUL_SET, KUSTOMIZATION, WIDGET];
  leaf.put(plural, { metadata: { name: 'web', namespace: 'team-a' }, ...object });
  const id = `leaf/${leaf.resources.find(it => it.plural === plural)!.group}/${kind}/team-a/web`;
  const { lives, errors } = await graphOver([leaf], { ...limits, withKinds: true }).ask(
    [id],
    `state resource { __typename ${selection} }`,
  );
  return { resource: lives[0]?.resource, errors, requested: leaf.requested };
}

const container = {
  name: 'web',
  image: 'web:1',
  resources: { limits: { cpu: '500m' } },
  ports: [{ containerPort: 80 }],
};

describe('a resource', () => {
  it('has the fields of its kind, read with one request', async () => {
    const spec = { replicas: 2, template: { metadata: { labels: { app: 'web' } }, spec: { containers: [container] } } };
    const { resource, errors, requested } = await shown(
      'deployments',
      'Deployment',
      { spec },
      `apiVersion kind metadata { name } ... on AppsDeployment { spec { replicas paused template { metadata { name labels }
        spec { containers { name image resources { limits requests } ports { containerPort hostIP } } } } } }`,
    );
    expect(errors).toEqual([]);
    expect(requested).toHaveLength(1);
    expect(resource).toEqual({
      ...{ __typename: 'AppsDeployment', apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' } },
      spec: {
        ...{ replicas: 2, paused: null },
        template: {
          metadata: { name: null, labels: { app: 'web' } },
          spec: {
            containers: [
              {
                ...container,
                resources: { limits: { cpu: '500m' }, requests: null },
                ports: [{ containerPort: 80, hostIP: null }],
              },
            ],
          },
        },
      },
    });
  });

  it('has the scalars of Kubernetes', async () => {
    const spec = {
      interval: '1h30m',
      prune: true,
      sourceRef: { kind: 'GitRepository', name: 'apps' },
      timeout: 'soon',
    };
    const status = {
      observedGeneration: 2 ** 40,
      conditions: [{ type: 'Ready', lastTransitionTime: '2026-01-31T12:00:00Z' }],
    };
    const { resource } = await shown(
      'kustomizations',
      'Kustomization',
      { spec, status },
      `... on KustomizeKustomization { spec { interval timeout prune sourceRef { kind name namespace } }
        status { observedGeneration conditions { type lastTransitionTime } } }`,
    );
    expect(resource.spec).toEqual({
      ...spec,
      timeout: null,
      sourceRef: { kind: 'GitRepository', name: 'apps', namespace: null },
    });
    expect(resource.status.observedGeneration).toBe(2 ** 40);
    expect(resource.status.conditions[0].lastTransitionTime).toEqual(new Date('2026-01-31T12:00:00Z'));
  });

  it('is null for a kind that has no type', async () => {
    expect((await shown('widgets', 'Widget', {}, 'kind')).resource).toBeNull();
  });

  it('of a Secret has its keys and their sizes, and no value', async () => {
    const data = { password: Buffer.from('hunter2').toString('base64'), broken: 'x', odd: 7 };
    const { resource, errors } = await shown(
      'secrets',
      'Secret',
      { type: 'Opaque', data },
      '... on CoreSecret { type data { name size } }',
    );
    expect(errors).toEqual([]);
    expect(resource).toEqual({
      ...{ __typename: 'CoreSecret', type: 'Opaque' },
      data: [
        { name: 'password', size: 7 },
        { name: 'broken', size: null },
        { name: 'odd', size: null },
      ],
    });
  });

  it('may have resources in it, whose metadata is that of objects', async () => {
    const claim = {
      metadata: { name: 'data', creationTimestamp: null },
      spec: { resources: { requests: { storage: '1Gi' } } },
    };
    const { resource } = await shown(
      'statefulsets',
      'StatefulSet',
      { spec: { volumeClaimTemplates: [claim] } },
      '... on AppsStatefulSet { spec { volumeClaimTemplates { apiVersion kind metadata { name } spec { resources { requests } } } } }',
    );
    expect(resource.spec.volumeClaimTemplates).toEqual([
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'data' },
        spec: { resources: { requests: { storage: '1Gi' } } },
      },
    ]);
  });

  it.each([
    ['a text for a number', { replicas: '2' }, { replicas: null }],
    ['a number above Int', { replicas: 2 ** 40 }, { replicas: null }],
    ['a list for an object', { template: [] }, { template: null }],
    [
      'a text in a list of objects',
      { template: { spec: { containers: [container, 'x'] } } },
      { template: { spec: { containers: null } } },
    ],
    [
      'null in a list of objects',
      { template: { spec: { containers: [null] } } },
      { template: { spec: { containers: null } } },
    ],
    [
      'an object for a text',
      { template: { spec: { containers: [{ name: {} }] } } },
      { template: { spec: { containers: [{ name: null }] } } },
    ],
    ['no containers', { template: { spec: {} } }, { template: { spec: { containers: null } } }],
  ])('with %s has null there, and all the rest', async (_what, wrong, seen) => {
    const { resource, errors } = await shown(
      'deployments',
      'Deployment',
      { spec: { paused: true, ...wrong } },
      '... on AppsDeployment { spec { paused replicas template { spec { containers { name } } } } }',
    );
    expect(errors).toEqual([]);
    expect(resource.spec).toMatchObject({ paused: true, ...seen });
  });

  it('is counted as often as it is asked for', async () => {
    const spec = { volumes: [{ name: 'x'.repeat(1_000) }] };
    const aliases = Array.from({ length: 20 }, (_, i) => `v${i}: volumes { name }`).join(' ');
    const { errors } = await shown('pods', 'Pod', { spec }, `... on CorePod { spec { ${aliases} } }`, {
      answerBytes: 10_000,
    });
    expect(errors[0]?.message).toContain('limits.answerBytes');
  });

  it('that the answer cannot hold is null, with twenty errors however many values it has', async () => {
    const entries = Array.from({ length: 5_000 }, (_, i) => ({ id: `an-object-with-a-name-${i}`, v: 'v1' }));
    const { resource, errors } = await shown(
      ...(['kustomizations', 'Kustomization', { status: { inventory: { entries } } }] as const),
      '... on KustomizeKustomization { status { inventory { entries { id v } } } }',
      { answerBytes: 60_000 },
    );
    const { length } = resource.status.inventory.entries.filter(({ id }: { id: string | null }) => id !== null);
    expect(length).toBeGreaterThan(0);
    expect(length).toBeLessThan(5_000);
    expect(errors).toHaveLength(20);
    for (const { message } of errors) expect(message).toContain('What does not fit is null.');
  });
});

describe('whatever a cluster sends as an object', () => {
  const { schema } = graphOver([], { withKinds: true }).subgraph;
  const kinds = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType =>
      isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'KubernetesResource'),
  );

  it('is shown without an error, by every kind', async () => {
    expect(kinds.length).toBeGreaterThan(20);
    const leaf = new ScriptedLeaf('leaf');
    const { ask } = graphOver([leaf], { withKinds: true });
    for (const type of kinds) {
      const { group, kind } = kindOf(type);
      leaf.resources = [served(group, 'things', kind)];
      const selection = `resource { ... on ${type.name} ${selectionOf(type)} }`;
      parse(`{ live { ${selection} } }`);
      await fc.assert(
        fc.asyncProperty(valueOf(type), async object => {
          leaf.objects.clear();
          leaf.put('things', { ...(object as object), metadata: { name: 'web', namespace: 'team-a' } });
          const { lives, errors } = await ask([`leaf/${group}/${kind}/team-a/web`], `state ${selection}`);
          expect(errors).toEqual([]);
          expect(lives[0].state === 'INVALID' || lives[0].resource !== null).toBe(true);
        }),
        { numRuns: 10 },
      );
    }
  });
});

function kindOf(type: GraphQLObjectType): { group: string; kind: string } {
  const directive = type.astNode!.directives!.find(({ name }) => name.value === 'kind')!;
  const value = (name: string) =>
    (directive.arguments!.find(it => it.name.value === name)!.value as { value: string }).value;
  return { group: value('group'), kind: value('kind') };
}

/** A selection of all fields up to a depth, except fields of interface types. */
function selectionOf(type: GraphQLObjectType, depth = 5): string {
  const fields = Object.values(type.getFields()).flatMap(({ name, type }) => {
    const of = getNamedType(type);
    if (!isObjectType(of)) return isInterfaceType(of) ? [] : [name];
    return depth > 0 ? [`${name} ${selectionOf(of, depth - 1)}`] : [];
  });
  return `{ __typename ${fields.join(' ')} }`;
}

/** Random JSON whose members have the names of the type's fields. Their values can be anything. */
function valueOf(type: GraphQLObjectType, depth = 4): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom('1h', '5Gi', '__proto__', -1, 1e300, '2026-01-01T00:00:00Z', null),
  );
  const fields = Object.values(type.getFields()).map(({ name, type }) => {
    const of = getNamedType(type);
    if (!isObjectType(of) || depth === 0) return [name, anything] as const;
    const inner = valueOf(of, depth - 1);
    return [
      name,
      fc.oneof({ weight: 4, arbitrary: inner }, { weight: 4, arbitrary: fc.array(inner, { maxLength: 2 }) }, anything),
    ] as const;
  });
  return fc.record(Object.fromEntries(fields.filter(([name]) => name !== 'metadata').slice(0, 12)), {
    requiredKeys: [],
  });
}
