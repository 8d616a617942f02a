/** Commands for interactive use, against a running demo: their output and their exit codes. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'yaml';
import { eventually } from '../harness/fleetgraph.ts';
import { sampleOf } from '../harness/sampling.ts';

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;

let demo: ChildProcess;
let directory: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-people-'));
  demo = spawn(EXECUTABLE, ['demo', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let url = '';
  for await (const line of createInterface({ input: demo.stdout as NodeJS.ReadableStream })) {
    ({ url } = JSON.parse(line) as { url: string });
    break;
  }
  env = { ...process.env, NODE_OPTIONS: '', FLEETGRAPH_SERVER: url, FLEETGRAPH_TOKEN: 'demo-platform-admin' };
  // One cluster of the demo fails and recovers repeatedly.
  const counted = async () => (await run('get', '--failed', '-o', 'name')).stdout.split('\n').length;
  await eventually(counted, count => count > 10, { what: 'an index' });
});
afterAll(async () => {
  demo.kill('SIGTERM');
  await once(demo, 'exit');
  await rm(directory, { recursive: true, force: true });
});

const run = (...args: string[]) => runWith('', ...args);

function runWith(input: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise(resolve => {
    const child = execFile(
      EXECUTABLE,
      args,
      { cwd: directory, timeout: 240_000, env, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
      },
    );
    child.stdin?.end(input);
  });
}

describe('fleetgraph get', () => {
  it('prints what has failed as a table', async () => {
    const { code, stdout } = await run('get', 'ks,HelmRelease', '--failed');
    const [heading, ...rows] = stdout.trimEnd().split('\n');
    expect(heading).toMatch(/^CLUSTER +NAMESPACE +KIND +NAME +STATUS +REASON +AGE$/);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(row).toMatch(/^\S+ +\S+ +(Kustomization|HelmRelease) +\S+ +FAILED/);
    expect(code).toBe(0);
  });

  it('reads every page', async () => {
    const read = async () => {
      const { stdout } = await run('get', '-o', 'json');
      return JSON.parse(stdout) as { items: { id: string }[]; totalCount: number };
    };
    // The list has more objects than a page while all clusters are reachable. One cluster fails from time to time, and
    // objects may appear or disappear between two pages.
    await eventually(read, ({ items, totalCount }) => totalCount > 500 && items.length === totalCount, {
      what: 'all objects of all clusters',
    });
  });

  it('says on standard error what it does not show, and of which clusters it knows nothing', async () => {
    const { code, stdout, stderr } = await run(
      'get',
      'pods',
      '--limit',
      '2',
      '-o',
      'name',
      '--cluster',
      'eu-west-1-prod,nowhere',
    );
    expect(stdout).toMatch(/^(eu-west-1-prod\/\/Pod\/\S+\n){2}$/);
    expect(stderr).toMatch(/^No such cluster, or you may not know it: nowhere\.$/m);
    expect(stderr).toMatch(/^Only 2 of \d+ objects are listed \(--limit\)/m);
    expect(code).toBe(0);
  });

  it('finds objects by type and name, as kubectl does, and says which are not there', async () => {
    const { stdout: some } = await run('get', 'po', '-A', '-n', 'nowhere', '--limit', '1', '-o=json');
    const [{ name }] = (JSON.parse(some) as { items: [{ name: string }] }).items;
    for (const words of [[`pod/${name}`], ['pods', name], ['Pod,Service', name], [`po/${name}`, `svc/${name}`]])
      expect((await run('get', ...words, '-o', 'name')).stdout).toMatch(new RegExp(`^[^/]+//Pod/[^/]+/${name}\n$`));
    const { code, stderr } = await run('get', 'pods', name, 'deploy');
    expect(stderr).toContain(
      'Not found: pods/deploy.\nWords after the first are names of objects. Separate several kinds with commas: pods,deploy.',
    );
    expect(code).toBe(1);
  });

  it('prints the live manifests of objects, as the caller reads them', async () => {
    const [id = ''] = (
      await run('get', 'deployments', '--cluster', 'eu-west-1-prod', '--limit', '1', '-o', 'name')
    ).stdout.split('\n');
    const [, , , namespace = '', name = ''] = id.split('/');
    const words = ['get', `deploy/${name}`, '-n', namespace, '--cluster', 'eu-west-1-prod', '-o', 'manifest'];
    const { code, stdout } = await run(...words);
    expect([code, parse(stdout)]).toMatchObject([0, { kind: 'Deployment', metadata: { name, namespace }, spec: {} }]);
    const many = await run('get', 'pods', '-o', 'manifest');
    expect([many.code, many.stdout]).toEqual([2, '']);
    expect(many.stderr).toMatch(/^-o manifest reads at most 50 objects, but \d+ match\. Narrow the list/);
  });

  it('prints tables without headers, and with labels', async () => {
    const { stdout } = await run('get', 'deployments', '--limit', '2', '--no-headers', '--show-labels');
    expect(stdout).toMatch(/^(\S+ +\S+ +Deployment .*=\S+\n){2}$/);
  });

  it.each(
    sampleOf(2, [
      [['pdo'], /^You may list no kind named "pdo"\. Did you mean pod\?/],
      [['clusters'], /^You may list no kind named "clusters"\. To list clusters: fleetgraph clusters --server URL\./],
      [['stauts:failed'], /^"stauts:failed" is not a kind\. Use flags for conditions/],
      [['po', '-o', 'jsonpath={.items}'], /^-o jsonpath=\{\.items\} is not supported/],
      [['po', '--text', 'clustr:eu-*'], /^--text searches for words, but "clustr:eu-\*" is a condition on the cluster/],
    ] as const),
  )('refuses %j, and says what to write', async (words, message) => {
    const { code, stdout, stderr } = await run('get', ...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it('shows nothing to somebody without rights, and says so', async () => {
    env['FLEETGRAPH_TOKEN'] = 'demo-nobody';
    const { code, stdout, stderr } = await run('get').finally(() => (env['FLEETGRAPH_TOKEN'] = 'demo-platform-admin'));
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^No objects found\.$/m);
    expect(stderr).not.toMatch(/eu-west|us-east/);
  });

  it('watches what changes', async () => {
    const watching = spawn(EXECUTABLE, ['get', 'pods', '-w', '-o', 'name'], {
      cwd: directory,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let lines = 0;
    watching.stdout.on('data', (text: Buffer) => (lines += text.toString().split('\n').length - 1));
    const { answer: listed } = await eventually(
      async () => lines,
      count => count > 0,
      { what: 'the list' },
    );
    // The demo fleet changes all the time.
    await eventually(
      async () => lines,
      count => count > listed,
      { what: 'a change' },
    );
    watching.kill('SIGTERM');
    await once(watching, 'exit');
  });
});

describe('fleetgraph clusters --server', () => {
  const clusters = (token: string) => {
    env['FLEETGRAPH_TOKEN'] = token;
    const requested = run('clusters', '--server', env['FLEETGRAPH_SERVER']!);
    return requested.finally(() => (env['FLEETGRAPH_TOKEN'] = 'demo-platform-admin'));
  };

  it('shows the platform administrator all registrations', async () => {
    const { stdout } = await clusters('demo-platform-admin');
    expect(stdout).toMatch(/^CLUSTER +STATE +CAUSE +ANSWERED .*\n(.*\n){5}$/);
  });

  it('shows a developer the clusters of their team', async () => {
    const { stdout, stderr } = await clusters('demo-team-developer');
    expect(stdout).toMatch(/^CLUSTER +STATE +CAUSE +OBJECTS .*\n/);
    expect(stdout).toMatch(/^eu-west-1-prod +INDEXED +\d+ /m);
    expect(stdout).not.toMatch(/us-east-1-prod/);
    expect(stderr).toMatch(
      /^You are not an administrator of this fleetgraph\. These are the clusters that you may know\./,
    );
  });
});

describe('fleetgraph query', () => {
  it('prints the answer to a document with variables', async () => {
    await writeFile(
      join(directory, 'list.graphql'),
      'query A { viewer { user } } query List($first: Int) { objects(first: $first) { nodes { id } } }',
    );
    const { code, stdout } = await run('query', 'list.graphql', '--variables', '{"first":2}', '--operation', 'List');
    expect((JSON.parse(stdout) as { data: { objects: { nodes: unknown[] } } }).data.objects.nodes).toHaveLength(2);
    expect(code).toBe(0);
  });

  it('reads the document from standard input', async () => {
    const { code, stdout } = await runWith('{ viewer { user } }', 'query', '-');
    expect([code, JSON.parse(stdout)]).toEqual([0, { data: { viewer: { user: expect.any(String) } } }]);
  });

  it('prints half an answer with its errors, and says so by its exit code', async () => {
    await writeFile(join(directory, 'half.graphql'), '{ viewer { user } objects(first: 501) { totalCount } }');
    const { code, stdout } = await run('query', 'half.graphql');
    expect(JSON.parse(stdout)).toMatchObject({
      data: { objects: null },
      errors: [{ extensions: { argument: 'first' } }],
    });
    expect(code).toBe(1);
  });
});

describe('an object that get named', () => {
  it('is explained, as JSON too', async () => {
    const [id = ''] = (await run('get', 'pods', '--limit', '1', '-o', 'name')).stdout.split('\n');
    const { code, stdout } = await run('explain', id, '-o', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ visible: true, allowed: true, grants: [expect.anything()] });
    expect(code).toBe(0);
  });
});

describe('mistakes', () => {
  it.each(
    sampleOf(3, [
      [['get', 'pots'], 'You may list no kind named "pots"'],
      [['get', '-l', 'a==='], 'labelSelector'],
      [['get', '-o', 'xml'], '-o xml is not supported. Use one of table, wide, json, yaml, name'],
      [['get', '--token-file', 'absent'], '--token-file absent cannot be read'],
      [['get', '--server', 'http://127.0.0.1:9'], 'does not answer'],
      [['query', 'absent.graphql'], 'absent.graphql cannot be read'],
      [['query', '-', '--variables', '[]'], '--variables takes a JSON object'],
      [['completion', 'tcsh'], "'tcsh' is invalid"],
      [['config', 'check', '--config', 'absent.yaml'], 'there is no such file'],
    ] as const),
  )('%j ends with 2 and a sentence', async (args, words) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
    expect(stderr).not.toMatch(/^\s+at |demo-platform-admin/m);
  });

  it('finds the file of serve --supergraph in the working directory, wherever the configuration is', async () => {
    await mkdir(join(directory, 'elsewhere'), { recursive: true });
    await writeFile(join(directory, 'elsewhere', 'config.yaml'), 'server: { port: 0 }');
    const { code, stderr } = await run('serve', '-c', 'elsewhere/config.yaml', '--supergraph', 'absent.graphql');
    expect([code, stderr]).toEqual([2, expect.stringContaining(join(directory, 'absent.graphql'))]);
  });
});

describe('fleetgraph config check', () => {
  const check = async (config: string) => {
    await writeFile(join(directory, 'config.yaml'), config);
    return run('config', 'check', '--config', 'config.yaml');
  };

  it('is content with what serve would start with', async () => {
    const { code, stdout, stderr } = await check(
      'authentication: [{ type: static, tokens: [{ token: dev, user: jane }] }]',
    );
    expect([code, stdout]).toEqual([
      0,
      'ok: 0 clusters, store memory, roles gateway and collector, authentication static\n',
    ]);
    expect(stderr).toMatch(/^warning: clusters: No cluster is registered\. .*\n$/);
  });

  it('warns of what should not stay so', async () => {
    const { code, stderr } = await check(
      '{ server: { host: 0.0.0.0 }, authentication: [{ type: static, tokens: [{ token: change-me, user: jane }] }] }',
    );
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^warning: authentication\[0\]/)]);
  });

  it.each(
    sampleOf(2, [
      ['server: { host: 0.0.0.0 }', 'authentication is not configured'],
      ['sever: {}', 'unknown key'],
      ['clusters: [{ name: a, kubeconfig: absent }]', 'absent'],
      ['supergraph: absent.graphql', 'absent.graphql cannot be read'],
      ['authentication: [{ type: header, sharedSecret: { header: X-S, env: NOT_SET_ANYWHERE } }]', 'NOT_SET_ANYWHERE'],
      ['graphql: { trustedDocuments: { file: absent.json } }', 'absent.json'],
    ] as const),
  )('refuses %s as serve does', async (config, words) => {
    const { code, stderr } = await check(config);
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});
