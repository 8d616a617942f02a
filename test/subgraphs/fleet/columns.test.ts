/** The SDL of filters, facets and orders is written by hand. The test compares it with store/row-columns.ts. */
import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import {
  buildASTSchema,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  parse,
  type GraphQLSchema,
} from 'graphql';
import { FACET_FIELDS } from '../../../readmodel/query.ts';
import { KEY_COLUMNS, ROW_COLUMNS, type FilterType, type RowColumn } from '../../../store/row-columns.ts';

const sdl = ['fleet', 'directives'].map(name =>
  readFileSync(new URL(`../../../schema/${name}.graphql`, import.meta.url), 'utf8'),
);
const schema: GraphQLSchema = buildASTSchema(parse(sdl.join('\n')), { assumeValidSDL: true });
const columns: readonly RowColumn[] = [...KEY_COLUMNS, ...ROW_COLUMNS];

const INPUTS: Readonly<Record<FilterType, string>> = {
  oneOf: '[String!]',
  kinds: '[String!]',
  pattern: 'StringFilter',
  span: 'TimeRange',
  status: '[ObjectStatus!]',
  suspended: 'Boolean',
  labels: 'String',
  images: '[String!]',
  imagePattern: 'StringFilter',
  imageRepositories: '[String!]',
};

function valuesOf(name: string): string[] {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`${name} is no enum.`);
  return type.getValues().map(value => value.name);
}

it('ObjectFilter has the members of all columns, and no others but text, ids, namespaced, labels of clusters, and, or, not', () => {
  const type = schema.getType('ObjectFilter');
  if (!isInputObjectType(type)) throw new Error('ObjectFilter is no input.');
  const {
    text: _text,
    ids: _ids,
    namespaced: _namespaced,
    clusterLabels: _labels,
    and: _and,
    or: _or,
    not: _not,
    ...members
  } = type.getFields();
  const found = Object.fromEntries(Object.values(members).map(member => [member.name, String(member.type)]));
  const expected = columns
    .flatMap(({ filters = {} }) => Object.entries(filters))
    .map(([member, is]) => [member, INPUTS[is]]);
  expect(found).toEqual(Object.fromEntries(expected));
});

it('FacetField and ObjectOrderField have those of all columns, and no others but facets of relations, keys of labels and images', () => {
  expect(valuesOf('FacetField').sort()).toEqual(
    [...columns.flatMap(({ facet }) => facet ?? []), 'LABEL_KEY', 'SOURCE', 'IMAGE', 'IMAGE_REPOSITORY'].sort(),
  );
  expect(valuesOf('FacetField').sort()).toEqual(FACET_FIELDS.toSorted());
  expect(valuesOf('ObjectOrderField').sort()).toEqual(columns.flatMap(({ order }) => order ?? []).sort());
});

it.each(columns.filter(({ name }) => name !== 'resourceVersion'))(
  'KubernetesObject shows $name, nullable where it is optional',
  column => {
    const type = schema.getType('KubernetesObject');
    if (!isObjectType(type)) throw new Error('KubernetesObject is no type.');
    const field = type.getFields()[column.name];
    const hasResolver = column.name === 'namespace' || column.name === 'source';
    expect(field && !isNonNullType(field.type)).toBe(column.optional === true || hasResolver);
  },
);
