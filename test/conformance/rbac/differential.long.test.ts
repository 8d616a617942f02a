/** Power of the differential test: it detects a faulty evaluator, and reports the fault with only a few objects. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClusterGrants, GrantObject, LeafIdentity, PolicyRule, Resource } from '../../../rbac/types.ts';
import { compileVisibility, sees } from '../../../rbac/visibility.ts';
import * as fixtures from '../../rbac/fixtures.ts';
import { grantsOf } from '../../rbac/fixtures.ts';
import { Differential } from './differential.ts';
import { Stage } from './stage.ts';

describe('on a real API server', () => {
  let stage: Stage;
  let differential: Differential;

  beforeAll(async () => {
    stage = await Stage.start();
    differential = new Differential(stage);
  }, 600_000);
  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]();
  });

  it('an evaluator that takes watch for list is found, and told of in two objects', async () => {
    const report = await differential.run({ seed: 42, decisions: 20_000, compile: watchingAsListing });
    expect(report.overGrants).toBeGreaterThan(0);
    const { grants, as, no } = read(report.counterExample ?? '');
    // The smallest possible grant: one binding with one subject, one role with one rule of one verb.
    expect(
      grants
        .map(object => ('rules' in object ? object.rules.map(({ verbs }) => verbs) : object.subjects.length))
        .sort(),
    ).toEqual([1, [['watch']]]);
    const [resource, namespace, name] = no[0]!;
    const seen = (compile: typeof compileVisibility) =>
      sees(compile(grantsOf(...grants), as, [resource]), 0, namespace, name);
    expect([seen(compileVisibility), seen(watchingAsListing)]).toEqual([false, true]);
  });

  it('an evaluator that forgets the names of a rule is found', async () => {
    const report = await differential.run({ seed: 43, decisions: 20_000, compile: withoutNames });
    const { grants } = read(report.counterExample ?? '');
    expect(report.underGrants).toBeGreaterThan(0);
    expect(grants).toHaveLength(2);
  });
});

const watchingAsListing: typeof compileVisibility = (grants, identity, resources) =>
  compileVisibility(
    withRules(grants, rule => ({ ...rule, verbs: rule.verbs.map(verb => (verb === 'watch' ? 'list' : verb)) })),
    identity,
    resources,
  );

const withoutNames: typeof compileVisibility = (grants, identity, resources) =>
  compileVisibility(
    withRules(grants, rule => (rule.resourceNames.length > 0 ? { ...rule, verbs: [] } : rule)),
    identity,
    resources,
  );

function withRules({ revision, objects }: ClusterGrants, change: (rule: PolicyRule) => PolicyRule): ClusterGrants {
  const changed = [...objects].map(([key, object]): [string, GrantObject] => [
    key,
    'rules' in object ? { ...object, rules: object.rules.map(change) } : object,
  ]);
  return { revision, objects: new Map(changed) };
}

interface TableRow {
  grants: GrantObject[];
  as: LeafIdentity;
  yes: [Resource, string, string][];
  no: [Resource, string, string][];
}

/** Evaluates the printed row as JavaScript, like a developer who pastes it into the table. */
function read(counterExample: string): TableRow {
  const row = counterExample.slice(counterExample.indexOf('{\n'), counterExample.lastIndexOf('}') + 1);
  const { role, clusterRole, roleBinding, clusterRoleBinding, user, group, serviceAccount, identity, resource } =
    fixtures;
  const words = { role, clusterRole, roleBinding, clusterRoleBinding, user, group, serviceAccount, identity, resource };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- our own text, and running it is the test
  return new Function(...Object.keys(words), `return ${row}`)(...Object.values(words)) as TableRow;
}
