/** Opens the authenticators of a configuration as one authenticator, which counts and logs failures. */
import type { Registry } from 'prom-client';
import type { ClusterRegistry } from '../../clusters/registry.ts';
import type { AuthenticatorConfig, Config } from '../../config/schema.ts';
import type { CommandLineSignIn, SignIn } from '../../gateway/http/sign-in.ts';
import { firstOf, type Authenticator, watchFailures } from '../../identity/authenticator.ts';
import { EndedSessions, type SharedEndings } from '../../identity/ended-sessions.ts';
import { oidcTokens, type OidcAuthenticator } from '../../identity/oidc.ts';
import { OidcIssuer } from '../../identity/oidc-issuer.ts';
import { sessionCookies, Sessions } from '../../identity/sessions.ts';
import { staticTokens, type StaticTokens } from '../../identity/static-tokens.ts';
import { tokenReviews } from '../../identity/token-review.ts';
import { trustedHeaders } from '../../identity/trusted-headers.ts';
import type { Logger } from '../../telemetry/log.ts';
import { issuerMetrics } from './metrics.ts';
import { UsageError } from '../usage-error.ts';

export interface AuthenticationOptions {
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly registry: ClusterRegistry;
  /** Shares sign-outs among replicas. @default this process is the only replica */
  readonly shared?: SharedEndings | undefined;
  /** Returns the secret that the replicas on one store share. Undefined while unknown. @default no other replicas */
  readonly sharedSecret?: (() => Buffer | undefined) | undefined;
  /** Authenticators that are tried before the authenticators of the configuration. */
  readonly first: readonly Authenticator[];
  /** Receives the functions to call when the process ends. */
  readonly closing: (() => Promise<void>)[];
}

export interface Authentication {
  readonly authenticator: Authenticator;
  /** Sign-in for browsers, if configured. */
  readonly signIn?: SignIn;
  /** Sign-in for the command line, if configured. */
  readonly commandLine?: CommandLineSignIn;
  /**
   * Replaces the static tokens with the tokens of `config`, which must have authenticators of the same types. If the
   * call throws, nothing has changed.
   * @throws UsageError
   */
  readonly exchangeTokens: (config: Pick<Config, 'authentication' | 'identity'>) => void;
}

/** @throws UsageError */
export function openAuthentication(options: AuthenticationOptions): Authentication {
  const { config, log, metrics, first } = options;
  const authenticators = [...first];
  const issuers: { readonly entry: ConfigOf<'oidc'>; readonly tokens: OidcAuthenticator }[] = [];
  const tokenLists: StaticTokens[] = [];
  for (const entry of config.authentication) {
    switch (entry.type) {
      case 'static':
        tokenLists.push(openStaticTokens(entry.tokens, config.identity));
        authenticators.push(tokenLists.at(-1)!);
        break;
      case 'oidc':
        issuers.push({ entry, tokens: openOidc(entry, options) });
        authenticators.push(issuers.at(-1)!.tokens);
        break;
      case 'header':
        authenticators.push(openTrustedHeaders(entry, options));
        break;
      case 'tokenReview':
        authenticators.push(openTokenReviews(entry, options));
        break;
      default:
        entry satisfies never;
    }
  }
  if (issuers.length > 0)
    issuerMetrics(
      metrics,
      issuers.map(({ tokens }) => tokens.issuer),
    );
  const [signIn] = issuers.flatMap(({ entry, tokens }) =>
    entry.signIn ? openSignIn(entry.signIn, tokens, options) : [],
  );
  const [commandLine] = issuers.flatMap(({ entry: { issuer, commandLine: client } }) =>
    client ? { issuer, ...client } : [],
  );
  // Session cookies come last. Browsers send cookies by themselves, so credentials that a caller sends on purpose win.
  if (signIn) authenticators.push(sessionCookies(signIn.sessions, signIn.tokens));
  return {
    authenticator: watchFailures(firstOf(authenticators), { metrics, log }),
    ...(signIn && { signIn }),
    ...(commandLine && { commandLine }),
    exchangeTokens: next => exchangeTokens(tokenLists, next),
  };
}

function exchangeTokens(
  lists: readonly StaticTokens[],
  { authentication, identity }: Pick<Config, 'authentication' | 'identity'>,
): void {
  const entries = authentication.flatMap(entry => (entry.type === 'static' ? [entry.tokens] : []));
  // An unusable entry throws here, before any list has changed.
  for (const entry of entries) openStaticTokens(entry, identity);
  lists.forEach((list, i) => list.exchange(entries[i] ?? []));
}

function openTrustedHeaders(
  { sharedSecret, clientCertificate, ...entry }: ConfigOf<'header'>,
  { config, env }: AuthenticationOptions,
): Authenticator {
  const value = sharedSecret && env[sharedSecret.env];
  if (sharedSecret && !value)
    throw new UsageError(
      `authentication: sharedSecret.env names ${sharedSecret.env}, and there is no such environment variable. Without the secret every client could claim to be any user.`,
    );
  return trustedHeaders(
    {
      ...entry,
      ...(sharedSecret && value && { sharedSecret: { header: sharedSecret.header, value } }),
      ...(clientCertificate && { clientNames: clientCertificate.names }),
    },
    config.identity,
  );
}

function openOidc(
  { audience, clockSkew, issuer: url, caFile, signIn, commandLine, ...entry }: ConfigOf<'oidc'>,
  { config, log, closing }: AuthenticationOptions,
): OidcAuthenticator {
  const issuer = new OidcIssuer({ issuer: url, caFile, log });
  closing.push(() => issuer.close());
  // The audience of an ID token is the client that requested it.
  const audiences = [...new Set([...audience, ...[signIn, commandLine].flatMap(client => client?.clientId ?? [])])];
  return oidcTokens({ ...entry, issuer, audiences, clockSkewMs: clockSkew }, config.identity);
}

function openSignIn(
  { clientId, clientSecretEnv, scopes }: NonNullable<ConfigOf<'oidc'>['signIn']>,
  tokens: OidcAuthenticator,
  { config: { server, sessions }, env, log, shared, sharedSecret, closing }: AuthenticationOptions,
): SignIn {
  const secretOf = (key: string, name: string | undefined) => {
    if (name !== undefined && !env[name])
      throw new UsageError(`${key} names ${name}, and there is no such environment variable, or it is empty.`);
    return name === undefined ? undefined : env[name];
  };
  const secret = secretOf('sessions.secretEnv', sessions.secretEnv) ?? sharedSecret;
  if (secret === undefined)
    log.info('sessions of browsers end with this process; with one secret in sessions.secretEnv they outlive it');
  const ended = new EndedSessions({ shared, keepMs: sessions.maxAge, log });
  closing.push(async () => ended.close());
  try {
    return {
      ...{
        tokens,
        clientId,
        scopes,
        clientSecret: secretOf('authentication: signIn.clientSecretEnv', clientSecretEnv),
      },
      sessions: new Sessions({ ...placeOf(server.publicUrl), secret, maxAgeMs: sessions.maxAge, ended }),
    };
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`sessions.secretEnv: ${error.message}`) : error;
  }
}

/** The configuration requires `publicUrl` if `signIn` is set. */
function placeOf(publicUrl = ''): { origin: string; path: string } {
  const { origin } = new URL(publicUrl);
  return { origin, path: publicUrl.slice(origin.length) };
}

function openTokenReviews(
  { cacheFor, ...entry }: ConfigOf<'tokenReview'>,
  { config, registry, log }: AuthenticationOptions,
): Authenticator {
  return tokenReviews(
    { ...entry, registry, log, cacheForMs: cacheFor, timeoutMs: config.limits.leafTimeout },
    config.identity,
  );
}

type ConfigOf<Type extends AuthenticatorConfig['type']> = Extract<AuthenticatorConfig, { type: Type }>;

function openStaticTokens(...entries: Parameters<typeof staticTokens>): StaticTokens {
  try {
    return staticTokens(...entries);
  } catch (error) {
    throw new UsageError(`authentication: ${(error as Error).message}`);
  }
}
