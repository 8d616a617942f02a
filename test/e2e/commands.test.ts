/** The command line against real and broken clusters: what is served without a configuration, what each kind of bad input gets, and that it stops nobody else. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { authority, issue } from '../kubernetes/certificates.ts';
import { startScriptedServer, type ScriptedServer } from '../kubernetes/scripted-server.ts';

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;

let directory: string;
let leaf: ApiServer;
const broken: ScriptedServer[] = [];
const file = (name: string) => join(directory, name);

async function write(name: string, content: unknown): Promise<string> {
  await writeFile(file(name), typeof content === 'string' ? content : stringify(content), { mode: 0o600 });
  return file(name);
}

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise(resolve => {
    execFile(EXECUTABLE, args, { cwd: directory, timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fleetgraph-commands-'));
  leaf = await startApiServer({ name: 'good', users: [{ name: 'jane', groups: ['dev'] }] });
  const ca = await authority('somebody');
  const page = await startScriptedServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>please log in</html>'),
  );
  const expired = await issue(ca, '127.0.0.1', { addresses: ['127.0.0.1'], expired: true });
  const old = await startScriptedServer((_request, response) => response.end('{}'), { tls: expired });
  broken.push(page, old);
  const [cluster] = leaf.kubeconfig().clusters;
  const fleet = leaf.kubeconfig();
  const add = (name: string, server: string, authorityPem: string, user = 'good-admin') => {
    fleet.clusters.push({ name, cluster: { server, 'certificate-authority-data': Buffer.from(authorityPem).toString('base64') } });
    fleet.contexts.push({ name, context: { cluster: name, user } });
  };
  add('login-page', page.url, leaf.ca);
  add('expired', old.url, ca.cert);
  add('wrong-authority', cluster?.cluster.server ?? '', ca.cert);
  add('nobody-there', 'https://127.0.0.1:9', leaf.ca);
  add('no-such-user', cluster?.cluster.server ?? '', leaf.ca, 'ghost');
  await write('kubeconfig', fleet);
}, 900_000);
afterAll(async () => {
  await Promise.all(broken.map(server => server[Symbol.asyncDispose]()));
  await leaf?.remove();
  await rm(directory, { recursive: true, force: true });
});

describe('fleetgraph clusters', () => {
  it('says of each cluster whether it works, and why not', async () => {
    const { code, stdout, stderr } = await run('clusters', '--kubeconfig', 'kubeconfig');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok +good +v1\.\d+\.\d+, impersonate$/m);
    expect(stdout).toMatch(/^FAIL +login-page .*text\/html/m);
    expect(stdout).toMatch(/^FAIL +expired .*expired/im);
    expect(stdout).toMatch(/^FAIL +wrong-authority .*certificate/im);
    expect(stdout).toMatch(/^FAIL +nobody-there +(?!nobody-there).*(ECONNREFUSED|refused)/im);
    expect(stderr).toContain('ghost');
    expect(stdout + stderr).not.toContain(leaf.adminToken);
  }, 60_000);

  it('refuses what serve would refuse, too', async () => {
    const identity = { groupPrefix: 'system:' };
    const config = await write('prefix', { clusters: [{ name: 'a', kubeconfig: 'kubeconfig', context: 'good', identity }] });
    const { code, stdout } = await run('clusters', '--config', config);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL +a +identity\.groupPrefix: "system:"/m);
  });

  it('tells which right is missing, and the way to it', async () => {
    await write('jane.kubeconfig', leaf.kubeconfig('jane'));
    const { code, stdout } = await run('clusters', '--kubeconfig', 'jane.kubeconfig');
    expect(code).toBe(1);
    expect(stdout).toMatch(/may not list namespaces, .*impersonate users.*prepare-cluster/);
  });
});

describe('fleetgraph serve without a configuration', () => {
  let serving: ChildProcess;
  let printed = '';
  beforeAll(() => {
    serving = spawn(EXECUTABLE, ['serve', '--kubeconfig', 'kubeconfig', '--port', '0'], {
      cwd: directory,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    serving.stdout?.on('data', chunk => (printed += chunk));
  });
  afterAll(async () => {
    if (serving.exitCode === null) {
      serving.kill('SIGTERM');
      await once(serving, 'exit');
    }
  });

  it('serves the contexts, the broken ones as coverage, with a token that stands for their owner', async () => {
    await eventually(
      async () => printed,
      text => text.includes('token:'),
      { what: 'the token' },
    );
    const url = /(http:\S+)\/graphiql/.exec(printed)?.[1] ?? '';
    const token = /token: (\S+)/.exec(printed)?.[1] ?? '';
    expect(printed).toContain('you are admin');
    const ask = async () => {
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({
          query:
            '{ objects(filter: { kinds: ["Namespace"] }) { nodes { id live { state } } coverage { total indexed rebuilding unreachable closed stale } } }',
        }),
      });
      return (await answer.json()).data.objects;
    };
    const { answer } = await eventually(ask, ({ coverage }) => coverage.indexed === 1 && coverage.unreachable === 4, {
      what: 'one cluster indexed and four unreachable',
    });
    expect(answer.coverage.total).toBe(5);
    expect(answer.nodes).toContainEqual({ id: 'good//Namespace//kube-system', live: { state: 'OK' } });
    serving.kill('SIGTERM');
    const [code] = (await once(serving, 'exit')) as [number];
    expect(code).toBe(0);
  }, 60_000);
});

describe('fleetgraph serve while Redis has never been there', () => {
  it('counts the registered clusters as not indexed, and says why in the log', async () => {
    const store = { type: 'redis', url: 'redis://127.0.0.1:1' };
    const authentication = [{ type: 'static', tokens: [{ token: 't', user: 'jane' }] }];
    const config = await write('no-redis', {
      store,
      authentication,
      clusters: [{ name: 'good', kubeconfig: 'kubeconfig', context: 'good' }],
    });
    const child = spawn(EXECUTABLE, ['serve', '--config', config, '--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    child.stderr?.on('data', chunk => (log += chunk));
    try {
      await eventually(
        async () => log,
        text => text.includes('"ready"') && text.includes('127.0.0.1:1'),
        { what: 'ready, with a warning' },
      );
      const [, url] = /"url":"([^"]+)"/.exec(log) ?? [];
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer t' },
        body: JSON.stringify({ query: '{ objects { totalCount coverage { total indexed rebuilding clusters { cluster } } } }' }),
      });
      expect(await answer.json()).toEqual({
        data: { objects: { totalCount: 0, coverage: { total: 1, indexed: 0, rebuilding: 1, clusters: [] } } },
      });
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  }, 60_000);
});

describe('bad input on the command line', () => {
  it.each([
    ['an unknown key', { config: 'sever: { port: 1 }' }, ['sever: there is no such key', '"server"']],
    ['a kubeconfig that is not there', { config: 'clusters: [{ name: a, kubeconfig: absent }]' }, ['absent', 'no such file']],
    ['a kubeconfig that does not parse', { config: 'clusters: [{ name: a, kubeconfig: garbage }]', garbage: 'clusters: [' }, ['garbage']],
    ['a context that is missing', { config: 'clusters: [{ name: a, kubeconfig: kubeconfig, context: leaf-7 }]' }, ['leaf-7', 'good']],
    [
      'a prefix that makes system users',
      { config: 'clusters: [{ name: a, kubeconfig: kubeconfig, context: good, identity: { usernamePrefix: "system:" } }]' },
      ['"a"', 'system:'],
    ],
    [
      'a secret that is not set',
      { config: 'authentication: [{ type: header, sharedSecret: { header: X-S, env: NOT_SET_ANYWHERE } }]' },
      ['NOT_SET_ANYWHERE'],
    ],
    [
      'a token for a stranger',
      { config: 'authentication: [{ type: static, tokens: [{ token: a, user: jane }, { token: b, user: "system:anonymous" }] }]' },
      ['authentication: tokens[1], user "system:anonymous"', 'cannot sign in'],
    ],
    ['an open address without authentication', { config: 'server: { host: 0.0.0.0 }' }, ['0.0.0.0', 'authentication']],
  ])('refuses %s in words, with exit code 2 and no stack', async (_what, files, words) => {
    for (const [name, content] of Object.entries(files)) await write(name, content);
    const { code, stderr } = await run('serve', '--config', 'config', '--port', '0');
    expect(code).toBe(2);
    for (const word of words) expect(stderr).toContain(word);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('refuses a port that is taken', async () => {
    const { code, stderr } = await run('serve', '--port', new URL(leaf.url).port);
    expect(code).toBe(2);
    expect(stderr).toMatch(/is in use. Choose another port/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('explains itself with --help, and an unknown command with the known ones', async () => {
    expect((await run('--help')).stdout).toMatch(/serve[\s\S]*demo[\s\S]*clusters[\s\S]*prepare-cluster/);
    expect((await run('serv')).stderr).toMatch(/unknown command 'serv'[\s\S]*Did you mean serve/);
  });
});

describe('fleetgraph prepare-cluster', () => {
  it('prints objects that a real API server takes, and that are enough', async () => {
    const { stdout } = await run('prepare-cluster', '--namespace', 'tools');
    const objects = parseAllDocuments(stdout).map(document => document.toJS());
    await leaf.apply(objects);
    const role = (await leaf.request('GET', '/apis/rbac.authorization.k8s.io/v1/clusterroles/fleetgraph-collector')).body;
    const rules = role['rules'] as { apiGroups: string[]; resources: string[]; verbs: string[] }[];
    const reading = ['get', 'list', 'watch', 'impersonate'];
    // Asking whether somebody may do something is a create, and changes nothing.
    expect(rules.filter(({ verbs }) => verbs.some(verb => !reading.includes(verb)))).toEqual([
      { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
    ]);
    expect(JSON.stringify(rules)).not.toContain('secrets');
    const account = { user: 'system:serviceaccount:tools:fleetgraph-collector' };
    const may = async (verb: string, group: string, resource: string) => {
      const review = {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { verb, group, resource } },
      };
      const groups = ['system:serviceaccounts', 'system:serviceaccounts:tools', 'system:authenticated'];
      return (
        (await leaf.request('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', review, { as: { ...account, groups } })).body[
          'status'
        ] as { allowed: boolean }
      ).allowed;
    };
    // A server's authorizer follows its own watch, a moment behind what was written.
    await eventually(() => may('watch', 'kustomize.toolkit.fluxcd.io', 'kustomizations'), Boolean);
    await eventually(() => may('impersonate', '', 'users'), Boolean);
    expect(await may('list', '', 'secrets')).toBe(false);
  });
});

describe('fleetgraph schema', () => {
  it('prints the public schema, and the supergraph when asked', async () => {
    expect((await run('schema')).stdout).toMatch(/^type Query/m);
    expect((await run('schema', '--supergraph')).stdout).toContain('@join__graph');
  });
});
