/** Status rules of the configuration: their decisions, and how they combine with the rules of kinds. */
import { describe, expect, it } from '@jest/globals';
import { type ConfiguredRule, withRules } from '../../kinds/configured.ts';
import { pendingTransition } from '../../kinds/status-result.ts';
import { kindOf, rulesOf } from '../../kinds/registry.ts';
import { toRow } from '../../kinds/row.ts';
import { NOW, resource } from './fixtures.ts';

const WIDGET = resource('example.org', 'Widget');
const RULE = {
  failed: "status.state == 'Broken'",
  inProgress: "status.state == 'Building'",
  current: "status.state == 'Fine'",
  message: "'state is ' + status.state",
};

function rule(expressions: ConfiguredRule['expressions'], { group, kind } = WIDGET): ConfiguredRule {
  return { group, kind, expressions };
}

function rowOf(object: object, rules: readonly ConfiguredRule[], of = WIDGET) {
  const row = toRow('leaf', of, { metadata: { name: 'web', namespace: 'shop' }, ...object }, NOW, {
    lookup: withRules(rules),
  });
  if ('refused' in row) throw new Error(row.refused);
  return row;
}

const notReady = {
  type: 'Ready',
  status: 'False',
  reason: 'Waits',
  message: 'waits for a friend',
  lastTransitionTime: '2026-11-20T03:00:00Z',
};

describe('a rule of the configuration', () => {
  it.each([
    ['Broken', 'FAILED', 'StatusRule', 'state is Broken'],
    ['Building', 'IN_PROGRESS', 'StatusRule', 'state is Building'],
    ['Fine', 'CURRENT', '', 'state is Fine'],
    ['Odd', 'IN_PROGRESS', 'StatusRule', 'state is Odd'],
  ])('says of the state %s: %s', (state, status, reason, message) => {
    expect(rowOf({ status: { state } }, [rule(RULE)])).toMatchObject({ status, reason, message });
  });

  it('that decides nothing leaves the object to what the rule of its kind says of its version of the API', () => {
    const of = (version: string) => ({ ...resource('batch', 'CronJob'), version });
    const ran = { status: { lastScheduleTime: '2026-11-20T03:00:00Z' } };
    const rules = [rule({ failed: 'false' }, resource('batch', 'CronJob'))];
    expect(['v1', 'v1beta1'].map(version => rowOf(ran, rules, of(version)).status)).toEqual(['FAILED', 'CURRENT']);
  });

  it.each([
    ['there is no status yet', {}],
    ['its expressions fail', { status: { state: 7, conditions: [notReady] } }],
  ])('leaves the object to the rule of its kind where %s', (_what, object) => {
    const without = rowOf(object, []);
    expect(rowOf(object, [rule({ ...RULE, current: 'status.state.startsWith("F")' })])).toEqual(without);
  });

  it('that says only what fails leaves all other objects to the rule of their kind', () => {
    const rules = [rule({ failed: "status.state == 'Broken'" })];
    expect(rowOf({ status: { state: 'Odd', conditions: [notReady] } }, rules)).toMatchObject({
      status: 'IN_PROGRESS',
      reason: 'Waits',
    });
    expect(rowOf({ status: { state: 'Broken', conditions: [notReady] } }, rules)).toMatchObject({
      status: 'FAILED',
      reason: 'StatusRule',
      message: '',
    });
  });

  it('that agrees with the rule of its kind has its time, and its message where it gives none', () => {
    const status = { state: 'Building', conditions: [notReady] };
    const at = Date.parse('2026-11-20T03:00:00Z');
    expect(rowOf({ status }, [rule({ inProgress: RULE.inProgress })])).toMatchObject({
      message: 'waits for a friend',
      transitionedAt: at,
    });
    expect(rowOf({ status }, [rule(RULE)])).toMatchObject({ message: 'state is Building', transitionedAt: at });
    expect(rowOf({ status: { ...status, state: 'Fine' } }, [rule(RULE)])).toMatchObject({
      status: 'CURRENT',
      transitionedAt: 0,
    });
  });

  it('comes before a rule that is known for the kind', () => {
    const deployment = resource('apps', 'Deployment');
    const object = {
      spec: { replicas: 3 },
      status: { replicas: 3, readyReplicas: 1, availableReplicas: 1, updatedReplicas: 3 },
    };
    const rules = [rule({ failed: 'status.readyReplicas < 2', current: 'status.readyReplicas >= 2' }, deployment)];
    expect(rowOf(object, [], deployment).status).toBe('IN_PROGRESS');
    expect(rowOf(object, rules, deployment).status).toBe('FAILED');
  });

  it('does not judge an object that is being deleted, or whose controller has not seen its latest generation', () => {
    const metadata = { name: 'web', namespace: 'shop', generation: 3 };
    const deleted = {
      metadata: { ...metadata, deletionTimestamp: '2026-11-21T11:00:00Z' },
      status: { state: 'Broken' },
    };
    expect(rowOf(deleted, [rule(RULE)]).status).toBe('TERMINATING');
    const old = { metadata, status: { state: 'Broken', observedGeneration: 2 } };
    expect(rowOf(old, [rule(RULE)])).toMatchObject({ status: 'IN_PROGRESS', reason: 'LatestGenerationNotObserved' });
    expect(rowOf({ ...old, status: { ...old.status, observedGeneration: '3' } }, [rule(RULE)]).status).toBe('FAILED');
  });

  it('keeps what holds the object, and its relations and images', () => {
    const deployment = resource('apps', 'Deployment');
    const object = {
      spec: { paused: true, template: { spec: { containers: [{ image: 'web:1' }] } } },
      status: { state: 'Fine' },
    };
    expect(rowOf(object, [rule(RULE, deployment)], deployment)).toMatchObject({
      suspended: true,
      reason: 'DeploymentPaused',
      images: 'web:1',
    });
  });

  it('says that no object of a kind fails', () => {
    const cronJob = resource('batch', 'CronJob');
    const object = { status: { lastScheduleTime: '2026-11-21T11:00:00Z', lastSuccessfulTime: '2026-11-20T11:00:00Z' } };
    expect(rowOf(object, [], cronJob)).toMatchObject({ status: 'FAILED', reason: 'LastRunFailed' });
    expect(rowOf(object, [rule({ current: 'true' }, cronJob)], cronJob)).toMatchObject({
      status: 'CURRENT',
      reason: '',
    });
  });

  it('keeps an object in progress beyond the time after which the rule of its kind calls it failed', () => {
    const pods = resource('', 'Pod');
    const pending = {
      metadata: { name: 'web', namespace: 'shop', creationTimestamp: '2026-11-21T11:59:55Z' },
      status: {
        phase: 'Pending',
        conditions: [
          {
            type: 'PodScheduled',
            status: 'False',
            reason: 'Unschedulable',
            lastTransitionTime: '2026-11-21T11:59:55Z',
          },
        ],
      },
    };
    const becomes = (rules: readonly ConfiguredRule[]) => {
      const found = rowOf(pending, rules, pods);
      expect(found.status).toBe('IN_PROGRESS');
      return pendingTransition(withRules(rules)(pods).delayedTransitions, found)?.row.status;
    };
    expect(becomes([])).toBe('FAILED');
    expect(becomes([rule({ inProgress: "status.phase == 'Pending'" }, pods)])).toBe(undefined);
  });

  it('is for its own kind alone', () => {
    const lookup = withRules([rule(RULE)]);
    for (const kind of [
      { group: 'example.org', kind: 'Other' },
      { group: 'example.com', kind: 'Widget' },
    ])
      expect(lookup(kind)).toBe(kindOf(kind));
  });
});

describe('the version of the rules of a kind', () => {
  const versionWith = (...rules: ConfiguredRule[]) => rulesOf(withRules(rules)(WIDGET));

  it('differs with each expression, and is that of the kind without a rule', () => {
    const { message: _message, ...silent } = RULE;
    const rules = [RULE, silent, { failed: RULE.failed }, { current: RULE.failed }, { failed: `${RULE.failed} ` }];
    const versions = rules.map(expressions => versionWith(rule(expressions)));
    expect(new Set([versionWith(), ...versions]).size).toBe(rules.length + 1);
    expect(versionWith(rule({ ...RULE }))).toBe(versions[0]);
    expect(versionWith()).toBe(rulesOf(kindOf(WIDGET)));
  });

  it('does not differ by the rules of other kinds', () => {
    expect(versionWith(rule(RULE, resource('example.org', 'Other')))).toBe(versionWith());
  });
});
