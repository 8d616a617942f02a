import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { graphOver } from './graph.ts';
import { POD, ScriptedLeaf } from './scripted-leaf.ts';

const EVERYTHING = `
  state message observedAt retryAfterSeconds manifest yaml(managedFields: true) spec status(path: ".a[0]")
  metadata { name namespace uid resourceVersion generation creationTimestamp deletionTimestamp labels annotations finalizers }
  conditions { type status reason message lastTransitionTime observedGeneration }
  owners { id }
  events { nodes { type reason message count firstSeenAt lastSeenAt reportedBy } }`;

const FIELDS = [
  'type',
  'status',
  'reason',
  'message',
  'lastTransitionTime',
  'observedGeneration',
  'apiVersion',
  'kind',
  'name',
  'count',
  'eventTime',
  'series',
];

/** Random JSON that often contains the member names that the code reads, with any value. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.array(
    fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.dictionary(
        fc.constantFrom(...FIELDS),
        fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant('2026-01-01T00:00:00Z')),
      ),
    ),
  ),
  fc.constantFrom('__proto__', 'x'.repeat(100_000), -1, 1e300),
);

const crafted = fc.record({
  metadata: fc.dictionary(
    fc.constantFrom(
      'uid',
      'generation',
      'creationTimestamp',
      'labels',
      'annotations',
      'finalizers',
      'ownerReferences',
      'managedFields',
      '__proto__',
    ),
    anything,
  ),
  rest: fc.dictionary(fc.constantFrom('spec', 'status', 'apiVersion', 'kind', '__proto__', 'toJSON'), anything),
  conditions: anything,
  event: fc.dictionary(
    fc.constantFrom(...FIELDS, 'involvedObject', 'firstTimestamp', 'lastTimestamp', 'source', 'reportingComponent'),
    anything,
  ),
});

describe('whatever a leaf answers', () => {
  it('is an object that is shown as far as it makes sense, or INVALID; never an error', async () => {
    await fc.assert(
      fc.asyncProperty(crafted, async ({ metadata, rest, conditions, event }) => {
        const leaf = new ScriptedLeaf('leaf');
        const object = { status: { conditions }, ...rest, metadata: { ...metadata, name: 'web', namespace: 'team-a' } };
        leaf.put('events', { ...event, metadata: { name: 'e', namespace: 'team-a' } });
        leaf.objects.set('/api/v1/namespaces/team-a/pods/web', object);
        const { lives, errors } = await graphOver([leaf]).ask([POD], EVERYTHING);
        expect(errors).toEqual([]);
        expect(['OK', 'INVALID']).toContain(lives[0].state);
        expect(() => JSON.stringify(lives)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it.each([null, 7, 'text', [], {}, { metadata: null }, { metadata: { name: 7 } }])(
    '%j is not an object',
    async answer => {
      const leaf = new ScriptedLeaf('leaf');
      leaf.request = async <T>() => answer as T;
      const { lives, errors } = await graphOver([leaf]).ask([POD], EVERYTHING);
      expect(errors).toEqual([]);
      expect(lives[0].state).toBe('INVALID');
    },
  );
});
