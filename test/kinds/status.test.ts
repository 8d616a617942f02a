/** The status rules and their vectors. Each line of each table decides at least one vector. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { syncedAndReady } from '../../kinds/crossplane.ts';
import { pendingTransition } from '../../kinds/status-result.ts';
import type { Kind } from '../../kinds/kind.ts';
import { KINDS, kindOf, OTHER_KINDS } from '../../kinds/registry.ts';
import { conditions } from '../../kinds/untrusted.ts';
import { MAX_MESSAGE_LENGTH, MAX_REASON_LENGTH } from '../../store/limits.ts';
import { OBJECT_STATUSES } from '../../store/store.ts';
import { NOW, resource, row } from './fixtures.ts';
import { VECTORS } from './vectors/all.ts';
import { type Vector } from './vectors/vector.ts';

function splitKind(name: string) {
  const [group = '', kind = ''] = name.split('/');
  return { group, kind };
}

const rowOf = ({ kind: name, object }: Vector) => {
  const { group, kind } = splitKind(name);
  return row(resource(group, kind), object);
};

describe('the status of', () => {
  it.each(VECTORS)('$kind $what is $status $reason', vector => {
    const { status, reason, suspended } = rowOf(vector);
    expect({ status, reason, suspended }).toEqual({
      status: vector.status,
      reason: vector.reason,
      suspended: vector.suspended,
    });
  });
});

describe('a row whose status is a phase', () => {
  it.each([
    [
      'argoproj.io/Application',
      { health: { status: 'Degraded', message: 'web is degraded', lastTransitionTime: '2026-11-20T03:00:00Z' } },
      'web is degraded',
    ],
    [
      'argoproj.io/Workflow',
      { phase: 'Failed', message: 'child failed', finishedAt: '2026-11-20T03:00:00Z' },
      'child failed',
    ],
    [
      'velero.io/Backup',
      { phase: 'Failed', failureReason: 'no space', completionTimestamp: '2026-11-20T03:00:00Z' },
      'no space',
    ],
    [
      'velero.io/Backup',
      { phase: 'InProgress', startTimestamp: '2026-11-20T03:00:00Z', completionTimestamp: null },
      '',
    ],
  ])('of %s has the words and the time that stand beside it', (name, status, message) => {
    const { group, kind } = splitKind(name);
    const found = row(resource(group, kind), { metadata: { name: 'web', namespace: 'shop' }, status });
    expect(found).toMatchObject({ message, transitionedAt: Date.parse('2026-11-20T03:00:00Z') });
  });
});

describe('a status rule', () => {
  const ruled = [...KINDS, OTHER_KINDS].filter(({ words }) => words !== undefined);
  const nameOf = ({ group, kind }: Kind) => `${group}/${kind}`;

  it('that is a table has a vector for each of its lines', () => {
    const tables = [...ruled.flatMap(({ lines }) => (lines ? [lines] : [])), syncedAndReady.lines];
    const decided = new Set<unknown>();
    for (const { kind, object } of VECTORS) {
      const found = conditions(object) ?? [];
      const lines = kindOf(splitKind(kind)).lines ?? syncedAndReady.lines;
      decided.add(lines.find(line => line.finds(object, found)));
    }
    const undecided = tables.flatMap(lines =>
      lines.filter(line => !decided.has(line)).map(({ then, when }) => `${then}: ${when}`),
    );
    expect([...new Set(undecided)]).toEqual([]);
  });

  it('that waits becomes by time alone what is read of the same object then', () => {
    const waiting = VECTORS.filter(vector =>
      pendingTransition(kindOf(splitKind(vector.kind)).delayedTransitions, rowOf(vector)),
    );
    const waitsByTable = KINDS.filter(({ lines, delayedTransitions = [] }) => lines && delayedTransitions.length > 0);
    expect(
      waitsByTable.filter(entry => !waiting.some(({ kind }) => kindOf(splitKind(kind)) === entry)).map(nameOf),
    ).toEqual([]);
    for (const vector of waiting) {
      const { group, kind } = splitKind(vector.kind);
      const entry = kindOf({ group, kind });
      const next = pendingTransition(entry.delayedTransitions, rowOf(vector));
      const { status, reason } = entry.status(vector.object, next!.at);
      expect(next!.row).toMatchObject({ status, reason });
      expect(status).toBe('FAILED');
      expect(entry.status(vector.object, next!.at - 1).status).toBe('IN_PROGRESS');
    }
  });
});

/** Any JSON value in the fields that the rules read. */
const anyStatus = (() => {
  const WORDS = [
    'True',
    'False',
    'Unknown',
    'true',
    'Ready',
    'Synced',
    'NotReady',
    'Failed',
    'Error',
    'Degraded',
    '',
    '0001-01-01T00:00:00Z',
    '-1',
    '__proto__',
  ];
  const value = fc.oneof(
    fc.constantFrom(...WORDS),
    fc.json().map(text => JSON.parse(text) as unknown),
  );
  const aCondition = fc.oneof(
    value,
    fc.record(
      { type: value, status: value, reason: value, message: value, severity: value, lastTransitionTime: value },
      { requiredKeys: [] },
    ),
  );
  const someConditions = fc.oneof(value, fc.array(aCondition, { maxLength: 5 }));
  const part = fc.record({ name: value, parentRef: value, conditions: someConditions });
  const keys = [
    'phase',
    'state',
    'health',
    'sync',
    'operationState',
    'observedGeneration',
    'currentPodHash',
    'stableRS',
    'applied',
    'ready',
  ];
  return fc.oneof(
    value,
    fc.record(
      {
        ...Object.fromEntries(
          keys.map(key => [key, fc.oneof(value, fc.record({ status: value, phase: value }, { requiredKeys: [] }))]),
        ),
        conditions: someConditions,
        ...Object.fromEntries(
          ['listeners', 'parents', 'ancestors'].map(key => [key, fc.oneof(value, fc.array(part, { maxLength: 3 }))]),
        ),
      },
      { requiredKeys: [] },
    ),
  );
})();

describe('any JSON', () => {
  it('gives each kind a status within its bounds, and no rule throws', () => {
    const kinds = [...KINDS, { group: 'example.org', kind: 'Thing' }].map(({ group, kind }) => {
      return resource(group.replace('*', 'any'), kind.replace('*', 'Any'));
    });
    const anything = fc.json().map(text => JSON.parse(text) as unknown);
    const metadata = fc.record(
      { annotations: anything, generation: anything, deletionTimestamp: anything, creationTimestamp: anything },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.constantFrom(...kinds), anyStatus, anything, metadata, (kind, status, spec, more) => {
        const found = row(kind, { metadata: { ...more, name: 'web', namespace: 'shop' }, spec, status });
        expect(OBJECT_STATUSES).toContain(found.status);
        expect(found.reason.length).toBeLessThanOrEqual(MAX_REASON_LENGTH);
        expect(found.message.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH);
        expect(Number.isSafeInteger(found.transitionedAt) && found.transitionedAt >= 0).toBe(true);
      }),
      { numRuns: 800 },
    );
  });

  it('that is no object at all gives each kind a status, and no rule throws', () => {
    for (const { status, holds = [] } of [...KINDS, OTHER_KINDS]) {
      for (const object of [null, undefined, 7, 'x', [], [null], { status: null, metadata: null, spec: null }]) {
        expect(OBJECT_STATUSES).toContain(status(object, NOW).status);
        for (const hold of holds) expect(hold.holds(object)).toBe(false);
      }
    }
  });
});
