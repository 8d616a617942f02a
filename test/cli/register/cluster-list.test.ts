import { describe, expect, it } from '@jest/globals';
import { clusterList } from '../../../cli/register/cluster-list.ts';
import { Chance } from '../../fuzz/chance.ts';

describe('a list of clusters', () => {
  it('has a cluster a line: context, name, labels', () => {
    const text =
      '# the fleet\nkind-a\narn:aws:eks:eu:1:cluster/b  leaf-b env=prod  team=\n\n  kind-c env=a=b # a comment\r\n';
    expect(clusterList(text, 'f')).toEqual([
      { context: 'kind-a', name: 'kind-a', labels: {} },
      { context: 'arn:aws:eks:eu:1:cluster/b', name: 'leaf-b', labels: { env: 'prod', team: '' } },
      { context: 'kind-c', name: 'kind-c', labels: { env: 'a=b' } },
    ]);
  });

  it.each([
    [
      'nothing but comments',
      '# none\n',
      'f names no cluster. Write one cluster per line: CONTEXT [NAME] [LABEL=VALUE …]',
    ],
    ['a word that is no label', 'a b c', 'f:1: "c" is not a label. Write KEY=VALUE.'],
    ['a label without a key', 'a b =c', 'f:1: "=c" is not a label. Write KEY=VALUE.'],
    [
      'a name that a cluster cannot have',
      'a\nb -x',
      'f:2: "-x" is not a valid name: a cluster name has 1 to 253 letters, digits and _ . @ : / -, and begins and ends with a letter or digit.',
    ],
    ['two clusters of one name', 'a\nb x\nc x', 'f:3: "x" is also in line 2. Rename one of the two.'],
  ])('refuses %s, and says where', (_what, text, message) => {
    expect(() => clusterList(text, 'f')).toThrow(message);
  });

  it('answers every mutation of a list with clusters or with one clear line', () => {
    const chance = new Chance('clusters');
    const random = (bound: number) => chance.below(bound);
    const good = 'kind-a leaf-a env=prod team=a\n# comment\nkind-b\nkind-c leaf-c\n';
    for (let i = 0; i < 10_000; i++) {
      let text = good;
      for (let n = random(4); n >= 0; n--) {
        const at = random(text.length + 1);
        text =
          text.slice(0, at) +
          String.fromCodePoint(random(3) === 0 ? random(0x3000) : 32 + random(95)) +
          text.slice(at + random(3));
      }
      try {
        for (const { name, context } of clusterList(text, 'f'))
          expect([name, context].every(word => word !== '')).toBe(true);
      } catch (error) {
        expect((error as Error).name).toBe('UsageError');
      }
    }
  });
});
