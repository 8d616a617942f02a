import { describe, expect, it } from '@jest/globals';
import { momentElsewhere, seenClusters } from '../../../access/changes/moment-elsewhere.ts';
import { nameDigest } from '../../../access/changes/resume-token.ts';
import { rightsDigest } from '../../../access/changes/rights-digest.ts';
import { emptyVisibility } from '../../../rbac/visibility.ts';
import { EVERYTHING, RESOURCES } from '../../readmodel/fixtures.ts';

describe('the moment of a list at another process', () => {
  it('is the same as now where nothing is seen and nothing was, so that no hidden row is looked at', async () => {
    const hidden = emptyVisibility(RESOURCES);
    const position = Buffer.alloc(8);
    const seen = [{ name: nameDigest('leaf-01'), rights: rightsDigest(EVERYTHING), position }];
    const past = { rows: [], grants: new Map(), mark: 7 };
    const moment = await momentElsewhere(seen, {
      access: undefined as never,
      readModel: { clusters: () => [{ cluster: 'leaf-01' }, { cluster: 'leaf-02' }] as never, cluster: () => undefined },
      shared: { secret: position, pack: () => position, mark: () => 5, unpack: () => 'store:1-0', since: async () => past },
      reached: undefined,
      shown: new Map([
        ['leaf-01', EVERYTHING],
        ['leaf-02', hidden],
      ]),
      caller: 'jane',
      signal: AbortSignal.timeout(10_000),
    });
    if (typeof moment === 'string') throw new Error(moment);
    expect([...moment.shown].sort()).toEqual([
      ['leaf-01', EVERYTHING],
      ['leaf-02', hidden],
    ]);
    expect(moment.shown.get('leaf-02')).toBe(hidden);
  });

  it('is not looked for in what is seen of more clusters than a token has room for', () => {
    const stored = new Map(Array.from({ length: 201 }, (_, i) => [`leaf-${i}`, 'store:1-0'] as const));
    const shown = {
      get: () => {
        throw new Error('what is seen of a cluster was digested');
      },
    } as never;
    expect(seenClusters({ position: 1, shown, stored }, { secret: Buffer.alloc(32) } as never)).toBeUndefined();
  });
});
