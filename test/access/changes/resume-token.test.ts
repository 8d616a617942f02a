/** What a token holds, who can read it, and that nobody learns from its text what is in it. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { bindingOf, canonicalFilter, type ResumePoint, ResumeTokens, RightsHistory } from '../../../access/changes/resume-token.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { Shown } from '../../../readmodel/changes/change.ts';
import { type Filter, QueryError } from '../../../readmodel/query.ts';
import { EVERYTHING } from '../../readmodel/fixtures.ts';

describe('resume token', () => {
  const jane = acceptIdentity({ user: 'jane', groups: ['dev'] });
  const FILTER: Filter = { names: ['web'] };
  const OF_JANE = bindingOf(jane, FILTER);
  const point: ResumePoint = { position: 7, rights: 3, total: 12 };
  const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest().subarray(0, 4);
  /** A text with the sum that tokens end with, which anybody can compute. */
  const summed = (bytes: Buffer) => Buffer.concat([bytes, sumOf(bytes)]).toString('base64url');

  describe('a token', () => {
    it.each<[string, ResumePoint]>([
      ['a point', point],
      ['numbers that are large', { ...point, position: 2 ** 40, rights: 2 ** 41, total: 2 ** 42 }],
      ['numbers that are 0', { ...point, position: 0, rights: 0, total: 0 }],
      ['that the total is not known', { ...point, total: undefined }],
    ])('tells its process %s', (_case, told) => {
      const tokens = new ResumeTokens();
      expect(tokens.decode(tokens.encode(told, OF_JANE), jane, FILTER)).toEqual(told);
    });

    it('is foreign at another process, and in another version', () => {
      const [one, other] = [new ResumeTokens(), new ResumeTokens()];
      const token = one.encode(point, OF_JANE);
      expect(other.decode(token, jane, FILTER)).toBe('foreign');
      const bytes = Buffer.from(token, 'base64url').subarray(0, -4);
      expect(bytes[0]).toBe(3);
      expect(one.decode(summed(Buffer.concat([Buffer.of(2), bytes.subarray(1)])), jane, FILTER)).toBe('foreign');
    });

    it('is as long for whatever it holds', () => {
      const tokens = new ResumeTokens();
      const points: ResumePoint[] = [
        point,
        { position: 0, rights: 0, total: undefined },
        { position: 2 ** 40, rights: 2 ** 41, total: 2 ** 42 },
      ];
      expect(new Set(points.map(it => tokens.encode(it, OF_JANE).length))).toEqual(new Set([90]));
    });

    it('is another text each time, so that two moments cannot be told to be one', () => {
      const tokens = new ResumeTokens();
      expect(tokens.encode(point, OF_JANE)).not.toBe(tokens.encode(point, OF_JANE));
    });

    it('has a nonce of its own, also where many are made', () => {
      const tokens = new ResumeTokens();
      const made = Array.from({ length: 600 }, () => tokens.encode(point, OF_JANE));
      expect(new Set(made.map(token => Buffer.from(token, 'base64url').toString('hex', 9, 21))).size).toBe(600);
      expect(made.every(token => typeof tokens.decode(token, jane, FILTER) === 'object')).toBe(true);
    });

    it('of the same user with other groups says so, and tells nothing else', () => {
      const tokens = new ResumeTokens();
      const token = tokens.encode(point, OF_JANE);
      expect(tokens.decode(token, acceptIdentity({ user: 'jane', groups: ['ops'] }), FILTER)).toBe('regrouped');
    });
  });

  describe('what is no token', () => {
    const tokens = new ResumeTokens();
    const token = tokens.encode(point, OF_JANE);
    const bytes = Buffer.from(token, 'base64url').subarray(0, -4);
    /** A text of this process's key, with the given length. */
    const cut = (length: number) => summed(bytes.subarray(0, length));

    it.each<[string, string, Filter?, string?]>([
      ['nothing', ''],
      ['a sum of nothing', summed(Buffer.alloc(0))],
      ['a text that is too short for a key', summed(Buffer.alloc(8))],
      ['a text without its sum', bytes.toString('base64url')],
      ['a text with bits behind its last byte', `${token.slice(0, -1)}${String.fromCharCode(token.charCodeAt(token.length - 1) ^ 1)}`],
      ['a head alone', cut(9)],
      ['a head with half a nonce', cut(15)],
      ['a head with a nonce', cut(21)],
      ['a text that is shorter than any token', cut(36)],
      ['a text whose end is cut', cut(bytes.length - 1)],
      ['a text longer than is read', summed(Buffer.alloc(6_143))],
      ['a token of another filter', token, { names: ['db'] }],
      ['a token of another user', token, FILTER, 'joe'],
    ])('is refused by one sentence: %s', (_case, text, filter = FILTER, user = 'jane') => {
      const refused = new QueryError(
        'since: this is not a token of yours for this filter. Send `resume` of an earlier answer to the same filter, as it came.',
        'since',
      );
      let error: unknown;
      try {
        tokens.decode(text, acceptIdentity({ user, groups: ['dev'] }), filter);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(QueryError);
      expect({ ...(error as QueryError), message: (error as QueryError).message }).toEqual({ ...refused, message: refused.message });
    });

    it('is foreign where only its sum is right: the longest that is read, and the shortest', () => {
      expect(tokens.decode(summed(Buffer.alloc(6_140)), jane, FILTER)).toBe('foreign');
      expect(tokens.decode(summed(Buffer.alloc(9)), jane, FILTER)).toBe('foreign');
    });
  });

  describe('a filter', () => {
    it.each<[string, object, object]>([
      ['in whatever order members come', { names: ['web'], clusters: ['a'] }, { clusters: ['a'], names: ['web'] }],
      ['in whatever order values come', { names: ['b', 'a'] }, { names: ['a', 'b'] }],
      ['with values that repeat', { names: ['a', 'b', 'a'] }, { names: ['a', 'b'] }],
      ['with members that are absent', { names: ['a'], clusters: undefined }, { names: ['a'] }],
      ['in whatever order parts come', { and: [{ names: ['a'] }, { clusters: ['b'] }] }, { and: [{ clusters: ['b'] }, { names: ['a'] }] }],
      ['within a member', { name: { glob: 'w*', ignoreCase: true } }, { name: { ignoreCase: true, glob: 'w*' } }],
    ])('is the same text %s', (_case, one, other) => {
      expect(canonicalFilter(one as Filter)).toBe(canonicalFilter(other));
    });

    it.each<[string, object, object]>([
      ['of other values', { names: ['a'] }, { names: ['b'] }],
      ['of other members', { names: ['a'] }, { clusters: ['a'] }],
      ['of fewer members', { names: ['a'], clusters: ['a'] }, { names: ['a'] }],
      ['with nothing in a list', { names: [] }, {}],
      ['with null', { name: null }, {}],
      ['with other parts', { and: [{ names: ['a'] }, { names: ['b'] }] }, { and: [{ names: ['a', 'b'] }] }],
      ['nested otherwise', { not: { names: ['a'] } }, { names: ['a'] }],
      ['of another type', { a: '1' }, { a: 1 }],
      ['of another truth', { a: true }, { a: false }],
    ])('is another text %s', (_case, one, other) => {
      expect(canonicalFilter(one as Filter)).not.toBe(canonicalFilter(other));
    });
  });
});

/** What was seen is found by its number, while there is room for it. */

describe('rights history', () => {
  const shownOf = (clusters: number): Shown => new Map(Array.from({ length: clusters }, (_, i) => [`leaf-${i}`, EVERYTHING]));

  it('what a caller sees has one number, by which it is found', () => {
    const history = new RightsHistory();
    const [one, other] = [shownOf(1), shownOf(0)];
    expect([history.numberOf(one), history.numberOf(other), history.numberOf(one)]).toEqual([1, 2, 1]);
    expect([history.find(1), history.find(2), history.find(3)]).toEqual([one, other, undefined]);
  });

  it('what was not asked for longest is let go for something large, and comes back under its number', () => {
    const history = new RightsHistory();
    const [one, other] = [shownOf(300_000), shownOf(300_000)];
    expect([history.numberOf(one), history.numberOf(other)]).toEqual([1, 2]);
    expect([history.find(1), history.find(2)]).toEqual([undefined, other]);
    expect(history.numberOf(one)).toBe(1);
    expect([history.find(1) === one, history.find(2)]).toEqual([true, undefined]);
  });
});
