/**
 * Runs the commands of docs/operations.md, "From nothing, step by step", unchanged, on a real hub, two real clusters, a
 * real issuer and a receiver of traces. The first block has names that a reader replaces. The test uses its own names.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { ACCOUNTS, COMMAND_LINE_CLIENT_ID, TestIssuer } from '../harness/oidc-issuer.ts';
import { freePort } from '../harness/processes.ts';
import { otlpReceiver, type OtlpReceiver } from '../telemetry/otlp-receiver.ts';

const root = new URL('../../', import.meta.url).pathname;
const test = has('kubectl') && has('curl') ? it : it.skip;

let directory: string;
let servers: ApiServer[] = [];
let issuer: TestIssuer;
let receiver: OtlpReceiver;
let env: NodeJS.ProcessEnv;

function has(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Shell code blocks of the section "From nothing, step by step" in docs/operations.md. */
async function blocks(): Promise<string[]> {
  const page = await readFile(join(root, 'docs', 'operations.md'), 'utf8');
  const [, section = ''] = page.split('\n## From nothing, step by step\n');
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block as string);
}

/** Names of the variables that a block sets. */
const namesIn = (block: string): string[] =>
  [...block.matchAll(/\b([A-Z][A-Z0-9_]*)=/g)].map(([, name]) => name as string);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-walk-'));
  const build = promisify(execFile)(join(root, 'test', 'helm', 'build.sh'));
  const [helm, port, operations] = await Promise.all([
    build.then(({ stdout }) => stdout.trim()),
    freePort(),
    freePort(),
  ]);
  [issuer, receiver, ...servers] = await Promise.all([
    TestIssuer.start(),
    otlpReceiver(),
    ...['hub', 'leaf-01', 'leaf-02'].map(name => startApiServer({ name })),
  ]);
  const kubeconfigs = servers.map(server => server.kubeconfig());
  const merged = {
    ...kubeconfigs[0]!,
    clusters: kubeconfigs.flatMap(({ clusters }) => clusters),
    users: kubeconfigs.flatMap(({ users }) => users),
    contexts: kubeconfigs.flatMap(({ contexts }) => contexts),
  };
  const KUBECONFIG = join(directory, 'kubeconfig');
  await writeFile(KUBECONFIG, stringify(merged), { mode: 0o600 });
  await symlink(helm, join(directory, 'helm'));
  await writeFile(join(directory, 'fleetgraph'), `#!/bin/sh\nexec '${join(root, 'bin/fleetgraph')}' "$@"\n`);
  await chmod(join(directory, 'fleetgraph'), 0o755);
  env = {
    ...{
      PATH: `${directory}:${process.env['PATH']}`,
      HOME: directory,
      FLEETGRAPH_NODE: process.execPath,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
    ...{
      KUBECONFIG,
      HUB: 'hub',
      LEAF_1: 'leaf-01',
      LEAF_2: 'leaf-02',
      ALLOW: 'local-addresses',
      CHART: join(root, 'charts/fleetgraph'),
    },
    IMAGE: 'registry.example.org/fleetgraph',
    ...{ ISSUER: issuer.url, CLIENT: COMMAND_LINE_CLIENT_ID, AUDIENCE: 'api', OTLP: receiver.endpoint },
    ...{ READER: ACCOUNTS['alice']!.email, READERS: 'platform-admins', MEMBER: ACCOUNTS['bob']!.email, TEAM: 'team-a' },
    ...{ PORT: `${port}`, OPERATIONS: `${operations}`, FLEETGRAPH_SERVER: `http://127.0.0.1:${port}` },
  };
}, 900_000);
afterAll(async () => {
  const pid = await readFile(join(directory, 'fleetgraph.pid'), 'utf8').catch(() => undefined);
  if (pid !== undefined && isRunning(Number(pid))) process.kill(Number(pid));
  await Promise.all([...servers.map(server => server.remove()), issuer?.stop(), receiver?.[Symbol.asyncDispose]()]);
  await rm(directory, { recursive: true, force: true });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Runs a block and returns its output. Calls `onStderr` with the whole standard error so far at each new piece. */
async function run(block: string, onStderr: (text: string) => void = () => undefined): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', block], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => onStderr((stderr += chunk.toString())));
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`This block ended with ${code}:\n${block}\n${stdout}\n${stderr}`);
  return stdout;
}

function signIn(block: string, account: string): Promise<string> {
  issuer.account = account;
  let entered = false;
  return run(block, text => {
    const code = /shows the code (\S+)\./.exec(text)?.[1];
    if (code === undefined || entered) return;
    entered = true;
    void issuer.enterCode(code);
  });
}

const lines = (text: string): string[] => text.trim().split('\n').sort();
const rows = (...clusters: string[]) =>
  clusters.flatMap(cluster => [`${cluster}/apps/Deployment/payments/ledger`, `${cluster}/apps/Deployment/team-a/web`]);

test('an operator comes from nothing to a fleet with rotated credentials, a removed cluster and an upgraded chart', async () => {
  const all = await blocks();
  expect(all).toHaveLength(15);
  const [
    names,
    objects,
    register,
    serve,
    readers,
    members,
    asReader,
    asMember,
    rotate,
    metrics,
    audit,
    remove,
    install,
    upgrade,
    stop,
  ] = all;
  expect(namesIn(names!).filter(name => env[name] === undefined)).toEqual([]);

  await run(objects!);
  const registered = await run(register!);
  expect(lines(registered)).toEqual([
    expect.stringMatching(/^ok +leaf-01 +\d+ created/),
    expect.stringMatching(/^ok +leaf-02 +\d+ created/),
  ]);
  await run(serve!);
  expect(await signIn(readers!, 'alice')).toContain('You are alice@example.org');
  expect(await signIn(members!, 'bob')).toContain('You are bob@example.org');
  expect(lines(await run(asReader!))).toEqual(rows('leaf-01', 'leaf-02'));
  expect(lines(await run(asMember!))).toEqual(rows('leaf-01', 'leaf-02').filter(id => id.includes('/team-a/')));

  const secret = async () =>
    (await servers[0]!.request('GET', '/api/v1/namespaces/fleet/secrets/leaf-01')).body['data'];
  const before = await secret();
  expect(await run(rotate!)).toMatch(/^ok +leaf-01 +\d+ (created|changed)/m);
  expect(await secret()).not.toEqual(before);
  // A live read uses the new account.
  await writeFile(
    join(directory, 'live.graphql'),
    '{ objects(filter: { clusters: ["leaf-01"], text: "ledger" }) { nodes { live { state } } } }',
  );
  const live = () => run('XDG_CONFIG_HOME=$PWD/reader fleetgraph query live.graphql').catch(String);
  await eventually(live, text => text.includes('"OK"'), { what: 'a live read with the new token' });

  expect(await run(metrics!)).toMatch(/^fleetgraph_coverage_clusters\{state="indexed"\} 2$/m);
  const line = JSON.parse(await run(audit!));
  expect(line).toMatchObject({ audit: 'request', user: 'alice@example.org', outcome: 'OK', clusters: ['leaf-01'] });
  const spans = () => receiver.spans.filter(({ traceId }) => traceId === line.traceId).map(({ name }) => name);
  await eventually(
    async () => spans(),
    found => found.includes('POST /graphql'),
    { what: 'the trace of the last request' },
  );
  expect(spans()).toEqual(expect.arrayContaining(['authenticate', 'fetch live', 'leaf get deployments.apps']));

  expect(await run(remove!)).toMatch(/^ok +leaf-02 +\d+ removed/m);
  const shown = async () => lines(await run(asReader!));
  await eventually(shown, left => left.length === 2, { what: 'the rows of the removed cluster gone' });
  expect(await shown()).toEqual(rows('leaf-01'));

  await run(install!);
  const gateways = async () =>
    (await servers[0]!.request('GET', '/apis/apps/v1/namespaces/fleet/deployments/fleetgraph')).body as any;
  expect((await gateways()).spec.replicas).toBe(2);
  const revisions = async () =>
    JSON.parse(await run('helm --kube-context "$HUB" history fleetgraph -n fleet -o json')) as {
      description: string;
    }[];
  await run(upgrade!);
  expect((await revisions()).map(({ description }) => description)).toEqual([
    'Install complete',
    'Upgrade complete',
    'Rollback to 1',
  ]);
  expect((await gateways()).spec.replicas).toBe(2);

  const pid = Number(await readFile(join(directory, 'fleetgraph.pid'), 'utf8'));
  await run(stop!);
  await eventually(
    async () => isRunning(pid),
    running => !running,
    { what: 'the end of serve' },
  );
  expect(await readFile(join(directory, 'fleetgraph.log'), 'utf8')).not.toMatch(/"level":"error"/);
}, 600_000);
