/** GraphQL types made from the schemas of kinds: forms of schemas, and names of types and fields. */
import { describe, expect, it } from '@jest/globals';
import { parse, print, type ObjectTypeDefinitionNode } from 'graphql';
import { checkKindTypes } from '../../schema/kinds/check-kind-types.ts';
import { kindsOfCrds } from '../../schema/kinds/crds.ts';
import type { JsonSchema, KindSchema } from '../../schema/kinds/kind-schema.ts';
import { kindTypes } from '../../schema/kinds/kind-types.ts';
import { definitionNameOf, fieldNameOf, typeNameOf } from '../../schema/kinds/names.ts';
import { subgraphSdl } from '../../schema/sdl.ts';

type Properties = NonNullable<JsonSchema['properties']>;

function widget(spec: Properties, definitions: KindSchema['definitions'] = {}): KindSchema {
  const schema = { type: 'object', properties: { spec: { type: 'object', properties: spec } } };
  return { group: 'example.org', version: 'v1', kind: 'Widget', schema, definitions };
}

/** For each type and field, the field's type with its directives. */
function fieldsOf(sdl: string): Record<string, Record<string, string>> {
  const types = parse(sdl).definitions as ObjectTypeDefinitionNode[];
  return Object.fromEntries(
    types.map(({ name, fields = [] }) => [
      name.value,
      Object.fromEntries(
        fields.map(field => [field.name.value, [field.type, ...(field.directives ?? [])].map(print).join(' ')]),
      ),
    ]),
  );
}

const specOf = (spec: Properties, definitions?: KindSchema['definitions']) =>
  fieldsOf(kindTypes([widget(spec, definitions)]))['ExampleOrgWidgetSpec'];

const QUANTITY =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$';

describe('a field of a kind', () => {
  it.each<[string, JsonSchema, string]>([
    ['a text', { type: 'string' }, 'String'],
    ['a truth', { type: 'boolean' }, 'Boolean'],
    ['a whole number of 32 bits', { type: 'integer', format: 'int32' }, 'Int'],
    ['a whole number of 64 bits', { type: 'integer', format: 'int64' }, 'BigInt'],
    ['a whole number of any size', { type: 'integer' }, 'BigInt'],
    ['a number', { type: 'number' }, 'Float'],
    ['a time', { type: 'string', format: 'date-time' }, 'DateTime'],
    [
      'a duration, by the pattern that Flux writes',
      { type: 'string', pattern: '^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$' },
      'Duration',
    ],
    ['a number or a text', { 'x-kubernetes-int-or-string': true }, 'IntOrString'],
    ['an amount', { 'x-kubernetes-int-or-string': true, pattern: QUANTITY }, 'Quantity'],
    ['a list', { type: 'array', items: { type: 'string' } }, '[String!]'],
    ['a list that may hold null', { type: 'array', items: { type: 'string', nullable: true } }, '[String]'],
    ['a list of anything', { type: 'array', items: {} }, 'JSON'],
    ['a map to texts', { type: 'object', additionalProperties: { type: 'string' } }, 'StringMap'],
    ['a map to anything else', { type: 'object', additionalProperties: { type: 'integer' } }, 'JSON'],
    ['an object that says nothing of its fields', { type: 'object' }, 'JSON'],
    [
      'an object that may have others',
      { type: 'object', properties: { a: { type: 'string' } }, 'x-kubernetes-preserve-unknown-fields': true },
      'JSON',
    ],
    [
      'a whole object',
      { type: 'object', properties: { kind: { type: 'string' } }, 'x-kubernetes-embedded-resource': true },
      'JSON',
    ],
    ['anything', {}, 'JSON'],
    ['an object', { type: 'object', properties: { a: { type: 'string' } } }, 'ExampleOrgWidgetSpecIt'],
    [
      'a list of objects',
      { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
      '[ExampleOrgWidgetSpecIt!]',
    ],
  ])('is %s', (_what, schema, type) => {
    expect(specOf({ it: schema })).toEqual({ it: type });
  });

  it.each([
    ['$ref', '_ref'],
    ['x-foo', 'x_foo'],
    ['4k', '_4k'],
    ['__typename', '_typename'],
    ['日本', '_'],
    ['', '_'],
  ])('%j is spelled %s, and its own name is told', (name, spelled) => {
    expect(fieldNameOf(name)).toBe(spelled);
    expect(specOf({ [name]: { type: 'string' } })).toEqual({
      [spelled]: `String @called(name: ${JSON.stringify(name)})`,
    });
  });

  it('has a number where two are spelled alike', () => {
    expect(specOf({ 'a-b': { type: 'string' }, a_b: { type: 'string' }, 'a.b': { type: 'string' } })).toEqual({
      ...{
        a_b: 'String @called(name: "a-b")',
        a_b_2: 'String @called(name: "a.b")',
        a_b_3: 'String @called(name: "a_b")',
      },
    });
  });

  it('may be of a type that contains itself', () => {
    const node = 'io.example.v1.Node';
    const $ref = `#/components/schemas/${node}`;
    const sdl = kindTypes([
      widget(
        { root: { allOf: [{ $ref }] } },
        { [node]: { properties: { children: { type: 'array', items: { $ref } } } } },
      ),
    ]);
    expect(fieldsOf(sdl)).toMatchObject({
      ExampleOrgWidgetSpec: { root: 'ExampleNode' },
      ExampleNode: { children: '[ExampleNode!]' },
    });
  });
});

describe('the types of kinds', () => {
  it('implement the interface, and say which kind they are', () => {
    const sdl = kindTypes([widget({ it: { type: 'string' } })]);
    expect(sdl).toContain(
      'type ExampleOrgWidget implements KubernetesResource @kind(group: "example.org", version: "v1", kind: "Widget") @rbacLeaf {',
    );
    expect(fieldsOf(sdl)['ExampleOrgWidget']).toEqual({
      ...{ apiVersion: 'String!', kind: 'String!', metadata: 'ObjectMeta!', spec: 'ExampleOrgWidgetSpec' },
    });
  });

  it('share the conditions that CRDs repeat, and take them from the types that there are', () => {
    const fields = ['type', 'status', 'reason', 'message', 'lastTransitionTime', 'observedGeneration'];
    const conditions = {
      type: 'array',
      items: { type: 'object', properties: Object.fromEntries(fields.map(name => [name, { type: 'string' }])) },
    };
    expect(specOf({ conditions })).toEqual({ conditions: '[MetaCondition!]' });
    expect(Object.keys(fieldsOf(kindTypes([widget({ conditions })])))).toContain('MetaCondition');
    expect(Object.keys(fieldsOf(kindTypes([widget({ conditions })], new Set(['MetaCondition']))))).not.toContain(
      'MetaCondition',
    );
  });

  it.each([
    ['', 'Pod', 'CorePod'],
    ['apps', 'Deployment', 'AppsDeployment'],
    ['networking.k8s.io', 'Ingress', 'NetworkingIngress'],
    ['gateway.networking.k8s.io', 'HTTPRoute', 'GatewayNetworkingHTTPRoute'],
    ['kustomize.toolkit.fluxcd.io', 'Kustomization', 'KustomizeKustomization'],
    ['cert-manager.io', 'Certificate', 'CertManagerIoCertificate'],
  ])('of group %j, kind %s is called %s', (group, kind, name) => {
    expect(typeNameOf({ group, kind })).toBe(name);
  });

  it('that several kinds have are called by their group', () => {
    expect(definitionNameOf('io.k8s.api.core.v1.PodSpec')).toBe('CorePodSpec');
    expect(definitionNameOf('io.k8s.api.autoscaling.v2.MetricSpec')).toBe('AutoscalingMetricSpec');
    expect(definitionNameOf('org.example.Thing')).toBe('OrgExampleThing');
  });

  it('are refused where two would have one name, or one is there already', () => {
    const [a, b] = [widget({}), { ...widget({}), group: 'example-org' }];
    expect(() => kindTypes([a, b])).toThrow(
      'example.org/Widget and example-org/Widget would both be the type ExampleOrgWidget',
    );
    expect(() => kindTypes([a], new Set(['ExampleOrgWidget']))).toThrow(
      'There is a type ExampleOrgWidget already. Leave example.org/Widget out.',
    );
  });

  it('of a Secret have no value', () => {
    const map = { type: 'object', additionalProperties: { type: 'string', format: 'byte' } };
    const secret = { ...widget({}), group: '', kind: 'Secret', schema: { properties: { data: map, stringData: map } } };
    expect(Object.entries(fieldsOf(kindTypes([secret]))['CoreSecret']!).slice(3)).toEqual([['data', '[SecretKey!]']]);
  });

  it('pass the check of a file of types', () => {
    const text = kindTypes([
      widget({ 'x-foo': { type: 'string' }, nested: { type: 'object', properties: { a: { type: 'string' } } } }),
    ]);
    expect(() => checkKindTypes(text, subgraphSdl('live'))).not.toThrow();
  });
});

describe('a CustomResourceDefinition', () => {
  const version = (name: string, storage: boolean) => ({
    name,
    storage,
    served: true,
    schema: { openAPIV3Schema: { type: 'object' } },
  });
  const crd = (spec: object) => ({ kind: 'CustomResourceDefinition', metadata: { name: 'widgets.example.org' }, spec });

  it('is read in its stored version; what is none is left out', () => {
    const spec = {
      group: 'example.org',
      names: { kind: 'Widget' },
      versions: [version('v1alpha1', false), version('v1', true)],
    };
    expect(kindsOfCrds([null, { kind: 'Namespace' }, crd(spec)])).toMatchObject([
      { group: 'example.org', kind: 'Widget', version: 'v1' },
    ]);
  });

  it.each([
    [
      'without versions',
      { group: 'example.org', names: { kind: 'Widget' } },
      'lacks spec.group, spec.names.kind or spec.versions',
    ],
    [
      'without a stored version',
      { group: 'g', names: { kind: 'W' }, versions: [version('v1', false)] },
      'has no version with storage: true',
    ],
    [
      'without a schema',
      { group: 'g', names: { kind: 'W' }, versions: [{ name: 'v1', storage: true }] },
      'has no schema.openAPIV3Schema in version v1',
    ],
  ])('%s is refused by its name', (_what, spec, message) => {
    expect(() => kindsOfCrds([crd(spec)])).toThrow('The CustomResourceDefinition "widgets.example.org"');
    expect(() => kindsOfCrds([crd(spec)])).toThrow(message);
  });
});

describe('a file of types', () => {
  const good = kindTypes([widget({ it: { type: 'string' } })]);

  it.each([
    ['that does not parse', 'type {', 'it does not parse (line 1, column 6)'],
    ['of something else', `${good} scalar X`, 'something else than types of kinds'],
    ['that is empty', '# nothing', 'it does not parse'],
    ['without a kind', 'type A @rbacLeaf { a: String }', 'none of its types is that of a kind'],
    [
      'of a type that there is',
      `${good} type LiveObject @rbacLeaf { a: String }`,
      'there is a type LiveObject already',
    ],
    ['of an unknown type', good.replace('it: String', 'it: Gone'), 'ExampleOrgWidgetSpec.it has the unknown type Gone'],
    ['with arguments', good.replace('it: String', 'it(a: Int): String'), 'ExampleOrgWidgetSpec.it has arguments'],
    [
      'with a value that must be there',
      good.replace('it: String', 'it: String!'),
      'ExampleOrgWidgetSpec.it is not nullable',
    ],
    [
      'with another directive',
      good.replace('it: String', 'it: String @shareable'),
      'ExampleOrgWidgetSpec.it has @shareable',
    ],
    ['without its access directive', good.replaceAll('@rbacLeaf', ''), 'the type ExampleOrgWidget lacks @rbacLeaf'],
  ])('%s is refused', (_what, text, message) => {
    expect(() => checkKindTypes(text, subgraphSdl('live'))).toThrow(message);
    expect(() => checkKindTypes(text, subgraphSdl('live'))).toThrow('fleetgraph schema generate');
  });
});
