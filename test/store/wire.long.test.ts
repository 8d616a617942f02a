/** Data written to Redis is read back unchanged. Invalid data is refused. */
import { RELATION_TYPES, type ProjectionRecord } from '../../store/attached.ts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { grantKey } from '../../rbac/types.ts';
import { encodeObjectKey } from '../../schema/object-id.ts';
import type { StateReason } from '../../store/causes.ts';
import { IndexRows } from '../../store/index-rows.ts';
import { OBJECT_STATUSES, type IndexRow, type Row } from '../../store/store.ts';
import { KnownTexts, SharedTexts } from '../../store/shared-texts.ts';
import { validateBatch } from '../../store/validate.ts';
import {
  decodeChange,
  decodeGrant,
  decodeGrantField,
  decodeResourceVersion,
  decodeState,
  encodeBatch,
  encodeGrant,
  encodeGrantField,
  encodeState,
} from '../../store/wire.ts';
import { BUILT_IN_KINDS, decodeField, encodeField } from '../../store/built-in-kinds.ts';
import { decodeRow, RowEncoder, Sightings } from '../../store/wire-rows.ts';
import { row, sourced } from '../fixtures.ts';
import { binding, CLUSTER, role, spelledOut, state, withoutStored } from './fixtures.ts';
import { packed } from './packed-store.ts';
import { anyText } from '../any-text.ts';

const odd = fc.constantFrom(
  '~',
  '\\',
  '\t',
  '\n',
  ',',
  '=',
  '~abcde',
  '\\r',
  '\\o',
  '\ud800',
  '\udfff',
  '🚀',
  '__proto__',
  'constructor',
  'team-a',
);
const text = fc.oneof(
  anyText(),
  fc.array(odd).map(parts => parts.join('')),
);
const word = fc.constantFrom(
  'main@sha1:0123456789abcdef0123456789abcdef01234567',
  'checkout-api',
  'payments',
  'team-a',
);
const name = fc.oneof(
  word,
  fc.string({ unit: 'grapheme', minLength: 1 }),
  odd.filter(text => text.isWellFormed()),
);
const sentence = fc.oneof(
  text,
  fc.array(fc.oneof(word, text)).map(parts => parts.join(' ')),
);
const time = fc.oneof(
  fc.constant(0),
  fc.integer(),
  fc.nat().map(seconds => seconds * 1_000),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => number || 0),
);
const rows: fc.Arbitrary<Row> = fc
  .record({
    cluster: fc.constant(CLUSTER),
    kind: fc.oneof(
      fc.constantFrom(...BUILT_IN_KINDS).map(([, group, kind, version]) => ({ group, kind, version })),
      fc.record({
        group: fc.oneof(fc.constant(''), name),
        kind: name,
        version: fc.oneof(fc.constantFrom('', 'v1'), text),
      }),
    ),
    version: fc.option(text, { nil: undefined }),
    namespace: fc.oneof(fc.constant(''), name),
    name,
    uid: fc.oneof(fc.uuid(), text),
    resourceVersion: fc.oneof(fc.nat().map(String), text),
    status: fc.constantFrom(...OBJECT_STATUSES),
    suspended: fc.boolean(),
    reason: sentence,
    message: sentence,
    revision: sentence,
    attemptedRevision: sentence,
    images: sentence,
    attached: fc.record(
      {
        relations: fc.array(
          fc.record({
            type: fc.constantFrom(...RELATION_TYPES),
            to: fc.oneof(
              fc.constantFrom('source.toolkit.fluxcd.io/GitRepository/flux-system/flux', 'a/B/c/d~'),
              fc
                .record({ group: name, kind: name, namespace: fc.oneof(fc.constant(''), name), name })
                .map(encodeObjectKey),
            ),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        records: fc.dictionary(
          fc.constantFrom('inventory', 'targets'),
          fc.array(
            fc.dictionary(text, fc.jsonValue()).map(record => JSON.parse(JSON.stringify(record)) as ProjectionRecord),
            { maxLength: 3 },
          ),
          { minKeys: 1, noNullPrototype: true },
        ),
      },
      { requiredKeys: [] },
    ),
    labels: fc.dictionary(fc.oneof(text, odd), sentence, { noNullPrototype: true }),
    createdAt: time,
    transitionedAt: time,
    syncedAt: time,
  })
  .map(({ kind, version, attached, ...row }) => ({
    ...row,
    ...attached,
    ...kind,
    ...(version === undefined ? {} : { version }),
  }));

/** Writes a single row and reads it back. */
function roundTrip(row: Row, encoder: RowEncoder, texts = new SharedTexts()): Row {
  const value = encoder.encode(row);
  for (const [id, text] of encoder.texts) texts.addCounted(id, `7\t${text}`);
  return decodeRow(CLUSTER, encodeField(encodeObjectKey(row)), value, texts);
}

/** Like roundTrip(), for the fields that an index reads. Undefined if the value cannot be read. */
function roundTripToIndex(row: Row, encoder: RowEncoder, texts = new SharedTexts()): IndexRow | undefined {
  const value = encoder.encode(row);
  for (const [id, text] of encoder.texts) texts.addCounted(id, `7\t${text}`);
  return readForIndex(encodeField(encodeObjectKey(row)), value, texts);
}

function readForIndex(field: string, value: string, texts = new SharedTexts()): IndexRow | undefined {
  const unreadable: string[] = [];
  const [row] = new IndexRows(CLUSTER, texts).read(packed([field, value]), unreadable);
  expect(unreadable).toEqual(row ? [] : [field]);
  return row;
}

describe('a row', () => {
  it('comes back as it was', () => {
    const sightings = new Sightings();
    fc.assert(fc.property(rows, row => expect(roundTrip(row, new RowEncoder(CLUSTER, sightings))).toEqual(row)));
  });

  it('comes back as it was, however much of it is shared', () => {
    const sightings = new Sightings();
    fc.assert(
      fc.property(rows, row => {
        for (let i = 0; i < 40; i++) new RowEncoder(CLUSTER, sightings).encode(row);
        const encoder = new RowEncoder(CLUSTER, sightings);
        expect(roundTrip(row, encoder)).toEqual(row);
        const taken = new Set(encoder.texts.keys());
        expect(roundTrip(row, new RowEncoder(CLUSTER, sightings, taken))).toEqual(row);
      }),
    );
  });

  it('says to an index what it says, however much of it is shared', () => {
    const sightings = new Sightings();
    fc.assert(
      fc.property(rows, row => {
        expect(spelledOut(roundTripToIndex(row, new RowEncoder(CLUSTER, new Sightings()))!)).toEqual(
          withoutStored(row),
        );
        for (let i = 0; i < 40; i++) new RowEncoder(CLUSTER, sightings).encode(row);
        expect(spelledOut(roundTripToIndex(row, new RowEncoder(CLUSTER, sightings))!)).toEqual(withoutStored(row));
      }),
    );
  });

  it('that somebody spoiled says to an index nothing else than it says', () => {
    const sightings = new Sightings();
    const spoiling = fc.tuple(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(2),
      fc.constantFrom(...'~\\\t,=!./%aZ0é', '\\r', '\\o', '~AAAAA'),
    );
    fc.assert(
      fc.property(rows, fc.array(spoiling, { minLength: 1, maxLength: 3 }), (row, spoilings) => {
        for (let i = 0; i < 30; i++) new RowEncoder(CLUSTER, sightings).encode(row);
        const encoder = new RowEncoder(CLUSTER, sightings);
        let value = encoder.encode(row);
        for (const [where, cut, text] of spoilings) {
          const at = Math.floor(where * value.length);
          value = value.slice(0, at) + text + value.slice(at + cut);
        }
        // An index does not read these fields.
        value = value
          .split('\t')
          .map((column, i) => ([0, 2, 10, 12].includes(i) ? '' : column))
          .join('\t');
        const [texts, field] = [new SharedTexts(), encodeField(encodeObjectKey(row))];
        for (const [id, text] of encoder.texts) texts.addCounted(id, `7\t${text}`);
        const [read] = new IndexRows(CLUSTER, texts).read(packed([field, value]), []);
        const decoded = () => withoutStored(decodeRow(CLUSTER, field, Buffer.from(value).toString(), texts));
        if (read) expect(spelledOut(read)).toEqual(decoded());
        else expect(decoded).toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it('gives one object for equal labels, whatever the clusters and ids, and none that is not what the cluster says', () => {
    const known = new KnownTexts();
    const labelsOf = (spelled: string, table: Record<string, string>) => {
      const texts = new SharedTexts(known);
      for (const [id, text] of Object.entries(table)) texts.addCounted(id, `7\t${text}`);
      return readForIndex('A/team-a/web', `5\t0\t\t\t\t\t${spelled}`, texts)?.labels;
    };
    const labels = labelsOf('~AAAAA,~BBBBB=1', { AAAAA: 'a=1', BBBBB: 'b' });
    expect(labels).toEqual({ a: '1', b: '1' });
    expect(labelsOf('~CCCCC', { CCCCC: 'a=1,b=1' })).toBe(labels);
    expect(labelsOf('~AAAAA,~BBBBB=1', { AAAAA: 'a=1', BBBBB: 'b' })).toBe(labels);
    expect(labelsOf('~AAAAA,~BBBBB=1', { AAAAA: 'a=1' })).toBeUndefined();
    expect(labelsOf('~AAAAA,~BBBBB=1', { AAAAA: 'a=2', BBBBB: 'b' })).toEqual({ a: '2', b: '1' });
    expect(labelsOf('~AAAAA,c=1', { AAAAA: 'a=2' })).toEqual({ a: '2', c: '1' });
    expect(labelsOf('~CCCCC', { CCCCC: 'x=1,y=2' })).toEqual({ x: '1', y: '2' });
    expect(labelsOf('x=\\q', {})).toEqual({ x: '=' });
    expect(labelsOf('~AAAAA', {})).toBeUndefined();
    expect(labelsOf('~BBBB', { BBBBB: 'b=1' })).toBeUndefined();
    expect(labelsOf('x', {})).toBeUndefined();
    expect(labelsOf('~BBBBB', { BBBBB: 'b' })).toBeUndefined();
    expect(labelsOf('x=1,', {})).toBeUndefined();
    const long = { key: 'x'.repeat(600) };
    expect(labelsOf(`key=${long.key}`, {})).toEqual(long);
    expect(labelsOf(`key=${long.key}`, {})).not.toBe(labelsOf(`key=${long.key}`, {}));
  });

  it('never breaks a line, and says no other ids than those it shares', () => {
    const sightings = new Sightings();
    fc.assert(
      fc.property(rows, row => {
        const encoder = new RowEncoder(CLUSTER, sightings);
        const value = encoder.encode(row);
        const line = [encodeField(encodeObjectKey(row)), value, ...encoder.texts.values()].join('');
        expect(line).not.toContain('\n');
        expect(line.isWellFormed()).toBe(true);
        expect(new Set(value.match(/~[\w-]*/g)?.map(id => id.slice(1)))).toEqual(new Set(encoder.texts.keys()));
      }),
    );
  });

  it('shows its resource version without being read', () => {
    const sightings = new Sightings();
    fc.assert(
      fc.property(rows, row =>
        expect(decodeResourceVersion(new RowEncoder(CLUSTER, sightings).encode(row))).toBe(row.resourceVersion),
      ),
    );
  });

  it('shares the one frozen object of its label set', () => {
    const [sightings, texts] = [new Sightings(), new SharedTexts()];
    const labels = {
      'app.kubernetes.io/name': 'checkout',
      'app.kubernetes.io/part-of': 'shop',
      environment: 'production',
    };
    const read = Array.from({ length: 5 }, (_, i) => {
      return roundTrip(row({ name: `web-${i}`, labels: { ...labels } }), new RowEncoder(CLUSTER, sightings), texts)
        .labels;
    });
    expect(read.at(-1)).toEqual(labels);
    expect(read.at(-1)).toBe(read.at(-2));
    expect(Object.isFrozen(read.at(-1))).toBe(true);
  });

  it('is short where it says what others say', () => {
    const sightings = new Sightings();
    const revision = `main@sha1:${'0f'.repeat(20)}`;
    const like = (name: string) =>
      row({
        name,
        group: 'kustomize.toolkit.fluxcd.io',
        kind: 'Kustomization',
        uid: '0b4ab8a2-6a1c-4d8f-9f3e-0c4f5a6b7c8d',
        resourceVersion: '123456789',
        reason: 'ReconciliationSucceeded',
        message: `Applied revision: ${revision}`,
        revision,
        attemptedRevision: revision,
        ...sourced('source.toolkit.fluxcd.io/GitRepository/flux-system/flux-system'),
        labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps', 'kustomize.toolkit.fluxcd.io/namespace': 'flux-system' },
        createdAt: 1_780_000_000_000,
        transitionedAt: 1_780_000_100_000,
        syncedAt: 1_780_000_200_123,
      });
    for (let i = 0; i < 40; i++) new RowEncoder(CLUSTER, sightings).encode(like(`checkout-${i}`));
    expect(new RowEncoder(CLUSTER, sightings).encode(like('checkout')).length).toBeLessThan(100);
    expect(encodeField(encodeObjectKey(like('checkout')))).toBe('f/team-a/checkout');
  });

  it.each([
    ['nothing', ''],
    ['one column', '5'],
    ['an unknown status', '5\tz'],
    ['too many columns', `5\t0${'\t'.repeat(20)}`],
    ['a text that is not there', '5\t0\t\t\t\t\t\t~abcde'],
    ['a label that is not there', '5\t0\t\t\t\t\ta=b,~abcde'],
    ['a label without a value', '5\t0\t\t\t\t\ta'],
    ['a UID that is none', '5\t0\tabc'],
    ['a time that is none', '5\t0\t\t\u0000'],
    ['an unknown code', '5\t0\t\t\t\t\t\t\\x'],
    ['another format', '[1,"7"]'],
    ['a giant', `5\t0\t\t\t\t\t\t${'x'.repeat(1_000_000)}`],
  ])('that is %s is refused', (what, value) => {
    expect(() => decodeRow(CLUSTER, 'A/team-a/web', value, new SharedTexts())).toThrow();
    // An index has no UIDs, and does not read them.
    if (what !== 'a UID that is none') expect(readForIndex('A/team-a/web', value)).toBeUndefined();
  });

  it.each(['', 'x', 'A/b', '?/a/b', 'a/b/c/d/e'])('with the field "%s" is refused', field => {
    expect(() => decodeRow(CLUSTER, field, '5\t0', new SharedTexts())).toThrow();
    expect(readForIndex(field, '5\t0')).toBeUndefined();
    expect(() => decodeField(field)).toThrow();
  });
});

it('the field of every object gives back its key', () => {
  fc.assert(
    fc.property(rows, row => expect(decodeField(encodeField(encodeObjectKey(row)))).toBe(encodeObjectKey(row))),
  );
  expect(new Set(BUILT_IN_KINDS.map(([code]) => code)).size).toBe(BUILT_IN_KINDS.length);
});

it('built-in kinds keep their letters', () => {
  expect(BUILT_IN_KINDS.map(([code, , kind, version]) => `${code}:${kind}:${version}`).join(' ')).toMatchInlineSnapshot(
    `"A:Pod:v1 B:Namespace:v1 C:ConfigMap:v1 D:Secret:v1 E:Service:v1 F:ServiceAccount:v1 G:PersistentVolumeClaim:v1 H:PersistentVolume:v1 I:Endpoints:v1 J:Event:v1 K:Node:v1 L:ResourceQuota:v1 M:LimitRange:v1 N:Deployment:v1 O:ReplicaSet:v1 P:StatefulSet:v1 Q:DaemonSet:v1 R:ControllerRevision:v1 S:Job:v1 T:CronJob:v1 U:Ingress:v1 V:NetworkPolicy:v1 W:EndpointSlice:v1 X:HorizontalPodAutoscaler:v2 Y:PodDisruptionBudget:v1 Z:Lease:v1 a:Role:v1 b:RoleBinding:v1 c:ClusterRole:v1 d:ClusterRoleBinding:v1 e:CustomResourceDefinition:v1 f:Kustomization:v1 g:HelmRelease:v2 h:GitRepository:v1 i:OCIRepository:v1 j:HelmRepository:v1 k:HelmChart:v1 l:Bucket:v1 m:ImageRepository:v1 n:ImagePolicy:v1 o:ImageUpdateAutomation:v1 p:Provider:v1beta3 q:Alert:v1beta3 r:Receiver:v1"`,
  );
});

const aggregation = {
  labels: { 'to-view': 'true' },
  selectors: [[{ key: 'to-edit', operator: 'In' as const, values: ['true'] }]],
};

it.each([
  role('r'),
  role('r', { type: 'ClusterRole', namespace: '', aggregated: true, aggregation }),
  binding('b'),
  binding('b\\t~', { subjects: [] }),
])('the grant $type/$name comes back as it was', grant => {
  expect(decodeGrant(encodeGrant(grant))).toEqual(grant);
  expect(decodeResourceVersion(encodeGrant(grant))).toBe('1');
  expect(decodeGrantField(encodeGrantField(grantKey(grant)))).toBe(grantKey(grant));
});

it.each([
  state(),
  state({ answeredAgo: undefined, grants: { complete: false, confirmedAgo: undefined, reason: 'FORBIDDEN' } }),
])('a state comes back as it was, with what is undefined in it', written =>
  expect(decodeState(encodeState(written))).toStrictEqual(written),
);

it('a reason that is no code of ours comes back as one that says nothing', () => {
  const said = 'leaf: HTTP 500: /registry/pods/hidden-ns/topsecret' as StateReason;
  const [kind, grants] = [
    { group: '', kind: 'Pod', state: 'failing', reason: said } as const,
    { ...state().grants, reason: said },
  ];
  expect(decodeState(encodeState(state({ reason: said, kinds: [kind], grants })))).toStrictEqual(
    state({ reason: 'UNKNOWN', kinds: [{ ...kind, reason: 'UNKNOWN' }], grants: { ...grants, reason: 'UNKNOWN' } }),
  );
});

describe('a log entry', () => {
  const lease = { cluster: CLUSTER, holder: 'a', epoch: 1 };
  const none = () => expect('nothing').toBe('unreadable');

  it('needs nothing else to be read', () => {
    const sightings = new Sightings();
    const like = (i: number) =>
      row({ name: `web-${i}`, message: 'Deployment has minimum availability.', labels: { app: 'web' } });
    const puts = Array.from({ length: 20 }, (_, i) => like(i));
    const batch = {
      puts,
      deletes: [encodeObjectKey(row({ name: 'gone' }))],
      grantPuts: [role('r'), binding('with\\backslash')],
      grantDeletes: ['Role/team-a/old\nline'],
      state: state(),
    };
    const lines = encodeBatch(validateBatch(lease, batch), new RowEncoder(CLUSTER, sightings));
    expect(lines.every(line => !line.includes('\n'))).toBe(true);
    expect(decodeChange(CLUSTER, lines.join('\n'), 5, none)).toEqual({ ...batch, storedAgo: 5 });
  });

  it('deletes the rows and grants that cannot be read, and counts them', () => {
    let unreadable = 0;
    const puts = [row({ name: 'a' }), row({ name: 'b' }), row({ name: 'c' })];
    const lines = encodeBatch(
      validateBatch(lease, { puts, grantPuts: [role('r'), role('s')], state: state() }),
      new RowEncoder(CLUSTER, new Sightings()),
    );
    lines[4] = 'junk';
    lines[8] = '{"junk":';
    lines[11] = 'junk';
    const change = decodeChange(CLUSTER, lines.join('\n'), 0, count => (unreadable += count));
    expect(change.puts.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(change.deletes).toEqual([encodeObjectKey(row({ name: 'b' }))]);
    expect(change.grantPuts.map(({ name }) => name)).toEqual(['s']);
    expect(change.grantDeletes).toEqual(['Role/team-a/r']);
    expect(change.state).toBeUndefined();
    expect(unreadable).toBe(3);
  });

  it.each(['', 'x', '[1,[],[],[],[],null]', '1 0 0 0 0 0', '0 9999999999 0 0 0 0', '0 0 0 0 0'])(
    'that is "%s" is refused',
    entry => {
      expect(() => decodeChange(CLUSTER, entry, 0, none)).toThrow(RangeError);
    },
  );
});
