/**
 * `fleetgraph login` and `logout`: sign in to a running fleetgraph, so that other commands need no token. The server
 * names the OIDC issuer.
 *
 * Who attacks: a server that names the issuer and the client of another fleetgraph, to receive a token that the other
 * fleetgraph accepts. What stops it: the person types the address of the server, which must be https:// except on this
 * machine. The command shows this address and the issuer before the sign-in. The token goes to this address alone.
 * What remains: a person may sign in to a server that they should not trust.
 */
import { Command } from 'commander';
import { z } from 'zod';
import { isPrivate } from '../../config/loopback.ts';
import { tokenExpiry } from '../../kubernetes/credentials-expiry.ts';
import { askAs, graphOf, serverOption } from '../client/endpoint.ts';
import { needed } from '../client/listing.ts';
import type { LoginTokens, SignInClient } from '../client/login-issuer.ts';
import { Logins, type Login } from '../client/logins.ts';
import { hasBrowser, openBrowser } from '../client/open-browser.ts';
import { printable } from '../printable.ts';
import { UsageError } from '../usage-error.ts';

interface Person {
  readonly user: string;
  readonly groups: readonly string[];
}

const TIMEOUT_MS = 15_000;
/** Maximum number of groups to print. A person may be in hundreds of groups. */
const MAX_GROUPS = 20;
const MAX_CHARACTERS = 10_000;
const text = z.string().min(1).max(1_000);
const Client = z.object({ issuer: text, clientId: text, scopes: z.array(text).max(100) });

export function loginCommand(): Command {
  return new Command('login')
    .description('Sign in to a running fleetgraph with its identity provider; other commands then use this login')
    .addOption(serverOption())
    .option(
      '--device',
      'sign in with a code, in a browser on any machine (default if this machine has no browser)',
      false,
    )
    .action(login);
}

export function logoutCommand(): Command {
  return new Command('logout')
    .description('Delete the login and revoke it at the identity provider')
    .addOption(serverOption())
    .action(logout);
}

async function login({ server, device }: { server: string; device: boolean }): Promise<void> {
  const graph = graphOf(server);
  if (!isPrivate(graph))
    throw new UsageError(
      `${graph.origin}: fleetgraph sends tokens only over https://. Use the https:// address of the server.`,
    );
  const { scopes, ...client } = await clientOf(graph);
  const whom = `Signing in to ${graph.origin} with ${printable(client.issuer)}.`;
  const signIn = device || !hasBrowser(process.stderr, process.env) ? withCode : withBrowser;
  const tokens = await signIn({ ...client, scopes }, whom);
  const { viewer } = needed(
    await askAs(graph, async () => tokens.idToken)<{ viewer: Person }>('query Login { viewer { user groups } }'),
  );
  const kept: Login = { server: graph.href, ...client, ...tokens };
  new Logins(process.env).keep(kept);
  const end = tokenExpiry(tokens.idToken);
  const until = tokens.refreshToken !== undefined || end === undefined ? '' : ` until ${new Date(end).toISOString()}`;
  console.log(`You are ${printable(viewer.user)} at ${graph.origin}${until}.`);
  console.log(printable(groupsLine(viewer)));
}

/** Lists the caller's groups. A caller without groups usually sees an empty fleet, so the text names causes. */
function groupsLine({ groups }: Person): string {
  if (groups.length === 0)
    return 'It knows no groups of yours. If you have any, the identity provider does not send them, or groupsClaim of the configuration names another claim.';
  const more = groups.length > MAX_GROUPS ? ` and ${groups.length - MAX_GROUPS} more` : '';
  return `Your groups: ${groups.slice(0, MAX_GROUPS).join(', ')}${more}.`;
}

async function withBrowser(client: SignInClient, whom: string): Promise<LoginTokens> {
  const { signInWithBrowser } = await import('../client/browser-login.ts');
  return signInWithBrowser(client, url => {
    console.error(`${whom} If no browser opens, open`);
    console.error(`  ${printable(url)}`);
    console.error('on this machine. With --device, you can use any machine.');
    openBrowser(url, process.env);
  });
}

async function withCode(client: SignInClient, whom: string): Promise<LoginTokens> {
  const { signInWithCode } = await import('../client/device-login.ts');
  return signInWithCode(client, (url, code) => {
    console.error(`${whom} Open`);
    console.error(`  ${printable(url)}`);
    console.error(`and continue if it shows the code ${printable(code)}.`);
  });
}

async function logout({ server }: { server: string }): Promise<void> {
  const graph = graphOf(server);
  const logins = new Logins(process.env);
  let said = `You are no longer signed in to ${graph.origin}.`;
  try {
    const login = logins.of(graph.href);
    if (!login) said = `You are not signed in to ${graph.origin}.`;
    else if (login.refreshToken !== undefined)
      await (await import('../client/login-issuer.ts')).revoked(login, login.refreshToken);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`The login was deleted here, but not revoked at the identity provider: ${error.message}`);
  }
  logins.remove(graph.href);
  console.log(said);
}

/**
 * Requests the client and the issuer from the server.
 * @throws UsageError
 */
async function clientOf(graph: URL): Promise<z.infer<typeof Client>> {
  const url = new URL(graph.href.replace(/graphql$/, 'auth/command-line'));
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    (error: Error & { cause?: { code?: string } }) => {
      throw new UsageError(
        `${graph.origin} does not answer (${error.cause?.code ?? error.name}). Is fleetgraph running there? Set --server.`,
      );
    },
  );
  const body = (await answer.text()).slice(0, MAX_CHARACTERS);
  if (answer.status === 404)
    throw new UsageError(
      `${graph.origin} does not support signing in from the command line: its configuration has no authentication[].commandLine. Use FLEETGRAPH_TOKEN or --token-file.`,
    );
  const client = Client.safeParse(jsonOf(body)).data;
  if (!client)
    throw new UsageError(`${graph.origin} answered ${answer.status}, but not as fleetgraph answers. Check --server.`);
  return client;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
