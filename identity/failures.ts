/**
 * Counts refused credentials by authenticator and reason, and logs them, at most one line per kind every ten seconds:
 * an attacker who guesses tokens must be seen, and must not fill the disk. Neither metric nor line holds anything of
 * the credentials.
 */
import { Counter, type Registry } from 'prom-client';
import type { Logger } from '../telemetry/log.ts';
import { AuthenticationUnavailableError, BadCredentialsError, type AuthenticationRequest, type Authenticator } from './authenticator.ts';

const LOG_EVERY_MS = 10_000;

export interface FailureOptions {
  readonly metrics: Registry;
  readonly log: Logger;
  /** Monotonic milliseconds. @default performance.now */
  readonly now?: () => number;
}

export function watchFailures(
  authenticator: Authenticator,
  { metrics, log, now = () => performance.now() }: FailureOptions,
): Authenticator {
  const failures = new Counter({
    name: 'fleetgraph_authentication_failures_total',
    help: 'Requests without usable credentials, by who refused them (none: nobody knew them) and why.',
    labelNames: ['authenticator', 'reason'],
    registers: [metrics],
  });
  const lines = new Map<string, { until: number; more: number }>();
  const failed = (by: string, reason: string, message: string, request: AuthenticationRequest): void => {
    failures.inc({ authenticator: by, reason });
    const key = `${by} ${reason}`;
    const line = lines.get(key);
    if (line && now() < line.until) return void line.more++;
    const { remoteAddress, clientAddress = remoteAddress } = request;
    const addresses = { remoteAddress, ...(clientAddress !== remoteAddress && { clientAddress }) };
    log.warn(
      { authenticator: by, reason, ...addresses, ...(line?.more && { sinceTheLastLine: line.more + 1 }) },
      `credentials were refused: ${message}`,
    );
    lines.set(key, { until: now() + LOG_EVERY_MS, more: 0 });
  };
  return {
    async authenticate(request) {
      try {
        const identity = await authenticator.authenticate(request);
        // Browsers send a first request without credentials, and probes always do: counted, not logged.
        if (!identity) failures.inc({ authenticator: 'none', reason: 'missing' });
        return identity;
      } catch (error) {
        if (error instanceof BadCredentialsError)
          failed(error.reason === 'unknown' ? 'none' : (error.authenticator ?? 'none'), error.reason, error.message, request);
        else if (error instanceof AuthenticationUnavailableError)
          failed(error.authenticator ?? 'none', 'unavailable', error.message, request);
        throw error;
      }
    },
  };
}
