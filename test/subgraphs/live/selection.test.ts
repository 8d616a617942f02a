/**
 * Parts of an object that are read for a selection. Reading too much costs bytes. Reading too little turns an existing
 * value into null.
 */
import { describe, expect, it } from '@jest/globals';
import { execute, extendSchema, getNamedType, isCompositeType, isObjectType, parse } from 'graphql';
import { ANSWERED_BY_METADATA } from '../../../subgraphs/live/object-reader.ts';
import { graphOver } from './graph.ts';
import { leafWithPods, POD } from './scripted-leaf.ts';

const type = graphOver([]).subgraph.schema.getType('LiveObject');
const fields = isObjectType(type) ? type.getFields() : {};

function selectionOf(name: string): string {
  return `${name}${isCompositeType(getNamedType(fields[name]?.type)) ? ' { __typename }' : ''}`;
}

/** Accept header of the request to the leaf. The graph has one field that the live subgraph does not know. */
async function acceptedFor(selection: string, fragments: string): Promise<string | undefined> {
  const leaf = leafWithPods();
  const { subgraph, request } = graphOver([leaf]);
  const { errors } = await execute({
    schema: extendSchema(subgraph.schema, parse('extend type LiveObject { newField: String }')),
    document: parse(
      `query ($r: [_Any!]!) { _entities(representations: $r) { ... on KubernetesObject { live { ${selection} } } } } ${fragments}`,
    ),
    variableValues: { r: [{ __typename: 'KubernetesObject', id: POD }] },
    contextValue: subgraph.context(request()),
  });
  expect(errors).toBeUndefined();
  return leaf.requested.find(({ verb }) => verb === 'get')?.accept;
}

describe('a read of an object', () => {
  it.each([
    ['a field that the list does not know', 'state newField', ''],
    ['one under the name of another', 'state: newField', ''],
    ['one in an inline fragment', 'state ... { newField }', ''],
    [
      'one in a fragment of a fragment',
      'state ...A',
      'fragment A on LiveObject { ...B } fragment B on LiveObject { newField }',
    ],
    ['one that is skipped', 'state newField @skip(if: true)', ''],
    ['a fragment that the document does not have', 'state ...Missing', ''],
  ])('fetches the whole object for %s', async (_what, selection, fragments) =>
    expect(await acceptedFor(selection, fragments)).toBe('application/json'),
  );

  it.each([
    ['all fields of the list', [...ANSWERED_BY_METADATA].map(selectionOf).join(' '), ''],
    ['the name of the type', '__typename', ''],
    ['a field of the list under the name of another', 'newField: message', ''],
    ['fragments', 'state ... { message } ...A', 'fragment A on LiveObject { observedAt }'],
  ])('fetches metadata alone for %s', async (_what, selection, fragments) =>
    expect(await acceptedFor(selection, fragments)).toMatch('as=PartialObjectMetadata;'),
  );
});

describe('the list of fields that metadata answers', () => {
  it.each([...ANSWERED_BY_METADATA])('names %s, which is a field of LiveObject in schema/live.graphql', name =>
    expect(Object.keys(fields)).toContain(name),
  );
});
