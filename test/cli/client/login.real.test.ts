/**
 * `fleetgraph login` against a real issuer (oidc-provider) and a running fleetgraph: how a login is stored, used,
 * renewed and ended.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logins } from '../../../cli/client/logins.ts';
import { simulatedKubeconfig } from '../../../sim/kubeconfig.ts';
import type { SimulatedLeaf } from '../../../sim/leaf.ts';
import { Browser } from '../../harness/browser.ts';
import { Fleetgraph } from '../../harness/fleetgraph.ts';
import { COMMAND_LINE_CLIENT_ID, TestIssuer } from '../../harness/oidc-issuer.ts';
import { ROBOT, startLeaf } from '../../sim/fixtures.ts';

const EXECUTABLE = new URL('../../../bin/fleetgraph', import.meta.url).pathname;
const WHO = 'who.graphql';

let directory: string;
let issuer: TestIssuer;
let leaf: SimulatedLeaf;
let fleetgraph: Fleetgraph;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-login-'));
  // Tokens expire so soon that every command renews its token.
  issuer = await TestIssuer.start({ idTokenSeconds: 50 });
  leaf = await startLeaf();
  const kubeconfig = join(directory, 'kubeconfig');
  await writeFile(kubeconfig, simulatedKubeconfig([leaf], ROBOT), { mode: 0o600 });
  await writeFile(join(directory, WHO), '{ viewer { user groups } }');
  const commandLine = { clientId: COMMAND_LINE_CLIENT_ID, scopes: ['openid', 'offline_access'] };
  fleetgraph = await Fleetgraph.start({
    form: 'single',
    config: {
      clusters: [{ name: 'leaf-01', kubeconfig }],
      authentication: [{ type: 'oidc', issuer: issuer.url, audience: 'api', usernameClaim: 'email', commandLine }],
    },
  });
});
afterAll(async () => {
  await fleetgraph?.stop();
  await Promise.all([leaf?.close(), issuer?.stop()]);
  await rm(directory, { recursive: true, force: true });
});

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(directory, 'home-'));
  issuer.account = 'alice';
});
afterEach(() => rm(home, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param onStderr Receives everything that was written to standard error up to the call */
async function run(
  args: readonly string[],
  { server = fleetgraph.url, onStderr }: { server?: string; onStderr?: (text: string) => void } = {},
): Promise<Ran> {
  const env = {
    PATH: process.env['PATH'],
    FLEETGRAPH_NODE: process.execPath,
    XDG_CONFIG_HOME: home,
    FLEETGRAPH_SERVER: server,
  };
  const child = spawn(EXECUTABLE, [...args], { cwd: directory, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => onStderr?.((stderr += chunk.toString())));
  if (!onStderr) child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

/** Runs a command in a new terminal, which merges stdout and stderr. */
async function runOnTerminal(
  command: string,
  onText: (text: string) => void,
  env = {},
): Promise<{ code: number; text: string }> {
  const own = {
    PATH: process.env['PATH'],
    FLEETGRAPH_NODE: process.execPath,
    XDG_CONFIG_HOME: home,
    FLEETGRAPH_SERVER: fleetgraph.url,
  };
  const child = spawn('script', ['--quiet', '--return', '--command', `${EXECUTABLE} ${command}`, '/dev/null'], {
    ...{ cwd: directory, env: { ...own, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => onText((text += chunk.toString())));
  const [code] = (await once(child, 'close')) as [number];
  return { code, text };
}

/** The URL that `fleetgraph login` has printed. Undefined if the text has no URL yet. */
function addressIn(text: string): string | undefined {
  return /^ +(http\S+\/auth\?\S+)\r?\n/m.exec(text)?.[1];
}

/** Signs in at the URL. Returns the last page that the browser shows. */
async function signIn(address: string): Promise<string> {
  const callback = new URL(address).searchParams.get('redirect_uri')!;
  return (await fetch(await new Browser().follow(address, url => url.startsWith(callback)))).text();
}

function login({ agree = true } = {}): Promise<Ran> {
  let entered = false;
  return run(['login'], {
    onStderr: text => {
      const code = /shows the code (\S+)\./.exec(text)?.[1];
      if (code === undefined || entered) return;
      entered = true;
      void issuer.enterCode(code, { agree });
    },
  });
}

const folder = () => join(home, 'fleetgraph', 'logins');
const kept = async () => {
  const [file = ''] = await readdir(folder());
  const path = join(folder(), file);
  return { path, login: JSON.parse(await readFile(path, 'utf8')) as Record<string, string> };
};

describe('fleetgraph login', () => {
  it('keeps a login that only its owner may read, and other commands use it', async () => {
    const { code, stdout, stderr } = await login();
    expect([code, stdout]).toEqual([
      0,
      `You are alice@example.org at ${fleetgraph.url}.\nYour groups: platform-admins.\n`,
    ]);
    expect(stderr).toContain(`Signing in to ${fleetgraph.url} with ${issuer.url}.`);
    const { path, login: file } = await kept();
    expect([(await stat(path)).mode & 0o777, (await stat(folder())).mode & 0o777]).toEqual([0o600, 0o700]);
    for (const token of [file['idToken']!, file['refreshToken']!]) expect(stdout + stderr).not.toContain(token);
    const answer = await run(['query', WHO]);
    expect(JSON.parse(answer.stdout)).toEqual({
      data: { viewer: { user: 'alice@example.org', groups: ['platform-admins'] } },
    });
  });

  it('says that the issuer sends no groups', async () => {
    issuer.account = 'sam';
    const { code, stdout } = await login();
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^You are sam@example\.org at .*\nIt knows no groups of yours\./),
    ]);
  });

  it('says why the server refuses the token that the issuer gave', async () => {
    issuer.account = 'ada';
    const { code, stderr } = await login();
    expect([code, stderr]).toEqual([2, expect.stringContaining('The token does not hold your groups (claim groups)')]);
    await expect(readdir(folder())).rejects.toThrow('ENOENT');
  });

  it('signs in with the browser on a terminal, and the other commands use it', async () => {
    let visited: Promise<string> | undefined;
    const { code, text } = await runOnTerminal('login', shown => {
      const address = addressIn(shown);
      if (address !== undefined) visited ??= signIn(address);
    });
    expect(await visited).toContain('You are signed in. Close this page');
    expect([code, text]).toEqual([0, expect.stringContaining(`You are alice@example.org at ${fleetgraph.url}.`)]);
    const { login: file } = await kept();
    for (const token of [file['idToken']!, file['refreshToken']!]) expect(text).not.toContain(token);
    expect((await run(['query', WHO])).stdout).toContain('alice@example.org');
  });

  it.each([
    ['--device is given', 'login --device', {}],
    ["the terminal is another machine's", 'login', { SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' }],
  ])('signs in with a code on a terminal where %s', async (_when, command, env) => {
    let entered: Promise<void> | undefined;
    const { code, text } = await runOnTerminal(
      command,
      shown => {
        const userCode = /shows the code (\S+)\./.exec(shown)?.[1];
        if (userCode !== undefined) entered ??= issuer.enterCode(userCode);
      },
      env,
    );
    expect([code, text]).toEqual([0, expect.stringContaining('You are alice@example.org')]);
  });

  it('is renewed by one of the commands that run at once, and the issuer never sees a refresh token twice', async () => {
    await login();
    const before = (await kept()).login;
    const answers = await Promise.all(Array.from({ length: 4 }, () => run(['query', WHO])));
    expect(answers.map(({ code, stderr }) => [code, stderr])).toEqual(answers.map(() => [0, '']));
    const after = (await kept()).login;
    expect(after['idToken'] === before['idToken']).toBe(false);
    expect((await run(['query', WHO])).code).toBe(0);
    expect(await readdir(folder())).toHaveLength(1);
  });

  const pretended = () =>
    new Logins({ XDG_CONFIG_HOME: home }).keep({
      server: `${fleetgraph.url}/graphql`,
      issuer: issuer.url,
      clientId: 'x',
      idToken: 'x',
    });

  it('counts at the address alone for which it was made', async () => {
    pretended();
    const requested: unknown[] = [];
    const other = createServer((req, res) => {
      requested.push(req.headers.authorization);
      res.end('{}');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { code, stderr } = await run(['query', WHO], {
      server: `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
    });
    other.close();
    expect([code, requested, stderr]).toEqual([
      2,
      [],
      expect.stringContaining('No token was found. Sign in with fleetgraph login'),
    ]);
  });

  it('keeps nothing when the person does not agree', async () => {
    const { code, stderr } = await login({ agree: false });
    expect([code, stderr]).toEqual([2, expect.stringContaining('denied access')]);
    await expect(readdir(folder())).rejects.toThrow('ENOENT');
  });

  it('is not used from a file that others may read', async () => {
    pretended();
    await chmod((await kept()).path, 0o644);
    const { code, stderr } = await run(['query', WHO]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is open to others')]);
  });

  it('ends with logout: here, and at the issuer', async () => {
    await login();
    const { path, login: before } = await kept();
    expect((await run(['logout'])).stdout).toBe(`You are no longer signed in to ${fleetgraph.url}.\n`);
    await writeFile(path, JSON.stringify(before), { mode: 0o600 });
    const { code, stderr } = await run(['query', WHO]);
    expect([code, stderr]).toEqual([
      2,
      `${issuer.url} no longer accepts this login. Sign in again with fleetgraph login.\n`,
    ]);
    expect((await run(['logout'])).code).toBe(0);
    expect((await run(['logout'])).stdout).toBe(`You are not signed in to ${fleetgraph.url}.\n`);
  });

  it.each([
    ['http://fleet.example.org', 'fleetgraph sends tokens only over'],
    ['http://127.0.0.1:9', 'does not answer'],
    ['nonsense', 'expected a URL that begins with http:'],
  ])('does not sign in to %s', async (server, message) => {
    const { code, stderr } = await run(['login'], { server });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each([
    ['is a page', 200, '<html>', 'not as fleetgraph answers'],
    ['names no issuer', 200, '{"clientId":"x","scopes":[]}', 'not as fleetgraph answers'],
    [
      'names an issuer in clear',
      200,
      '{"issuer":"http://id.example","clientId":"x","scopes":[]}',
      'is not an https:// address',
    ],
    ['says that it cannot', 404, '{}', 'does not support signing in from the command line'],
  ])('does not sign in where the answer %s', async (_what, status, body, message) => {
    const server = createServer((_req, res) => res.writeHead(status).end(body)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { code, stderr } = await run(['login'], {
      server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
    server.close();
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
