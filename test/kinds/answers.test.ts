import { describe, expect, it } from '@jest/globals';
import { answersNow, forgotten, recorded } from './answers.ts';

describe('a rule that gives other rows than before', () => {
  const now = answersNow();

  it('has another version, so that stored rows are written anew', () => {
    // If this fails, raise `rules` of the entry in kinds/, or RULES_OF_ALL_KINDS where all kinds are named.
    expect(forgotten(recorded(), now)).toEqual([]);
  });

  it('is known by its answers: those of all vectors are recorded', () => {
    // If this alone fails, run: node test/kinds/answers.ts
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
