import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { authorize } from '../../rbac/authorize.ts';
import { explainVerb } from '../../rbac/explain.ts';
import { parseGrantObject } from '../../rbac/parse.ts';
import type { ClusterGrants } from '../../rbac/types.ts';
import { compileVisibility, emptyVisibility, listsSomewhere, sees } from '../../rbac/visibility.ts';
import {
  ALL_RESOURCES,
  clusterGrants,
  everyRow,
  grantObject,
  leafIdentity,
  NAMESPACE_NAMES,
  OBJECT_NAMES,
} from './arbitraries.ts';
import { found, grantsOf } from './fixtures.ts';
import { oracleAllows, oracleSees } from './oracle.ts';

const resources = fc.shuffledSubarray([...ALL_RESOURCES]);

describe('for any RBAC', () => {
  it('the compiled visibility is exactly the rule, row by row', () => {
    fc.assert(
      fc.property(clusterGrants, leafIdentity, resources, (grants, identity, resources) => {
        const visibility = compileVisibility(grants, identity, resources);
        let visible = 0;
        for (const { resource, namespace, name } of everyRow(resources)) {
          const expected = oracleSees(grants, identity, resources[resource]!, namespace, name);
          visible += Number(expected);
          expect({ resource, namespace, name, sees: sees(visibility, resource, namespace, name) }).toEqual({
            resource,
            namespace,
            name,
            sees: expected,
          });
        }
        if (visible > 0) expect(visibility.empty).toBe(false);
        if (visibility.empty) expect(visibility).toEqual(emptyVisibility(resources));
      }),
      { numRuns: 300 },
    );
  });

  it('authorize answers as the plain authorizer does', () => {
    const request = fc.record({
      verb: fc.constantFrom('list', 'get', 'watch', 'create', 'delete'),
      resource: fc.constantFrom(...ALL_RESOURCES).map(({ plural }) => plural),
      group: fc.constantFrom(...ALL_RESOURCES).map(({ group }) => group),
      namespace: fc.constantFrom('', ...NAMESPACE_NAMES),
      name: fc.constantFrom('', ...OBJECT_NAMES),
    });
    fc.assert(
      fc.property(
        clusterGrants,
        leafIdentity,
        fc.array(request, { minLength: 20, maxLength: 20 }),
        (grants, identity, requests) => {
          for (const request of requests)
            expect(authorize(grants, identity, request)).toBe(oracleAllows(grants, identity, request));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('a further grant never hides a row', () => {
    fc.assert(
      fc.property(clusterGrants, grantObject, leafIdentity, (grants, further, identity) => {
        const more = grantsOf(further, ...grants.objects.values());
        const before = compileVisibility(grants, identity, ALL_RESOURCES);
        const after = compileVisibility(more, identity, ALL_RESOURCES);
        for (const { resource, namespace, name } of everyRow(ALL_RESOURCES)) {
          if (sees(before, resource, namespace, name)) expect(sees(after, resource, namespace, name)).toBe(true);
        }
      }),
    );
  });

  it('a resource is listed somewhere where a list without a name is allowed in some scope', () => {
    fc.assert(
      fc.property(clusterGrants, leafIdentity, (grants, identity) => {
        const visibility = compileVisibility(grants, identity, ALL_RESOURCES);
        for (const [number, { group, plural, namespaced }] of ALL_RESOURCES.entries()) {
          const scopes = namespaced ? ['', ...NAMESPACE_NAMES] : [''];
          const expected = scopes.some(namespace =>
            oracleAllows(grants, identity, { verb: 'list', group, resource: plural, namespace, name: '' }),
          );
          expect({ plural, lists: listsSomewhere(visibility, number) }).toEqual({ plural, lists: expected });
        }
      }),
    );
  });

  it('an explanation agrees with the decision and names only grants that reach the asker', () => {
    fc.assert(
      fc.property(
        clusterGrants,
        leafIdentity,
        fc.constantFrom(...everyRow(ALL_RESOURCES)),
        (grants, identity, { resource: number, namespace, name }) => {
          const resource = ALL_RESOURCES[number]!;
          for (const verb of ['get', 'delete', 'list']) {
            const isOwnScope = verb !== 'list' && !resource.namespaced && resource.plural === 'namespaces';
            const scope = isOwnScope ? name : resource.namespaced ? namespace : '';
            const request = { verb, group: resource.group, resource: resource.plural, namespace: scope, name };
            const allows = (of: ClusterGrants) =>
              oracleAllows(of, identity, request) ||
              (verb === 'list' && oracleAllows(of, identity, { ...request, name: '' }));
            const why = found(explainVerb(grants, identity, { resource, namespace, name }, verb));
            expect(why.allowed).toBe(allows(grants));
            for (const { binding, role, rule } of why.grants) {
              expect(allows(grantsOf(role, { ...binding, subjects: binding.subjects }))).toBe(true);
              for (const named of rule.resourceNames) expect([name, '']).toContain(named);
            }
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('the order of the resources does not matter', () => {
    fc.assert(
      fc.property(clusterGrants, leafIdentity, resources, (grants, identity, shuffled) => {
        const whole = compileVisibility(grants, identity, ALL_RESOURCES);
        const part = compileVisibility(grants, identity, shuffled);
        for (const { resource, namespace, name } of everyRow(shuffled)) {
          expect(sees(part, resource, namespace, name)).toBe(
            sees(whole, ALL_RESOURCES.indexOf(shuffled[resource]!), namespace, name),
          );
        }
      }),
    );
  });
});

describe('reading grant objects', () => {
  const types = fc.constantFrom('Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding');

  it('is total over any JSON', () => {
    fc.assert(fc.property(types, fc.jsonValue(), (type, object) => parseGrantObject(type, object).type === type));
  });

  it('never reads a damaged object as granting more', () => {
    const damage = fc.constantFrom<unknown>(undefined, null, 7, 'list', {}, [], [7], ['list', null], [['*']]);
    const part = fc.constantFrom('verbs', 'apiGroups', 'resources', 'resourceNames');
    const rule = fc.record({
      verbs: fc.constant(['list']),
      apiGroups: fc.constant(['']),
      resources: fc.constant(['pods']),
      resourceNames: fc.constant(['web']),
    });
    fc.assert(
      fc.property(rule, part, damage, (rule, part, damage) => {
        const parsed = parseGrantObject('ClusterRole', {
          metadata: { name: 'r' },
          rules: [{ ...rule, [part]: damage }],
        });
        const rules = 'rules' in parsed ? parsed.rules : [];
        const emptied = part === 'resourceNames' && (damage == null || (Array.isArray(damage) && damage.length === 0));
        // A rule without resourceNames covers all names, also for the API server. With any other damage, the rule
        // grants nothing.
        expect(rules).toHaveLength(emptied ? 1 : 0);
      }),
    );
  });
});
