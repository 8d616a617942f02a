/**
 * Ten thousand changed tokens, and ten thousand changed key sets. A changed token is refused or still names its own
 * user, and causes no other error.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { base64url, generateKeyPair, type CryptoKey } from 'jose';
import { AuthenticationUnavailableError, BadCredentialsError } from '../../identity/authenticator.ts';
import { OidcIssuer } from '../../identity/oidc-issuer.ts';
import { oidcTokens, type OidcAuthenticator } from '../../identity/oidc.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { TestIssuer } from '../harness/oidc-issuer.ts';
import { manualClock } from './manual-clock.ts';
import { bearer } from './requests.ts';

const RUNS = 10_000;
const seed = Number(process.env['FLEETGRAPH_SEED'] ?? Date.now() % 2 ** 31);

let provider: TestIssuer;
let foreign: CryptoKey;
beforeAll(async () => {
  console.log(`seed ${seed} (FLEETGRAPH_SEED)`);
  provider = await TestIssuer.start();
  foreign = (await generateKeyPair('RS256')).privateKey;
});
afterAll(() => provider.stop());

/** The text `user <name>` for an accepted token, `refused` for a refused token. Throws any other error. */
async function outcome(authenticator: OidcAuthenticator, token: string): Promise<string> {
  try {
    return `user ${(await authenticator.authenticate(bearer(token)))?.user}`;
  } catch (error) {
    if (error instanceof BadCredentialsError || error instanceof AuthenticationUnavailableError) return 'refused';
    throw error;
  }
}

/** Any JSON value, as a replacement. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('none', 'HS256', 'RS256', '__proto__', '', 'A'.repeat(9_000), -1, 1e308, null, [], {}),
);

/** Replaces, removes or adds one member, at any depth. */
function changed(value: unknown, path: number, change: 'replace' | 'remove' | 'add', by: unknown): unknown {
  const copy = structuredClone(value);
  const places: { in: Record<string, unknown>; key: string }[] = [];
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const key of Object.keys(part)) {
      places.push({ in: part as Record<string, unknown>, key });
      visit((part as Record<string, unknown>)[key]);
    }
  };
  visit(copy);
  const place = places[path % places.length];
  if (!place) return by;
  if (change === 'remove') delete place.in[place.key];
  else place.in[change === 'add' ? `${place.key}-added` : place.key] = by;
  return copy;
}
const change = fc.constantFrom('replace' as const, 'remove' as const, 'add' as const);

it('a changed token is refused, or names its own user', async () => {
  const issuer = new OidcIssuer({ issuer: provider.url, log: silentLogger });
  const authenticator = oidcTokens({ issuer, audiences: ['fleetgraph'] });
  const token = await provider.token({ sub: 'jane', groups: ['dev'] });
  const parts = token.split('.');
  const readable = parts
    .slice(0, 2)
    .map(part => JSON.parse(new TextDecoder().decode(base64url.decode(part))) as unknown);
  expect(await outcome(authenticator, token)).toBe('user jane');
  const inside = fc
    .tuple(fc.nat(1), fc.nat(20), change, anything)
    .map(([part, path, how, by]) =>
      parts.with(part, base64url.encode(JSON.stringify(changed(readable[part], path, how, by)) ?? '')).join('.'),
    );
  const outside = fc
    .tuple(fc.nat(token.length - 1), fc.constantFrom('', 'A', '.', '=', ' ', '\u00e9', '{'))
    .map(([at, by]) => token.slice(0, at) + by + token.slice(at + 1));
  const short = fc.nat(token.length - 1).map(length => token.slice(0, length));
  await fc.assert(
    fc.asyncProperty(fc.oneof(inside, outside, short), async other => {
      // The last character of a part may have unused bits. A token that differs only in unused bits is still valid.
      expect(['refused', 'user jane']).toContain(await outcome(authenticator, other));
    }),
    { seed, numRuns: RUNS },
  );
  await issuer.close();
});

it('changed keys let nobody in whom the issuer has not signed for, and are mended by the right ones', async () => {
  const clock = manualClock();
  const issuer = new OidcIssuer({ issuer: provider.url, log: silentLogger, clock });
  const authenticator = oidcTokens({ issuer, audiences: ['fleetgraph'] });
  const metadata = (await (await fetch(`${provider.url}/.well-known/openid-configuration`)).json()) as {
    jwks_uri: string;
  };
  const keys: unknown = await (await fetch(metadata.jwks_uri)).json();
  const [good, bad] = await Promise.all([
    provider.token({ sub: 'jane' }),
    provider.token({ sub: 'jane' }, { key: foreign }),
  ]);
  let served: unknown = keys;
  provider.answerWith((req, res) => {
    const body = req.url === '/jwks' ? JSON.stringify(served) : JSON.stringify(metadata);
    res.end(body);
  });
  const look = async () => {
    clock.advance(6_000);
    await outcome(authenticator, await lookFor);
  };
  const lookFor = provider.token({}, { kid: 'makes it look' });
  await fc.assert(
    fc.asyncProperty(fc.nat(30), change, anything, async (path, how, by) => {
      served = changed(keys, path, how, by);
      await look();
      expect(['refused', 'user jane']).toContain(await outcome(authenticator, good));
      expect(await outcome(authenticator, bad)).toBe('refused');
    }),
    { seed, numRuns: RUNS },
  );
  served = keys;
  await look();
  expect(issuer.problem).toBeUndefined();
  expect(await outcome(authenticator, good)).toBe('user jane');
  await issuer.close();
});
