import { describe, expect, it } from '@jest/globals';
import { answersNow, forgotten, recorded } from './answers.ts';

describe('a rule that gives other rows than before', () => {
  const now = answersNow();

  it('has another version, so that stored rows are written anew', () => {
    // If this fails, raise `rules` of the kind's entry in kinds/. If all kinds are named, raise RULES_OF_ALL_KINDS.
    expect(forgotten(recorded(), now)).toEqual([]);
  });

  it('is known by its answers: those of all vectors are recorded', () => {
    // If only this fails, run: node test/kinds/answers.ts
    expect(recorded()).toEqual(now);
  });

  it('is noticed, unless its version is raised or the object is another', () => {
    const before = { 'a/A': { rules: '1.0', answers: { object: 'answer' } } };
    expect(forgotten(before, { 'a/A': { rules: '1.0', answers: { object: 'other' } } })).toEqual(['a/A']);
    expect(forgotten(before, { 'a/A': { rules: '1.1', answers: { object: 'other' } } })).toEqual([]);
    expect(forgotten(before, { 'a/A': { rules: '1.0', answers: { another: 'other' } } })).toEqual([]);
    expect(forgotten(before, {})).toEqual([]);
  });
});
