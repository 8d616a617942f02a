/** The authenticators of a configuration, as one, whose failures are counted and logged. */
import type { Registry } from 'prom-client';
import type { AuthenticatorConfig, Config } from '../config/schema.ts';
import { firstOf, type Authenticator } from '../identity/authenticator.ts';
import { watchFailures } from '../identity/failures.ts';
import { staticTokens } from '../identity/static-tokens.ts';
import { trustedHeaders } from '../identity/trusted-headers.ts';
import type { Logger } from '../telemetry/log.ts';
import { UsageError } from './usage-error.ts';

export interface AuthenticationOptions {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly metrics: Registry;
  /** Asked before those of the configuration. */
  readonly first: readonly Authenticator[];
}

/** @throws UsageError */
export function openAuthentication({ config, env, log, metrics, first }: AuthenticationOptions): Authenticator {
  const authenticators = config.authentication.map(entry => openAuthenticator(entry, config, env));
  return watchFailures(firstOf([...first, ...authenticators]), { metrics, log });
}

function openAuthenticator(config: AuthenticatorConfig, { identity }: Config, env: AuthenticationOptions['env']): Authenticator {
  if (config.type === 'static') return openStaticTokens(config.tokens, identity);
  const secret = env[config.sharedSecret.env];
  if (!secret)
    throw new UsageError(
      `authentication: sharedSecret.env names ${config.sharedSecret.env}, and there is no such environment variable. Without the secret every client could claim to be any user.`,
    );
  return trustedHeaders({ ...config, sharedSecret: { header: config.sharedSecret.header, value: secret } }, identity);
}

function openStaticTokens(...entries: Parameters<typeof staticTokens>): Authenticator {
  try {
    return staticTokens(...entries);
  } catch (error) {
    throw new UsageError(`authentication: ${(error as Error).message}`);
  }
}
