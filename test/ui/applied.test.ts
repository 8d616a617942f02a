/** Comparison of an object with its last applied manifest: the parts to compare. */
import { describe, expect, it } from '@jest/globals';
import { parseKeeping } from '../../schema/exact-json.ts';
import { appliedAndLive } from '../../ui/src/object/applied.ts';
import { ExactNumber } from '../../ui/src/object/exact-number.ts';

const sidesOf = (applied: object, live: object) => {
  const sides = appliedAndLive({ spec: applied }, { spec: live });
  return [sides.applied, sides.live].map(side => (side as { spec: unknown }).spec);
};

it('leaves out status, what the server writes, and what was not applied', () => {
  const sides = appliedAndLive(
    {
      kind: 'Deployment',
      metadata: { name: 'web', creationTimestamp: null, labels: { app: 'web' } },
      spec: { replicas: 2 },
      status: {},
    },
    {
      kind: 'Deployment',
      metadata: {
        name: 'web',
        uid: 'u1',
        creationTimestamp: '2026-01-31T12:00:00Z',
        labels: { app: 'web', 'added-by': 'somebody' },
      },
      spec: { replicas: 5, revisionHistoryLimit: 10 },
      status: { replicas: 5 },
    },
  );
  const metadata = { name: 'web', labels: { app: 'web' } };
  expect(sides).toEqual({
    applied: { kind: 'Deployment', metadata, spec: { replicas: 2 } },
    live: { kind: 'Deployment', metadata, spec: { replicas: 5 } },
  });
});

describe('a field', () => {
  it('that is gone is on the side of what was applied alone', () =>
    expect(sidesOf({ a: 1, b: 2 }, { b: 2 })).toEqual([{ a: 1, b: 2 }, { b: 2 }]));
  it.each([null, {}, []])('that was applied as %j and is not there is as it was applied', empty =>
    expect(sidesOf({ a: empty, b: 1 }, { b: 1 })).toEqual([{ b: 1 }, { b: 1 }]),
  );
  it('of another type is shown as it is', () =>
    expect(sidesOf({ a: { b: 1 } }, { a: 'text' })).toEqual([{ a: { b: 1 } }, { a: 'text' }]));
});

describe('a number', () => {
  const exact = (json: string) => parseKeeping(json, text => new ExactNumber(text)) as object;

  it('is shown as it is written, on both sides', () => {
    const sides = sidesOf(exact('{"a":9007199254740993,"b":1.10}'), exact('{"a":9007199254740992,"b":1.20}'));
    expect(sides.map(side => Object.values(side as object).map(String))).toEqual([
      ['9007199254740993', '1.10'],
      ['9007199254740992', '1.20'],
    ]);
  });

  it('is the same in another spelling', () => {
    const [applied, live] = sidesOf(exact('{"a":1.0,"b":1e3,"c":1}'), exact('{"a":1,"b":1000,"c":1.00}'));
    expect(applied).toEqual(live);
  });

  it('is no object with fields', () => {
    const [applied] = sidesOf(exact('{"a":1.50,"b":[-0]}'), {});
    expect(applied).toEqual({ a: new ExactNumber('1.50'), b: [new ExactNumber('-0')] });
  });
});

describe('an amount', () => {
  it.each([
    ['1000m', '1', true],
    [1, '1', true],
    ['0.5', '500m', true],
    ['1024Mi', '1Gi', true],
    ['1G', '1Gi', false],
    ['100m', '200m', false],
    ['x', 'y', false],
  ])('%j beside %j is the same: %s', (applied, live, isSame) => {
    const [left, right] = sidesOf(
      { resources: { limits: { cpu: applied } } },
      { resources: { limits: { cpu: live } } },
    );
    expect(JSON.stringify(left) === JSON.stringify(right)).toBe(isSame);
  });
  it.each(['sizeLimit', 'divisor', 'averageValue'])('is one as %s, too', key => {
    const [left, right] = sidesOf({ [key]: '1024Mi' }, { [key]: '1Gi' });
    expect(left).toEqual(right);
  });
  it('is one under capacity, too', () => {
    const [left, right] = sidesOf({ capacity: { storage: '1024Gi' } }, { capacity: { storage: '1Ti' } });
    expect(left).toEqual(right);
  });
  it('is one under such keys alone', () =>
    expect(sidesOf({ version: '1.0' }, { version: '1' })).toEqual([{ version: '1.0' }, { version: '1' }]));
});

describe('a list', () => {
  it('has its items compared by name, in the order in which they were applied, and those that came behind them', () =>
    expect(
      sidesOf(
        {
          containers: [
            { name: 'web', image: 'web:1' },
            { name: 'proxy', image: 'proxy:1' },
          ],
        },
        {
          containers: [
            { name: 'added', image: 'added:1' },
            { name: 'proxy', image: 'proxy:1', imagePullPolicy: 'Always' },
            { name: 'web', image: 'web:2' },
          ],
        },
      ),
    ).toEqual([
      {
        containers: [
          { name: 'web', image: 'web:1' },
          { name: 'proxy', image: 'proxy:1' },
        ],
      },
      {
        containers: [
          { name: 'web', image: 'web:2' },
          { name: 'proxy', image: 'proxy:1' },
          { name: 'added', image: 'added:1' },
        ],
      },
    ]));
  it('of items without names is compared place by place', () =>
    expect(
      sidesOf({ rules: [{ verbs: ['get'] }] }, { rules: [{ verbs: ['get'], more: 1 }, { verbs: ['*'] }] }),
    ).toEqual([{ rules: [{ verbs: ['get'] }] }, { rules: [{ verbs: ['get'] }, { verbs: ['*'] }] }]));
  it('that lacks what was applied lacks it on the side of the live object', () => {
    expect(sidesOf({ args: ['a', 'b'] }, { args: ['a'] })).toEqual([{ args: ['a', 'b'] }, { args: ['a'] }]);
    expect(sidesOf({ env: [{ name: 'A' }, { name: 'B' }] }, { env: [{ name: 'B' }] })).toEqual([
      { env: [{ name: 'A' }, { name: 'B' }] },
      { env: [{ name: 'B' }] },
    ]);
  });
  it('in which a name stands twice goes by another one', () => {
    const ports = [
      { name: 'x', port: 1 },
      { name: 'x', port: 2 },
    ];
    expect(sidesOf({ ports }, { ports: ports.toReversed() })).toEqual([{ ports }, { ports }]);
  });
});
