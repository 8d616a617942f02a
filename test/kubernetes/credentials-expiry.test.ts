import { describe, expect, it } from '@jest/globals';
import { certificateExpiry, tokenExpiry } from '../../kubernetes/credentials-expiry.ts';
import { Chance } from '../fuzz/chance.ts';
import { authority, issue } from './certificates.ts';

const jwt = (claims: unknown) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sig`;

describe('when credentials end', () => {
  it.each([
    ['a token that says so', jwt({ exp: 1_800_000_000 }), 1_800_000_000_000],
    ['a token without an end', jwt({ sub: 'x' }), undefined],
    ['an end of the wrong type', jwt({ exp: '1800000000' }), undefined],
    ['an end beyond all years', jwt({ exp: 1e300 }), undefined],
    ['claims that are null', jwt(null), undefined],
    ['a token that is no JWT', 'sesame', undefined],
    ['nothing', '', undefined],
  ])('is known of %s', (_what, token, at) => {
    expect(tokenExpiry(token)).toBe(at);
  });

  it('is known of a certificate, and of nothing else', async () => {
    const { cert } = await issue(await authority('a'), 'x', { addresses: ['127.0.0.1'], expired: true });
    expect(certificateExpiry(cert)).toBeLessThan(Date.now());
    expect([certificateExpiry('nonsense'), certificateExpiry('')]).toEqual([undefined, undefined]);
  });

  it('throws for no mutation of a token', () => {
    const chance = new Chance('expiry');
    const good = jwt({ exp: 1_800_000_000 });
    for (let i = 0; i < 10_000; i++) {
      const at = chance.below(good.length);
      const mutated = good.slice(0, at) + String.fromCodePoint(chance.below(0x3000)) + good.slice(at + chance.below(4));
      expect(['number', 'undefined']).toContain(typeof tokenExpiry(mutated));
    }
  });
});
