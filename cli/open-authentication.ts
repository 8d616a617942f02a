/** The authenticators of a configuration, as one, whose failures are counted and logged. */
import type { Registry } from 'prom-client';
import type { ClusterRegistry } from '../clusters/registry.ts';
import type { AuthenticatorConfig, Config } from '../config/schema.ts';
import { firstOf, type Authenticator } from '../identity/authenticator.ts';
import { watchFailures } from '../identity/failures.ts';
import { oidcTokens } from '../identity/oidc.ts';
import { OidcIssuer } from '../identity/oidc-issuer.ts';
import { staticTokens } from '../identity/static-tokens.ts';
import { tokenReviews } from '../identity/token-review.ts';
import { trustedHeaders } from '../identity/trusted-headers.ts';
import type { Logger } from '../telemetry/log.ts';
import { issuerMetrics } from './metrics.ts';
import { UsageError } from './usage-error.ts';

export interface AuthenticationOptions {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly registry: ClusterRegistry;
  /** Asked before those of the configuration. */
  readonly first: readonly Authenticator[];
  /** Gets what ends with the process. */
  readonly closing: (() => Promise<void>)[];
}

/** @throws UsageError */
export function openAuthentication(options: AuthenticationOptions): Authenticator {
  const { config, log, metrics, first } = options;
  const issuers: OidcIssuer[] = [];
  const authenticators = config.authentication.map(entry => openAuthenticator(entry, options, issuers));
  if (issuers.length > 0) issuerMetrics(metrics, issuers);
  return watchFailures(firstOf([...first, ...authenticators]), { metrics, log });
}

function openAuthenticator(entry: AuthenticatorConfig, options: AuthenticationOptions, issuers: OidcIssuer[]): Authenticator {
  const { identity } = options.config;
  switch (entry.type) {
    case 'static':
      return openStaticTokens(entry.tokens, identity);
    case 'header':
      return openTrustedHeaders(entry, options);
    case 'oidc':
      return openOidc(entry, options, issuers);
    case 'tokenReview':
      return openTokenReviews(entry, options);
  }
}

function openTrustedHeaders(entry: ConfigOf<'header'>, { config, env }: AuthenticationOptions): Authenticator {
  const secret = env[entry.sharedSecret.env];
  if (!secret)
    throw new UsageError(
      `authentication: sharedSecret.env names ${entry.sharedSecret.env}, and there is no such environment variable. Without the secret every client could claim to be any user.`,
    );
  return trustedHeaders({ ...entry, sharedSecret: { header: entry.sharedSecret.header, value: secret } }, config.identity);
}

function openOidc(
  { audience, clockSkew, issuer: url, caFile, ...entry }: ConfigOf<'oidc'>,
  { config, log, closing }: AuthenticationOptions,
  issuers: OidcIssuer[],
): Authenticator {
  const issuer = new OidcIssuer({ issuer: url, caFile, log });
  closing.push(() => issuer.close());
  issuers.push(issuer);
  return oidcTokens({ ...entry, issuer, audiences: audience, clockSkewMs: clockSkew }, config.identity);
}

function openTokenReviews(
  { cacheFor, ...entry }: ConfigOf<'tokenReview'>,
  { config, registry, log }: AuthenticationOptions,
): Authenticator {
  return tokenReviews({ ...entry, registry, log, cacheForMs: cacheFor, timeoutMs: config.limits.leafTimeout }, config.identity);
}

type ConfigOf<Type extends AuthenticatorConfig['type']> = Extract<AuthenticatorConfig, { type: Type }>;

function openStaticTokens(...entries: Parameters<typeof staticTokens>): Authenticator {
  try {
    return staticTokens(...entries);
  } catch (error) {
    throw new UsageError(`authentication: ${(error as Error).message}`);
  }
}
