/** Composition: the checked-in files match the subgraphs, and problems of a subgraph are reported. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { buildSchema, isObjectType } from 'graphql';
import { subgraphSdl } from '../../schema/sdl.ts';
import { composeSupergraph, CompositionError } from '../../schema/supergraph.ts';
import { generatedFiles } from '../../subgraphs/generate.ts';

const own = { name: 'own', sdl: 'type Query { hello: String }', url: 'http://127.0.0.1:4001/graphql' };

describe('the generated schema', () => {
  const generated = generatedFiles();

  it.each([...generated])('%s is up to date (else run: make generate)', (name, content) => {
    expect(readFileSync(new URL(`../../schema/${name}`, import.meta.url), 'utf8')).toBe(content);
  });

  it('for clients has no fields of federation', () => {
    const api = generated.get('api.graphql') ?? '';
    expect(api).not.toMatch(/join__|_Any|_entities|_service|link__/);
    const object = buildSchema(api).getType('KubernetesObject');
    expect(isObjectType(object) && Object.keys(object.getFields())).toEqual(
      expect.arrayContaining(['id', 'cluster', 'status', 'live']),
    );
  });

  it('for the gateway has the access directives, where readers see them', () => {
    const supergraph = generated.get('supergraph.graphql') ?? '';
    expect(supergraph).toMatch(/clusters\([^}]*\): ClusterConnection [^\n]*@rbacNames/);
    expect(supergraph).toMatch(/directive @rbacRows on/);
  });
});

describe('composition', () => {
  it('takes subgraphs of other people', () => {
    const { supergraphSdl, apiSdl } = composeSupergraph([{ name: 'fleet', sdl: subgraphSdl('fleet') }, own]);
    expect(supergraphSdl).toContain('@join__graph(name: "own", url: "http://127.0.0.1:4001/graphql")');
    expect(apiSdl).toContain('hello: String');
  });

  it.each([
    [
      'an SDL that does not parse',
      [{ name: 'own', sdl: 'type Query {' }],
      /\[own\] Its SDL does not parse \(line 1, column 13\)/,
    ],
    [
      'an unknown type, by field and line',
      [{ name: 'own', sdl: 'type Query {\n  a: Missing\n}' }],
      /\[own\] line 2: Query\.a: Unknown type Missing \(/,
    ],
    [
      'every unknown type of every subgraph',
      [
        { name: 'own', sdl: 'type Query {\n  a(x: In): Missing\n}' },
        { name: 'other', sdl: 'type Query { b: Int }\nunion U = Gone\ntype T implements I { c: Int }' },
      ],
      /line 2: Query\.a: Unknown type In[^]*line 2: Query\.a: Unknown type Missing[^]*\[other\] line 2: U: Unknown type Gone[^]*\[other\] line 3: T: Unknown type I/,
    ],
    [
      'what does not parse in any of them',
      [
        { name: 'own', sdl: 'type Query {' },
        { name: 'other', sdl: '\ntype Query { a Int }' },
      ],
      /\[own\] Its SDL does not parse \(line 1[^]*\[other\] Its SDL does not parse \(line 2, column 16\)/,
    ],
    [
      'a key of a field that is not there, by line',
      [
        {
          name: 'own',
          sdl: 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])\ntype Query { t: T }\ntype T @key(fields: "nope") { id: ID }',
        },
      ],
      /\[own\] line 3: On type "T"/,
    ],
    ['two of one name', [own, own], /Two subgraphs are called "own"; rename one of them/],
    [
      'fields that contradict',
      [own, { name: 'other', sdl: 'type Query { hello: Int }' }],
      /Query\.hello.* at \[other\] line 1, \[own\] line 1 \(/,
    ],
  ])('says what is wrong: %s', (_case, subgraphs, message) => {
    expect(() => composeSupergraph(subgraphs)).toThrow(CompositionError);
    expect(() => composeSupergraph(subgraphs)).toThrow(message);
  });
});
