/** What is written to Redis is what comes back, whatever the texts hold. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeObjectKey } from '../../schema/object-id.ts';
import type { Row } from '../../store/store.ts';
import { OBJECT_STATUSES } from '../../store/store.ts';
import {
  decodeChange,
  decodeGrant,
  decodeResourceVersion,
  decodeRow,
  decodeState,
  encodeGrant,
  encodeRow,
  encodeState,
  StoreFormatError,
} from '../../store/wire.ts';
import { binding, CLUSTER, role, row, state } from './fixtures.ts';

const text = fc.string({ unit: 'binary' });
const name = fc.string({ unit: 'grapheme', minLength: 1 });
const rows: fc.Arbitrary<Row> = fc.record({
  cluster: fc.constant(CLUSTER),
  group: fc.oneof(fc.constant(''), name),
  version: text,
  kind: name,
  namespace: fc.oneof(fc.constant(''), name),
  name,
  uid: text,
  resourceVersion: text,
  status: fc.constantFrom(...OBJECT_STATUSES),
  suspended: fc.boolean(),
  reason: text,
  message: text,
  revision: text,
  attemptedRevision: text,
  source: fc.constant('source.toolkit.fluxcd.io/GitRepository/flux-system/flux'),
  labels: fc.dictionary(fc.oneof(text, fc.constant('__proto__')), text, { noNullPrototype: true }),
  createdAt: fc.nat(),
  transitionedAt: fc.nat(),
  syncedAt: fc.nat(),
});

describe('a row', () => {
  it('comes back as it was', () => {
    fc.assert(fc.property(rows, row => expect(decodeRow(CLUSTER, encodeObjectKey(row), encodeRow(row))).toEqual(row)));
  });

  it('shows its resource version without being parsed', () => {
    fc.assert(fc.property(rows, row => expect(decodeResourceVersion(encodeRow(row))).toBe(row.resourceVersion)));
    expect(decodeResourceVersion('[2,"5"]')).toBeUndefined();
    expect(decodeResourceVersion('junk')).toBeUndefined();
  });
});

it.each([role('r'), role('r', { type: 'ClusterRole', namespace: '', aggregated: true }), binding('b'), binding('b', { subjects: [] })])(
  'the grant $type/$name comes back as it was',
  grant => {
    expect(decodeGrant(encodeGrant(grant))).toEqual(grant);
    expect(decodeResourceVersion(encodeGrant(grant))).toBe('1');
  },
);

it.each([state(), state({ answeredAgo: undefined, grants: { complete: false, confirmedAgo: undefined, reason: 'x' } })])(
  'a state comes back as it was, with what is undefined in it',
  written => expect(decodeState(encodeState(written))).toStrictEqual(written),
);

it.each(['', 'x', '{}', 'null', '[]', '["1"]', '[2,[],[],[],[],null]'])('the value %s is refused with the way out', value => {
  expect(() => decodeChange(CLUSTER, value, 0)).toThrow(StoreFormatError);
  expect(() => decodeRow(CLUSTER, encodeObjectKey(row('a')), value)).toThrow(/of its own|flush it/);
});
