/**
 * Cost of authenticating a request. The token of an OIDC issuer has thirty groups. It comes in the Authorization header
 * or in the cookie of a browser session. A cold request is the first request with a token. For this request, the
 * product checks the signature. Later requests are warm. The figures are processor time of this process, including
 * threads that check signatures.
 */
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { type AuthenticationRequest, firstOf, watchFailures } from '../../identity/authenticator.ts';
import { OidcIssuer } from '../../identity/oidc-issuer.ts';
import { oidcTokens } from '../../identity/oidc.ts';
import { sessionCookies, Sessions } from '../../identity/sessions.ts';
import { CLIENT_ID, TestIssuer } from '../../test/harness/oidc-issuer.ts';
import type { Benchmark } from '../bench.ts';
import { ownProcessorMs } from '../load.ts';
import { measurement } from '../measurement.ts';

const CALLERS = 500;
const ROUNDS = 21;
const GROUPS = Array.from({ length: 30 }, (_, i) => `group-${i}-of-some-length`);

export const authentication: Benchmark = {
  name: 'authentication',
  async run({ signal }) {
    const log = pino({ level: 'silent' });
    await using provider = await TestIssuer.start();
    const issuer = new OidcIssuer({ issuer: provider.url, log });
    const tokens = oidcTokens({ issuer, audiences: [CLIENT_ID] });
    const sessions = new Sessions({ origin: 'https://fleet.example.org' });
    const chain = watchFailures(firstOf([tokens, sessionCookies(sessions, tokens)]), { metrics: new Registry(), log });
    const [bearers, cookies]: AuthenticationRequest[][] = [[], []];
    for (let i = 0; i < CALLERS; i++) {
      const idToken = await provider.token({ sub: `user-${i}`, groups: GROUPS });
      bearers!.push(requestWith({ authorization: `Bearer ${idToken}` }));
      const [cookie = ''] = await sessions.keep({ id: Sessions.newId(), idToken, startedAt: Date.now() });
      cookies!.push(requestWith({ cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin' }));
    }
    /** Mean processor time of a request, in microseconds. */
    const timed = async (requests: readonly AuthenticationRequest[]) => {
      signal.throwIfAborted();
      const before = await ownProcessorMs();
      for (const request of requests) if (!(await chain.authenticate(request))) throw new Error('Nobody was known.');
      return (((await ownProcessorMs()) - before) / requests.length) * 1_000;
    };
    const warm = async (requests: readonly AuthenticationRequest[]) => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) times.push(await timed(requests));
      return times.sort((a, b) => a - b)[ROUNDS >> 1]!;
    };
    // Fetches the issuer's keys before the measurement.
    await timed([requestWith({ authorization: `Bearer ${await provider.token()}` })]);
    const results = [
      measurement('authentication: OIDC token, first request', { unit: 'µs', ours: await timed(bearers!) }),
      measurement('authentication: the same, every later one', { unit: 'µs', ours: await warm(bearers!), target: 50 }),
      measurement('authentication: browser session, every later one', {
        unit: 'µs',
        ours: (await timed(cookies!), await warm(cookies!)),
        target: 50,
      }),
    ];
    await issuer.close();
    return results;
  },
};

function requestWith(headers: Readonly<Record<string, string>>): AuthenticationRequest {
  const all = { host: 'fleet.example.org', accept: 'application/json', 'content-type': 'application/json', ...headers };
  return { headers: all, rawHeaders: Object.entries(all).flat(), remoteAddress: '127.0.0.1' };
}
