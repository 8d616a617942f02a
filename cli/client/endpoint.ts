/**
 * Queries a running fleetgraph over HTTP as the person at the terminal.
 *
 * The token comes from a file, from the environment or from `fleetgraph login`. It never comes from an argument,
 * because other users of the machine may read arguments in the process list.
 */
import { Option, type Command } from 'commander';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { tokenExpiry } from '../../kubernetes/credentials-expiry.ts';
import { parseExact } from '../../schema/exact-json.ts';
import { Logins, type Env, type Login } from './logins.ts';
import { UsageError } from '../usage-error.ts';

export interface EndpointFlags {
  readonly server: string;
  readonly tokenFile?: string;
}

export interface Answer<Data> {
  /** Null if the whole query failed. */
  readonly data: Data | null;
  /** Errors of the whole query or of single fields. Fields of `data` without an error are valid. */
  readonly errors: readonly { readonly message: string }[];
}

export type Ask = <Data>(query: string, variables?: object, operationName?: string) => Promise<Answer<Data>>;

const TIMEOUT_MS = 30_000;
/** Maximum retries after fleetgraph was too busy or the caller's budget was spent. */
const MAX_RETRIES = 5;
const MAX_RETRY_AFTER_S = 30;

/** A token that expires within this time is renewed before its use. */
const RENEW_BEFORE_MS = 60_000;
/** Maximum number of printed characters of a server's message. */
const MAX_SAID = 1_000;

export function serverOption(): Option {
  return new Option('-s, --server <url>', 'URL of the running fleetgraph')
    .env('FLEETGRAPH_SERVER')
    .default('http://127.0.0.1:4000');
}

export function withEndpoint(command: Command): Command {
  return command
    .addOption(serverOption())
    .option(
      '--token-file <file>',
      'file with your bearer token (default: $FLEETGRAPH_TOKEN, or else fleetgraph login)',
    );
}

/**
 * Returns a function that sends queries to a running fleetgraph. The function throws UsageError if no fleetgraph
 * answers, the token is refused, or the login cannot be renewed.
 * @throws UsageError if the URL is invalid or no token is found
 */
export function openEndpoint({ server, tokenFile }: EndpointFlags, env: Env = process.env): Ask {
  const endpoint = graphOf(server);
  const token = tokenFile === undefined ? env['FLEETGRAPH_TOKEN'] : readToken(tokenFile);
  if (token) return askAs(endpoint, async () => token);
  const logins = new Logins(env);
  const login = tokenFile === undefined ? logins.of(endpoint.href) : undefined;
  if (!login)
    throw new UsageError(
      'No token was found. Sign in with fleetgraph login, set the environment variable FLEETGRAPH_TOKEN, or name a file with --token-file.',
    );
  let current = login;
  return askAs(endpoint, async () => {
    if (!lasts(current)) current = await renewedLogin(logins, endpoint.href);
    return current.idToken;
  });
}

/** Returns a function that sends queries with a token. The returned function throws UsageError. */
export function askAs(endpoint: URL, tokenOf: () => Promise<string>): Ask {
  return async <Data>(query: string, variables: object = {}, operationName?: string): Promise<Answer<Data>> => {
    for (let attempt = 1; ; attempt++) {
      const response = await post(endpoint, await tokenOf(), { query, variables, operationName });
      const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
      if ([429, 503].includes(response.status) && retryAfter <= MAX_RETRY_AFTER_S && attempt <= MAX_RETRIES) {
        await response.body?.cancel();
        await delay(retryAfter * 1_000);
        continue;
      }
      if (response.status === 401) throw new UsageError(await refusal(endpoint, response));
      const body = read<Data>(await response.text().catch(() => ''));
      if (body?.data === undefined && !Array.isArray(body?.errors))
        throw new UsageError(
          `${endpoint.origin} answered ${response.status}, but not as fleetgraph answers. Check --server.`,
        );
      return { data: body.data ?? null, errors: body.errors ?? [] };
    }
  };
}

/** Message that quotes the server's reason for refusing the token. */
async function refusal(endpoint: URL, response: Response): Promise<string> {
  const message: unknown = read(await response.text().catch(() => ''))?.errors?.[0]?.message;
  const said =
    typeof message === 'string' && message !== '' ? `: ${message.slice(0, MAX_SAID).replace(/\s+/g, ' ')}` : '.';
  return `${endpoint.origin} does not accept your token${said} Set another token in FLEETGRAPH_TOKEN or --token-file, or sign in with fleetgraph login.`;
}

function read<Data>(text: string): Partial<Answer<Data>> | null | undefined {
  try {
    return parseExact(text) as Partial<Answer<Data>> | null;
  } catch {
    return undefined;
  }
}

async function post(endpoint: URL, token: string, body: object): Promise<Response> {
  try {
    return await fetch(endpoint, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    // The message of fetch may quote a header. The cause of the error names the problem of the connection.
    const { cause } = error as { cause?: { code?: string } };
    throw new UsageError(
      `${endpoint.origin} does not answer (${cause?.code ?? (error as Error).name}). Is fleetgraph running there? Set --server.`,
    );
  }
}

/** @throws UsageError */
export function graphOf(server: string): URL {
  if (!URL.canParse(server) || !/^https?:$/.test(new URL(server).protocol))
    throw new UsageError(`--server ${server}: expected a URL that begins with http:// or https://.`);
  const endpoint = new URL(server);
  if (!endpoint.pathname.endsWith('/graphql')) endpoint.pathname = `${endpoint.pathname.replace(/\/$/, '')}/graphql`;
  return endpoint;
}

function lasts({ idToken }: Login): boolean {
  return (tokenExpiry(idToken) ?? Infinity) - Date.now() > RENEW_BEFORE_MS;
}

/** Renews a login, unless another process has already renewed it. */
async function renewedLogin(logins: Logins, server: string): Promise<Login> {
  return logins.alone(server, async () => {
    const login = logins.of(server);
    if (login && lasts(login)) return login;
    if (login?.refreshToken === undefined)
      throw new UsageError('Your login has expired. Sign in again with fleetgraph login.');
    const { renewed } = await import('./login-issuer.ts');
    const next = { ...login, ...(await renewed(login, login.refreshToken)) };
    logins.keep(next);
    return next;
  });
}

function readToken(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new UsageError(`--token-file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}
