/**
 * Refused credentials are counted by authenticator and reason. They are logged only a few times, without the
 * credentials.
 */
import { expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { AuthenticationUnavailableError, firstOf, watchFailures } from '../../identity/authenticator.ts';
import { staticTokens } from '../../identity/static-tokens.ts';
import { trustedHeaders } from '../../identity/trusted-headers.ts';
import { bearer, request } from './requests.ts';

function watched() {
  const metrics = new Registry();
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let at = 0;
  const hub = {
    type: 'tokenReview' as const,
    authenticate: async ({ rawHeaders }: { rawHeaders: readonly string[] }) => {
      if (rawHeaders.includes('X-Hub'))
        throw new AuthenticationUnavailableError('The hub does not answer.', { isOwn: true });
      return undefined;
    },
  };
  const chain = firstOf([
    hub,
    staticTokens([{ token: 'dev-token', user: 'jane' }]),
    trustedHeaders({ sharedSecret: { header: 'X-Proxy-Secret', value: 's3cret' } }),
  ]);
  const authenticator = watchFailures(chain, { metrics, log, now: () => at });
  return {
    lines,
    later: (ms: number) => (at += ms),
    ask: (...args: Parameters<typeof authenticator.authenticate>) =>
      authenticator.authenticate(...args).catch(() => undefined),
    counted: async () => {
      const [metric] = await metrics.getMetricsAsJSON();
      return metric!.values.map(({ labels, value }) => `${labels['authenticator']} ${labels['reason']} ${value}`);
    },
  };
}

it('counts each refusal by authenticator and reason', async () => {
  const { ask, counted } = watched();
  await ask(bearer('dev-token'));
  await ask(bearer('wrong'));
  await ask(bearer('wrong'));
  await ask(request());
  await ask(request(['Authorization', 'Bearer ']));
  await ask(request(['X-Remote-User', 'jane'], ['X-Proxy-Secret', 'guess']));
  await ask(request(['X-Hub', '1']));
  expect(await counted()).toEqual([
    'none unknown 2',
    'none missing 1',
    'static malformed 1',
    'header secret 1',
    'tokenReview unavailable 1',
  ]);
});

it('logs a kind of failure once in ten seconds, with how many there were since, and never the credentials', async () => {
  const { ask, lines, later } = watched();
  for (let i = 0; i < 1_000; i++) await ask(bearer(`guess-${i}`));
  expect(lines).toHaveLength(1);
  later(10_000);
  await ask(bearer('guess-again'));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({
    authenticator: 'none',
    reason: 'unknown',
    remoteAddress: '127.0.0.1',
    sinceTheLastLine: 1_000,
  });
  await ask(request());
  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toContain('guess-');
});
