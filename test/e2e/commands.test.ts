/**
 * The command line against real and broken clusters: its defaults without a configuration, and the results of invalid
 * input. Invalid input for one cluster must not affect other clusters.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments, stringify } from 'yaml';
import { DEFAULT_KINDS, resourceName } from '../../collector/kinds.ts';
import { acceptIdentity } from '../../identity/authenticator.ts';
import { callerOn } from '../../identity/identity.ts';
import { createKubernetesClient } from '../../kubernetes/api-client.ts';
import { readKubeconfig } from '../../kubernetes/kubeconfig.ts';
import { silentLogger } from '../../telemetry/log.ts';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { sampleOf } from '../harness/sampling.ts';
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
    execFile(EXECUTABLE, args, { cwd: directory, timeout: 240_000 }, (error, stdout, stderr) => {
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
    fleet.clusters.push({
      name,
      cluster: { server, 'certificate-authority-data': Buffer.from(authorityPem).toString('base64') },
    });
    fleet.contexts.push({ name, context: { cluster: name, user } });
  };
  add('login-page', page.url, leaf.ca);
  add('expired', old.url, ca.cert);
  add('wrong-authority', cluster?.cluster.server ?? '', ca.cert);
  add('nobody-there', 'https://127.0.0.1:9', leaf.ca);
  // The slash makes the URL different. Of contexts with equal URLs, only one is used.
  add('no-such-user', `${cluster?.cluster.server ?? ''}/`, leaf.ca, 'ghost');
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
    expect(stdout).toMatch(/^ok +good +v1\.\d+\.\d+, impersonate any user and any group$/m);
    expect(stdout).toMatch(/^FAIL +login-page .*text\/html/m);
    expect(stdout).toMatch(/^FAIL +expired .*expired/im);
    expect(stdout).toMatch(/^FAIL +wrong-authority .*certificate/im);
    expect(stdout).toMatch(/^FAIL +nobody-there +(?!nobody-there).*(ECONNREFUSED|refused)/im);
    expect(stderr).toContain('ghost');
    expect(stdout + stderr).not.toContain(leaf.adminToken);
  });

  it('refuses what serve would refuse, too', async () => {
    const identity = { groupPrefix: 'system:' };
    const config = await write('prefix', {
      clusters: [{ name: 'a', kubeconfig: 'kubeconfig', context: 'good', identity }],
    });
    const { code, stdout } = await run('clusters', '--config', config);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAIL +a +identity\.groupPrefix: "system:"/m);
  });

  it('tells which right is missing, and the way to it', async () => {
    await write('jane.kubeconfig', leaf.kubeconfig('jane'));
    const { code, stdout } = await run('clusters', '--kubeconfig', 'jane.kubeconfig');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /may not impersonate users, list and watch namespaces, .*prepare-cluster.*--impersonate-user/,
    );
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
    const url = /GraphiQL: (http:\S+)\/graphiql/.exec(printed)?.[1] ?? '';
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
  });
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
    const child = spawn(EXECUTABLE, ['serve', '--config', config, '--port', '0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
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
        body: JSON.stringify({
          query:
            '{ objects { totalCount coverage { total indexed rebuilding clusters { nodes { cluster { name } } } } } }',
        }),
      });
      expect(await answer.json()).toEqual({
        data: {
          objects: { totalCount: 0, coverage: { total: 1, indexed: 0, rebuilding: 1, clusters: { nodes: [] } } },
        },
      });
    } finally {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });
});

describe('bad input on the command line', () => {
  const REFUSED: readonly (readonly [
    what: string,
    files: Readonly<Record<string, string>>,
    words: readonly string[],
  ])[] = [
    ['an unknown key', { config: 'sever: { port: 1 }' }, ['sever: unknown key', '"server"']],
    [
      'a kubeconfig that is not there',
      { config: 'clusters: [{ name: a, kubeconfig: absent }]' },
      ['absent', 'no such file'],
    ],
    [
      'a kubeconfig that does not parse',
      { config: 'clusters: [{ name: a, kubeconfig: garbage }]', garbage: 'clusters: [' },
      ['garbage'],
    ],
    [
      'a context that is missing',
      { config: 'clusters: [{ name: a, kubeconfig: kubeconfig, context: leaf-7 }]' },
      ['leaf-7', 'good'],
    ],
    [
      'a prefix that makes system users',
      {
        config:
          'clusters: [{ name: a, kubeconfig: kubeconfig, context: good, identity: { usernamePrefix: "system:" } }]',
      },
      ['"a"', 'system:'],
    ],
    [
      'a secret that is not set',
      { config: 'authentication: [{ type: header, sharedSecret: { header: X-S, env: NOT_SET_ANYWHERE } }]' },
      ['NOT_SET_ANYWHERE'],
    ],
    [
      'a token for a stranger',
      {
        config:
          'authentication: [{ type: static, tokens: [{ token: a, user: jane }, { token: b, user: "system:anonymous" }] }]',
      },
      ['authentication: tokens[1], user "system:anonymous"', 'cannot sign in'],
    ],
    ['an open address without authentication', { config: 'server: { host: 0.0.0.0 }' }, ['0.0.0.0', 'authentication']],
  ];
  it.each(sampleOf(2, REFUSED))('refuses %s in words, with exit code 2 and no stack', async (_what, files, words) => {
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
  });

  it('names the key of the operations port when that one is taken', async () => {
    const config = `server: { operations: { port: ${new URL(leaf.url).port} } }`;
    await writeFile(join(directory, 'taken'), config);
    const { code, stderr } = await run('serve', '--config', 'taken', '--port', '0');
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/is in use. Choose another port with server.operations.port/);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('explains itself with --help, and an unknown command with the known ones', async () => {
    expect((await run('--help')).stdout).toMatch(/serve[\s\S]*demo[\s\S]*clusters[\s\S]*prepare-cluster/);
    expect((await run('serv')).stderr).toMatch(/unknown command 'serv'[\s\S]*Did you mean serve/);
  });
});

describe('fleetgraph prepare-cluster', () => {
  const TOKEN = '/api/v1/namespaces/tools/serviceaccounts/fleetgraph-collector/token';
  const HOW = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 3_600 } };
  const robot = 'system:serviceaccount:apps:robot';
  const tokenOf = (user: string, groups: string[], uid = '') => ({ token: `token-of-${user}`, user, groups, uid });
  /**
   * A configuration with these static tokens and one cluster. The cluster is reached with the ServiceAccount's token.
   */
  const configured = (name: string, ...tokens: object[]) =>
    write(name, {
      clusters: [{ name: 'good', kubeconfig: 'account.kubeconfig' }],
      authentication: [{ type: 'static', tokens }],
    });

  describe('for people by name', () => {
    let printed: string;
    beforeAll(async () => {
      const names = [
        '--impersonate-user',
        'jane',
        '--impersonate-group',
        'dev',
        '--impersonate-user',
        robot,
        '--impersonate-uid',
        '42',
      ];
      printed = (await run('prepare-cluster', '--namespace', 'tools', ...names)).stdout;
      await leaf.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'apps' } }]);
      await leaf.apply(parseAllDocuments(printed).map(document => document.toJS()));
      const { status } = (await leaf.request('POST', TOKEN, HOW)).body as { status?: { token?: string } };
      const config = leaf.kubeconfig();
      config.users[0]!.user = { token: status?.token ?? '' };
      await write('account.kubeconfig', config);
      await configured('known', tokenOf('jane', ['dev'], '42'), tokenOf(robot, ['dev']));
    });

    it('prints objects that a real API server takes, and that are enough for them', async () => {
      const known = () => run('clusters', '--config', 'known');
      // The server's authorizer learns of writes by a watch, so it is slightly late.
      const { answer } = await eventually(known, ({ code }) => code === 0, { what: 'a cluster that is ok' });
      expect(answer.stdout).toMatch(
        /^ok +good +v1\.\d+\.\d+, impersonate 2 users and 3 groups by name, token for \d+ min, renewed by serve$/m,
      );
    });

    it('is not enough for anybody else: another person, another group, a robot of the same name elsewhere', async () => {
      await configured('others', tokenOf('bob', ['ops']), tokenOf('system:serviceaccount:x:robot', []));
      expect((await run('clusters', '--config', 'others')).stdout).toMatch(
        /^FAIL +good .*may not impersonate users "bob", impersonate groups "ops", impersonate serviceaccounts "robot"\. .*--impersonate-user/m,
      );
    });

    it('says how many the rules name where nobody knows who will ask', async () => {
      expect((await run('clusters', '--kubeconfig', 'account.kubeconfig')).stdout).toMatch(
        /^ok .*impersonate 1 user and 3 groups by name/m,
      );
    });

    it('changes nothing, reads no kind that is not collected, and names nobody’s rights but theirs', async () => {
      const roles = parseAllDocuments(printed).flatMap(document => (document.toJS() as { rules?: Rule[] }).rules ?? []);
      expect(
        roles.filter(({ verbs }) => !verbs.every(verb => ['list', 'watch', 'impersonate'].includes(verb))),
      ).toEqual([
        // Creating a review of permissions changes nothing.
        { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
        {
          apiGroups: [''],
          resources: ['serviceaccounts/token'],
          resourceNames: ['fleetgraph-collector'],
          verbs: ['create'],
        },
      ]);
      expect(roles.filter(({ verbs, resourceNames }) => verbs.includes('impersonate') && !resourceNames)).toEqual([]);
      const read = roles
        .filter(({ verbs }) => verbs.includes('list'))
        .flatMap(({ apiGroups, resources }) => resources.map(plural => resourceName({ group: apiGroups[0]!, plural })));
      const rbac = ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'].map(
        plural => `${plural}.rbac.authorization.k8s.io`,
      );
      expect(read.toSorted()).toEqual(
        [...DEFAULT_KINDS, ...rbac, 'customresourcedefinitions.apiextensions.k8s.io'].toSorted(),
      );
    });

    it('lets them be impersonated as the live path does it, and nobody else', async () => {
      const policy = { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' } as const;
      const client = createKubernetesClient(await (await readKubeconfig(file('account.kubeconfig'))).target('good'), {
        log: silentLogger,
      });
      const groupsOf = async (user: string, groups: string[]) => {
        const as = callerOn({ identity: policy }, acceptIdentity({ user, groups }))!;
        const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
        const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
        const { status } = await client.request<{ status: { userInfo: { groups: string[] } } }>(path, {
          as,
          method: 'POST',
          body,
        });
        return status.userInfo.groups.toSorted();
      };
      try {
        expect(await groupsOf('jane', ['dev'])).toEqual(['dev', 'system:authenticated']);
        expect(await groupsOf('jane', [])).toEqual(['system:authenticated']);
        expect(await groupsOf(robot, ['dev'])).toContain('system:serviceaccounts:apps');
        await expect(groupsOf('jane', ['ops'])).rejects.toThrow(/cannot impersonate resource "groups"/);
        await expect(groupsOf('admin', [])).rejects.toThrow(/cannot impersonate resource "users"/);
      } finally {
        await client.close();
      }
    });

    it('lets the account renew its own token and nobody else’s', async () => {
      await leaf.apply([{ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'other', namespace: 'tools' } }]);
      const as = { user: 'system:serviceaccount:tools:fleetgraph-collector' };
      const ask = async (account: string) =>
        (await leaf.request('POST', TOKEN.replace('fleetgraph-collector', account), HOW, { as })).status;
      expect([await ask('fleetgraph-collector'), await ask('other')]).toEqual([201, 403]);
    });
  });

  it('names system:masters where nothing else stands between fleetgraph and the cluster', async () => {
    const { stdout } = await run('prepare-cluster', '--impersonate-anybody');
    expect(stdout).toMatch(/^# WARNING: fleetgraph MAY IMPERSONATE ANYBODY[^]*system:masters/m);
    expect(stdout).not.toMatch(/uids|userextras|kind: Secret/);
  });

  it.each<[string, string[], RegExp]>(
    sampleOf(1, [
      ['the right to impersonate', ['--no-impersonate'], /impersonate/],
      ['the right to list Secrets', ['--no-impersonate', '--no-secrets'], /secrets/],
      [
        'the right to renew tokens where there is one without an end',
        ['--no-impersonate', '--token-secret'],
        /serviceaccounts\/token/,
      ],
    ]),
  )('leaves out %s', async (_what, args, absent) => {
    const { stdout, code } = await run('prepare-cluster', ...args);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(absent);
    expect(/kind: Secret/.test(stdout)).toBe(args.includes('--token-secret'));
  });

  it.each<[string, string[], RegExp]>(
    sampleOf(3, [
      [
        'to guess for whom',
        [],
        /No user to impersonate is named.*--impersonate-user jane.*--impersonate-anybody.*--no-impersonate/,
      ],
      ['a group without a user', ['--impersonate-group', 'dev'], /every request names a user/],
      ['somebody and everybody', ['--impersonate-user', 'jane', '--impersonate-anybody'], /Choose one/],
      ['somebody and nobody', ['--impersonate-user', 'jane', '--no-impersonate'], /Choose one/],
      [
        'system:masters',
        ['--impersonate-user', 'jane', '--impersonate-group', 'system:masters'],
        /no RBAC rule restrains/,
      ],
      ['strangers', ['--impersonate-user', 'system:anonymous'], /cannot sign in/],
      ['no name', ['--impersonate-user', ''], /takes the name of a user/],
      ['every kind but Secrets', ['--no-impersonate', '--all-kinds', '--no-secrets'], /Choose one/],
      ['a namespace that is none', ['--namespace', 'A', '--no-impersonate'], /a namespace has/],
    ]),
  )('refuses %s, and prints nothing to apply', async (_what, args, words) => {
    const { code, stdout, stderr } = await run('prepare-cluster', ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(words);
  });
});

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  readonly resourceNames?: readonly string[];
}

it('a command whose reader has seen enough ends without a word, as those do that SIGPIPE ends', async () => {
  const script = `"${EXECUTABLE}" schema | head -1; echo "code \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script]);
  expect([stdout.trim().split('\n').at(-1), stderr]).toEqual(['code 141', '']);
});

describe('fleetgraph schema', () => {
  it('prints the public schema, and the supergraph when asked', async () => {
    expect((await run('schema')).stdout).toMatch(/^type Query/m);
    expect((await run('schema', '--supergraph')).stdout).toContain('@join__graph');
  });

  it('makes types of more kinds, which serve takes: of a cluster, or of a CRD in a file', async () => {
    const from = ['--from', 'good', '--kubeconfig', 'kubeconfig', '--kinds', 'leases.coordination.k8s.io'];
    expect(await run('schema', 'generate', ...from, '-o', 'leases.graphql')).toMatchObject({ code: 0, stdout: '' });
    const schema = {
      openAPIV3Schema: {
        type: 'object',
        properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
      },
    };
    const crd = {
      ...{ kind: 'CustomResourceDefinition', metadata: { name: 'widgets.example.org' } },
      spec: { group: 'example.org', names: { kind: 'Widget' }, versions: [{ name: 'v1', storage: true, schema }] },
    };
    const { stdout } = await run('schema', 'generate', '--file', await write('crds.yaml', crd));
    expect(stdout).toContain('type ExampleOrgWidget implements KubernetesResource');
    await write('widgets.graphql', stdout);
    const config = await write('kinds', { kinds: { types: ['leases.graphql', './widgets.graphql'] } });
    const { code, stderr } = await run('config', 'check', '--config', config);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^warning: clusters: No cluster is registered\. .*\n$/)]);
  });

  it.each(
    sampleOf(1, [
      ['a context that is there', 'kubeconfig', 'good', 0, ''],
      [
        'a context that is not there',
        'kubeconfig',
        'hubb',
        1,
        /^FAIL: clusterSources\[0\]: .*kubeconfig: no context "hubb"; it has: .*\n$/,
      ],
      [
        'a file that is not there',
        'absent',
        'hub',
        1,
        /^FAIL: clusterSources\[0\]: .*absent: there is no such file\..*\n$/,
      ],
    ] as const),
  )('config check reads the kubeconfig of a hub: %s', async (_what, kubeconfig, context, exits, stderr) => {
    const config = await write('hub', { clusterSources: [{ type: 'secrets', kubeconfig, context }] });
    const ran = await run('config', 'check', '--config', config);
    expect([ran.code, ran.stderr]).toEqual([exits, stderr === '' ? '' : expect.stringMatching(stderr)]);
    expect(ran.stdout).toContain('0 clusters and those of 1 hub (not contacted)');
  });

  it.each(
    sampleOf(2, [
      ['nothing to make them of', [], 'Pass either --from CLUSTER or --file CRD.yaml'],
      ['a cluster without kinds', ['--from', 'good'], '--from needs --kinds'],
      [
        'a cluster that is not there',
        ['--from', 'gone', '--kubeconfig', 'kubeconfig', '--kinds', 'a.b'],
        'no cluster has this name. Registered clusters:',
      ],
      [
        'a kind that is not served',
        ['--from', 'good', '--kubeconfig', 'kubeconfig', '--kinds', 'gone.example.org'],
        'cluster good does not serve this kind',
      ],
      [
        'a kind that there is',
        ['--from', 'good', '--kubeconfig', 'kubeconfig', '--kinds', 'deployments.apps'],
        'There is a type AppsDeployment already',
      ],
      ['a file of something else', ['--file', 'kubeconfig'], 'there is no CustomResourceDefinition'],
      ['a file that is not there', ['--file', 'gone.yaml'], 'gone.yaml cannot be read (ENOENT)'],
    ] as const),
  )('makes no types of %s', async (_what, flags, message) => {
    const { code, stderr } = await run('schema', 'generate', ...flags);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});
