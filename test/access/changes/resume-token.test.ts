/**
 * Resume tokens, and the history of rights. Only processes with the secret can read a token, and only for the caller
 * who received it.
 */
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  bindingOf,
  canonicalFilter,
  MAX_CLUSTERS,
  nameDigest,
  type ResumePoint,
  ResumeTokens,
  RightsHistory,
  type SeenCluster,
} from '../../../access/changes/resume-token.ts';
import { acceptIdentity } from '../../../identity/authenticator.ts';
import type { Shown } from '../../../readmodel/changes/change.ts';
import { type Filter, QueryError } from '../../../readmodel/query.ts';
import { EVERYTHING } from '../../readmodel/fixtures.ts';

describe('resume token', () => {
  const jane = acceptIdentity({ user: 'jane', groups: ['dev'] });
  const FILTER: Filter = { names: ['web'] };
  const OF_JANE = bindingOf(jane, FILTER);
  const seen = (count: number): SeenCluster[] =>
    Array.from({ length: count }, (_, i) => ({
      ...{ name: nameDigest(`leaf-${i}`), rights: Buffer.alloc(6, i), position: Buffer.alloc(8, i + 1) },
    }));
  const point: ResumePoint = { position: 7, rights: 3, total: 12, clusters: seen(2) };
  const secret = (i = 0) => Buffer.alloc(32, i + 1);
  const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest().subarray(0, 4);
  /** Adds the checksum with which tokens end. Anybody can compute this checksum. */
  const summed = (bytes: Buffer) => Buffer.concat([bytes, sumOf(bytes)]).toString('base64url');

  describe('a token', () => {
    it.each<[string, ResumePoint]>([
      ['a point', point],
      ['numbers that are large', { ...point, position: 2 ** 40, rights: 2 ** 41, total: 2 ** 42 }],
      ['numbers that are 0', { ...point, position: 0, rights: 0, total: 0 }],
      ['that the total is not known', { ...point, total: undefined }],
      ['that other processes cannot go on from it', { ...point, clusters: undefined }],
      ['that nothing is seen of any cluster', { ...point, clusters: [] }],
      ['as many clusters as there is room for', { ...point, clusters: seen(MAX_CLUSTERS) }],
    ])('tells its process %s', (_case, reported) => {
      const tokens = new ResumeTokens();
      expect(tokens.decode(tokens.encode(reported, OF_JANE), jane, FILTER)).toEqual({ ...reported, isOwn: true });
    });

    it('is good at another process of the same secret, which tells that it is not its own', () => {
      const [one, other] = [new ResumeTokens(() => secret()), new ResumeTokens(() => secret())];
      expect(other.decode(one.encode(point, OF_JANE), jane, FILTER)).toEqual({ ...point, isOwn: false });
    });

    it('is good at processes of other builds, as long as its version is the same', () => {
      const made = [
        'AoswoOu4wBUz21a5ch_sBzuFJUSZ7YB78a3bM14ZwtqbOD_wrYY2HXoEMgtzV7_BZKvYGNh7EHtcadH7FEup7uz8WqWWBGp_IJq6',
        'QjoVk8UjYt_EFsrSt8OaFETSv_U2PCYav2qtNti8d76UOvZD86tu4si7MFdfKOEFmNjlpUuXZmV7adIIxQlThHCqmgihwqczNADY',
        'ckZZWivFi1oTluekGmJNYNQa3ZmpsJaWtq6Ufco53PBvm5km5isCD0SCD_oTfSPF_zllsRpkmp0T-z5AFQlY0PpEM_w8zdi5OzNW',
        'm1CZESKCYCkulALBagwl3mbtMG41xLltpsB7dA80ejuI3UbNWLaP6714ZgGN7U1_uKo-IKwyyujx_duTaZ7M9DtTP74lxpjQoRik',
        '07qjtt2jRHiCbZCK2WpK5I1HPNU7qyOWewxRwPRAuOofy01nMXd8OqjhSPTRm7OQtdeLMljMIs2YD062uTHMFVQ',
      ].join('');
      const tokens = new ResumeTokens(() => secret());
      expect(tokens.decode(made, jane, FILTER)).toEqual({ ...point, clusters: seen(1), isOwn: false });
    });

    it('is foreign at another process without that secret, and in another version', () => {
      const [one, other] = [new ResumeTokens(), new ResumeTokens()];
      const token = one.encode(point, OF_JANE);
      expect(other.decode(token, jane, FILTER)).toBe('foreign');
      const bytes = Buffer.from(token, 'base64url').subarray(0, -4);
      expect(bytes[0]).toBe(2);
      expect(one.decode(summed(Buffer.concat([Buffer.of(1), bytes.subarray(1)])), jane, FILTER)).toBe('foreign');
    });

    it('has no room for more clusters than the most: no other process goes on from it', () => {
      const tokens = new ResumeTokens();
      const token = tokens.encode({ ...point, clusters: seen(MAX_CLUSTERS + 1) }, OF_JANE);
      expect(tokens.decode(token, jane, FILTER)).toEqual({ ...point, clusters: undefined, isOwn: true });
      expect(token).toHaveLength(tokens.encode({ ...point, clusters: undefined }, OF_JANE).length);
    });

    it('is as long for 0 as for 16 clusters, and for 17 as for 32', () => {
      const tokens = new ResumeTokens();
      const lengths = [0, 1, 16, 17, 32, 33].map(
        count => tokens.encode({ ...point, clusters: seen(count) }, OF_JANE).length,
      );
      expect(new Set(lengths.slice(0, 3)).size).toBe(1);
      expect(lengths[3]).toBeGreaterThan(lengths[2]!);
      expect(lengths[4]).toBe(lengths[3]);
      expect(lengths[5]).toBeGreaterThan(lengths[4]!);
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

    it('outlives two other secrets of the store, and no third', () => {
      let current: Buffer | undefined;
      const tokens = new ResumeTokens(() => current);
      const token = tokens.encode(point, OF_JANE);
      for (const i of [0, 1]) {
        current = secret(i);
        // Decoding again with an unchanged secret must not drop an older key.
        for (let again = 0; again < 3; again++)
          expect(tokens.decode(token, jane, FILTER)).toEqual({ ...point, isOwn: true });
      }
      current = undefined;
      expect(tokens.decode(token, jane, FILTER)).toEqual({ ...point, isOwn: true });
      current = secret(2);
      expect(tokens.decode(token, jane, FILTER)).toBe('foreign');
    });
  });

  describe('what is no token', () => {
    const tokens = new ResumeTokens();
    const token = tokens.encode(point, OF_JANE);
    const bytes = Buffer.from(token, 'base64url').subarray(0, -4);
    /** A token with a valid checksum, cut to the given length. */
    const cut = (length: number) => summed(bytes.subarray(0, length));

    it.each<[string, string, Filter?, string?]>([
      ['nothing', ''],
      ['a sum of nothing', summed(Buffer.alloc(0))],
      ['a text that is too short for a key', summed(Buffer.alloc(8))],
      ['a text without its sum', bytes.toString('base64url')],
      [
        'a text with bits behind its last byte',
        `${token.slice(0, -1)}${String.fromCharCode(token.charCodeAt(token.length - 1) ^ 1)}`,
      ],
      ['a head alone', cut(9)],
      ['a head with half a nonce', cut(15)],
      ['a head with a nonce', cut(21)],
      ['a text that is shorter than any token', cut(72)],
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
      expect({ ...(error as QueryError), message: (error as QueryError).message }).toEqual({
        ...refused,
        message: refused.message,
      });
    });

    it('is foreign where only its sum is right: the longest that is read, and the shortest', () => {
      expect(tokens.decode(summed(Buffer.alloc(6_140)), jane, FILTER)).toBe('foreign');
      expect(tokens.decode(summed(Buffer.alloc(9)), jane, FILTER)).toBe('foreign');
    });
  });

  describe('the name of a cluster', () => {
    it('has one digest of four bytes, however many others were asked for', () => {
      const before = nameDigest('leaf').toString('hex');
      expect(before).toHaveLength(8);
      expect(nameDigest('leaf-2').toString('hex')).not.toBe(before);
      for (let i = 0; i < 10_001; i++) nameDigest(`other-${i}`);
      expect(nameDigest('leaf').toString('hex')).toBe(before);
    });
  });

  describe('a filter', () => {
    it.each<[string, object, object]>([
      ['in whatever order members come', { names: ['web'], clusters: ['a'] }, { clusters: ['a'], names: ['web'] }],
      ['in whatever order values come', { names: ['b', 'a'] }, { names: ['a', 'b'] }],
      ['with values that repeat', { names: ['a', 'b', 'a'] }, { names: ['a', 'b'] }],
      ['with members that are absent', { names: ['a'], clusters: undefined }, { names: ['a'] }],
      [
        'in whatever order parts come',
        { and: [{ names: ['a'] }, { clusters: ['b'] }] },
        { and: [{ clusters: ['b'] }, { names: ['a'] }] },
      ],
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

describe('rights history', () => {
  const shownOf = (clusters: number): Shown =>
    new Map(Array.from({ length: clusters }, (_, i) => [`leaf-${i}`, EVERYTHING]));

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
