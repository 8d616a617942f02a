/**
 * The graph that is promised to clients: no change may break a client of schema/released.graphql. A release copies
 * schema/api.graphql over schema/released.graphql (CONTRIBUTING.md).
 */
import { describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  findBreakingChanges,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
} from 'graphql';
import { readFileSync } from 'node:fs';

const read = (name: string) => readFileSync(new URL(`../../schema/${name}.graphql`, import.meta.url), 'utf8');
const released = read('released');
const broken = (before: string, after: string) =>
  findBreakingChanges(buildSchema(before), buildSchema(after)).map(
    ({ description }) =>
      `${description} Clients of the last release use it. Keep it, mark it @deprecated(reason: "Use … instead.") and add the new one beside it.`,
  );

/** Deprecated elements without a reason. */
function unexplained(schema: GraphQLSchema): string[] {
  // An empty reason and GraphQL's default reason do not count.
  const says = ({ deprecationReason: reason }: { deprecationReason?: string | null | undefined }) =>
    reason === undefined || reason === null || !['', 'No longer supported'].includes(reason.trim());
  return Object.values(schema.getTypeMap()).flatMap(type => {
    const members: readonly (GraphQLEnumValue | GraphQLInputField | GraphQLField<unknown, unknown>)[] = isEnumType(type)
      ? type.getValues()
      : isInputObjectType(type) || isObjectType(type) || isInterfaceType(type)
        ? Object.values(type.getFields())
        : [];
    return members.flatMap(member => [
      ...(says(member) ? [] : [`${type.name}.${member.name}`]),
      ...('args' in member
        ? member.args.filter(arg => !says(arg)).map(({ name }) => `${type.name}.${member.name}(${name}:)`)
        : []),
    ]);
  });
}

describe('the graph', () => {
  it('breaks nothing that was released', () => {
    expect(broken(released, read('api'))).toEqual([]);
  });

  it('says of all that is deprecated what to use instead', () => {
    expect(unexplained(buildSchema(read('api')))).toEqual([]);
  });
});

describe('what counts as a break', () => {
  const changed = (from: string | RegExp, to: string) => {
    const after = released.replace(from, to);
    expect(after).not.toBe(released);
    return after;
  };

  it.each([
    [
      'a field that goes',
      changed(/ {2}"""[^"]*"""\n {2}suspended: Boolean!\n/, ''),
      'KubernetesObject.suspended was removed.',
    ],
    [
      'a field that can be null',
      changed('\n  suspended: Boolean!', '\n  suspended: Boolean'),
      'KubernetesObject.suspended changed type',
    ],
    [
      'an enum value that goes',
      changed(/ {2}"""[^"]*"""\n {2}TERMINATING\n/, ''),
      'TERMINATING was removed from enum type ObjectStatus.',
    ],
    [
      'an argument that must be given',
      changed('\n    states: [CoverageState!]', '\n    states: [CoverageState!]!'),
      'Coverage.clusters arg states',
    ],
    [
      'an input field that must be given',
      changed('\n  suspended: Boolean\n', '\n  suspended: Boolean!\n'),
      'ObjectFilter.suspended',
    ],
  ])('is %s, and the way out is told', (_what, after, message) => {
    const [first = ''] = broken(released, after);
    expect(first).toContain(message);
    expect(first).toContain('mark it @deprecated');
  });

  it.each([
    ['a new field', changed('\n  suspended: Boolean!', '\n  suspended: Boolean!\n  paused: Boolean')],
    ['a new enum value', changed('\n  TERMINATING\n', '\n  TERMINATING\n  LOST\n')],
    ['a new input field', changed('\n  suspended: Boolean\n', '\n  suspended: Boolean\n  paused: Boolean\n')],
    [
      'a new argument',
      changed('\n    states: [CoverageState!]', '\n    causes: [CoverageCause!]\n    states: [CoverageState!]'),
    ],
    [
      'a deprecation',
      changed('\n  suspended: Boolean!', '\n  suspended: Boolean! @deprecated(reason: "Use paused instead.")'),
    ],
  ])('is not %s', (_what, after) => {
    expect(broken(released, after)).toEqual([]);
  });

  it.each([
    [
      'a field',
      changed('\n  suspended: Boolean!', '\n  suspended: Boolean! @deprecated'),
      'KubernetesObject.suspended',
    ],
    [
      'an argument',
      changed('\n    states: [CoverageState!]', '\n    states: [CoverageState!] @deprecated(reason: " ")'),
      'Coverage.clusters(states:)',
    ],
    ['an enum value', changed('\n  TERMINATING\n', '\n  TERMINATING @deprecated\n'), 'ObjectStatus.TERMINATING'],
    [
      'an input field',
      changed('\n  suspended: Boolean\n', '\n  suspended: Boolean @deprecated\n'),
      'ObjectFilter.suspended',
    ],
  ])('a deprecation without a reason is found: of %s', (_what, after, place) => {
    expect(unexplained(buildSchema(after))).toEqual([place]);
  });
});
