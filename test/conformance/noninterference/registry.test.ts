/**
 * The list of surfaces is complete. A new field or argument fails here until a surface queries it, except for fields of
 * the types of kinds. A new filter field, input type or enum type fails here until a list names it.
 */
import { afterAll, describe, expect, it } from '@jest/globals';
import { buildSubgraphSchema } from '@apollo/subgraph';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type GraphQLInputObjectType,
  type GraphQLSchema,
} from 'graphql';
import { ACTIONS } from '../../../schema/actions.ts';
import { kindsSdl, subgraphSdl } from '../../../schema/sdl.ts';
import { fieldRules } from '../../../access/guard.ts';
import { projectionsOfSubgraphs, SUBGRAPH_NAMES } from '../../../subgraphs/registry.ts';
import { POLICY_PROJECTION } from '../../../subgraphs/policy/records.ts';
import { RECORDS } from './arbitraries.ts';
import {
  CLUSTER_FILTER,
  GROUP_KEY,
  NAMESPACE_FILTER,
  OBJECT_FILTER,
  PACKAGE_FILTER,
  MESH_ITEM_FILTER,
  MESH_VALIDATION_FILTER,
  POLICY_FILTER,
  SCHEMA,
  STRING_FILTER,
  TIME_RANGE,
} from './questions.ts';
import { SURFACES } from './surfaces.ts';

const subgraphs = new Map(SUBGRAPH_NAMES.map(name => [name, buildSubgraphSchema(parse(subgraphSdl(name)))] as const));

/** Fields and arguments in a document, as `Type.field` and `Type.field(argument:)`. */
function requestedBy(document: string, schema: GraphQLSchema): string[] {
  const requested: string[] = [];
  const types = new TypeInfo(schema);
  visit(
    parse(document),
    visitWithTypeInfo(types, {
      Field: ({ name, arguments: args }) => {
        const field = `${types.getParentType()?.name}.${name.value}`;
        requested.push(field, ...(args ?? []).map(argument => `${field}(${argument.name.value}:)`));
      },
    }),
  );
  return requested;
}

function reported(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap(type =>
    !isObjectType(type) || /^_/.test(type.name)
      ? []
      : Object.values(type.getFields())
          .filter(({ name }) => !name.startsWith('_'))
          .flatMap(({ name, args }) => [
            `${type.name}.${name}`,
            ...args.map(argument => `${type.name}.${name}(${argument.name}:)`),
          ]),
  );
}

/**
 * Fields that no surface selects.
 * @throws Error that names fields without a visibility rule.
 */
function unrequested(sdl: string): string[] {
  const requested = new Set(
    SURFACES.flatMap(({ document, at }) => requestedBy(document, at ? subgraphs.get(at)! : SCHEMA)),
  );
  const ruled = [...fieldRules(parse(sdl))].flatMap(([type, { fields }]) =>
    [...fields.keys()].map(field => `${type}.${field}`),
  );
  return ruled.filter(field => !requested.has(field));
}

/**
 * The types of kinds (schema/kinds.graphql). Surfaces need not select all of their fields, because the fields have no
 * arguments and no rules of their own. A test below checks this.
 */
const KINDS = parse(kindsSdl()).definitions.flatMap(it => (it.kind === Kind.OBJECT_TYPE_DEFINITION ? [it] : []));
const kindTypes = new Set(KINDS.map(({ name }) => name.value));
const isOfKind = (field: string) => kindTypes.has(field.slice(0, field.indexOf('.')));

const inputFields = (name: string) => Object.keys((SCHEMA.getType(name) as GraphQLInputObjectType).getFields());

describe('the surfaces', () => {
  afterAll(() => void process.stderr.write(`${SURFACES.map(({ name }) => `  surface: ${name}\n`).join('')}`));

  it.each(SURFACES.map(surface => [surface.name, surface] as const))(
    '%s: is a question that the schema allows',
    (_name, { document, at }) => {
      expect(validate(at ? subgraphs.get(at)! : SCHEMA, parse(document))).toEqual([]);
    },
  );

  it('ask in surfaces.ts for every field with every argument', () => {
    const requested = new Set(
      SURFACES.flatMap(({ document, at }) => requestedBy(document, at ? subgraphs.get(at)! : SCHEMA)),
    );
    expect(reported(SCHEMA).filter(field => !requested.has(field) && !isOfKind(field))).toEqual([]);
  });

  it.each(SUBGRAPH_NAMES)(
    'ask in surfaces.ts for every field that the subgraph %s gives a rule, and it has none without',
    name => {
      expect(unrequested(subgraphSdl(name)).filter(field => !isOfKind(field))).toEqual([]);
    },
  );

  it('miss a field that joins the schema without joining them, with a rule or without', () => {
    const joined = (rule: string) =>
      `${subgraphSdl('fleet')} extend type KubernetesObject { annotations: StringMap ${rule} }`;
    expect(unrequested(joined('@rbacRows'))).toEqual(['KubernetesObject.annotations']);
    expect(() => unrequested(joined(''))).toThrow('KubernetesObject.annotations');
  });

  it('ask for a resource, the only way to the types of kinds, of which no field takes an argument or has another rule', () => {
    const leading = Object.values(SCHEMA.getTypeMap()).flatMap(type =>
      isObjectType(type) && !kindTypes.has(type.name)
        ? Object.values(type.getFields()).flatMap(field => {
            const to = getNamedType(field.type).name;
            return kindTypes.has(to) || to === 'KubernetesResource' ? [`${type.name}.${field.name}`] : [];
          })
        : [],
    );
    expect(leading).toEqual(['LiveObject.resource']);
    for (const { name, directives, fields } of KINDS) {
      expect([name.value, directives?.map(it => it.name.value).filter(it => it.startsWith('rbac'))]).toEqual([
        name.value,
        ['rbacLeaf'],
      ]);
      expect(
        fields?.filter(it => it.arguments?.length || it.directives?.some(({ name }) => name.value !== 'called')),
      ).toEqual([]);
    }
    const requested = SURFACES.flatMap(({ document, at }) => requestedBy(document, at ? subgraphs.get(at)! : SCHEMA));
    expect(requested).toEqual(
      expect.arrayContaining(['LiveObject.resource', 'CorePodCondition.message', 'KustomizeKustomizationSpec.path']),
    );
  });

  it('ask in surfaces.ts each subgraph that has entities for them', () => {
    const having = SUBGRAPH_NAMES.filter(name => '_entities' in subgraphs.get(name)!.getQueryType()!.getFields());
    expect(having).toEqual(expect.arrayContaining(['fleet', 'live']));
    expect(
      SURFACES.filter(({ document }) => document.includes('_entities'))
        .map(({ at }) => at)
        .sort(),
    ).toEqual(having.sort());
  });

  it.each([
    ['ObjectFilter', OBJECT_FILTER(1)],
    ['StringFilter', STRING_FILTER],
    ['TimeRange', TIME_RANGE],
    ['NamespaceFilter', NAMESPACE_FILTER],
    ['ClusterFilter', CLUSTER_FILTER],
    ['PackageFilter', PACKAGE_FILTER],
    ['PolicyFilter', POLICY_FILTER],
    ['GroupKey', GROUP_KEY],
    ['MeshItemFilter', MESH_ITEM_FILTER],
    ['MeshValidationFilter', MESH_VALIDATION_FILTER],
    ['ObjectOrder', { field: true, direction: true }],
  ])('filter and order by every field of %s, which questions.ts makes up', (name, generated) => {
    expect(Object.keys(generated).sort()).toEqual(inputFields(name).sort());
  });

  it('ask about rows with the records of every projection', async () => {
    const projected = (await projectionsOfSubgraphs()).map(({ name }) => name);
    // Records of the topology are made in traffic.ts.
    expect([...Object.keys(RECORDS), POLICY_PROJECTION].sort()).toEqual(projected.sort());
  });

  it('know every input and every kind of question there is', () => {
    const types = Object.values(SCHEMA.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
    expect(
      types
        .filter(isInputObjectType)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      ...[
        'AccessCheck',
        'ApplyInput',
        'BoundInput',
        'ClusterFilter',
        'CordonInput',
        'DeleteInput',
        'DrainInput',
        'GroupKey',
        'MeshItemFilter',
        'MeshValidationFilter',
        'MoveInput',
        'NamespaceFilter',
        'ObjectFilter',
        'ObjectOrder',
        'ObjectToDelete',
      ],
      ...[
        'PackageFilter',
        'PlacementFilter',
        'PolicyFilter',
        'ReconcileInput',
        'RemoveViewInput',
        'RestartInput',
        'RunInput',
        'SaveViewInput',
        'ScaleInput',
        'StringFilter',
        'SuspendInput',
        'TimeRange',
        'UndoInput',
      ],
    ]);
    expect(
      types
        .filter(isEnumType)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      ...[
        'AccessBasis',
        'Action',
        'ActionOutcome',
        'ClusterMechanism',
        'CoverageCause',
        'CoverageState',
        'DeletePropagation',
        'FacetField',
        'KindCollectionState',
        'LiveState',
        'LogEnd',
        'LogLevel',
        'MeshDifferenceField',
        'MeshDirection',
        'MeshGraphType',
        'MeshHealthStatus',
        'MeshItemType',
        'MeshNodeType',
        'MeshProtocol',
        'MeshSeverity',
        'MeshTelemetryCause',
        'MeshValidationCode',
        'MovePhase',
        'MoveReason',
        'MoveVolumes',
        'ObjectChangeType',
        'ObjectOrderField',
        'ObjectStatus',
        'OrderDirection',
        'PackageDetail',
        'PackageEngine',
        'PackageGateCause',
        'PackagePhase',
        'PackageScope',
        'PlacementAssignmentState',
        'PlacementEngine',
        'PlacementFilterName',
        'PlacementPhase',
        'PlacementReport',
        'PlacementVerdict',
        'PolicyChangeType',
        'PolicyClass',
        'PolicyEdgeKind',
        'PolicyRefusal',
        'PolicyStanding',
        'PolicyStrategy',
        'RegistrationProblemCause',
        'RegistrationSource',
        'RelationType',
        'ResetReason',
        'SuggestionField',
        'TreeDirection',
        'UsageState',
        'WithheldCause',
      ],
    ]);
    expect(Object.keys(SCHEMA.getMutationType()?.getFields() ?? {}).sort()).toEqual(
      [...ACTIONS, 'saveView', 'removeView'].sort(),
    );
    expect(Object.keys(SCHEMA.getSubscriptionType()?.getFields() ?? {})).toEqual([
      'objectChanges',
      'podLogs',
      'workloadLogs',
      'policyChanges',
    ]);
  });
});
