import { expect, it } from '@jest/globals';
import { Quarantine } from '../../../access/reviews/quarantine.ts';

it('has a revision that grows with everybody who comes or goes, so that nothing kept outlives either', () => {
  const quarantine = new Quarantine();
  const revisions = [quarantine.revision];
  for (const change of [
    () => quarantine.add('leaf', 'jane'),
    () => quarantine.add('leaf', 'tom'),
    () => quarantine.release('leaf', 'jane'),
    () => quarantine.forget('leaf'),
  ]) {
    change();
    revisions.push(quarantine.revision);
  }
  expect(revisions[0]).toBe(0);
  expect(revisions.slice(1).every((revision, i) => revision > revisions[i]!)).toBe(true);
});
