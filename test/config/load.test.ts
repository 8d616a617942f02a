import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentName } from '../../config/environment-name.ts';
import { environmentPaths, misspelledVariables } from '../../config/environment.ts';
import { ConfigError, loadConfig } from '../../config/load.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleetgraph-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

function load(yaml: string, env: Record<string, string> = {}, flags: Record<string, unknown> = {}) {
  const file = join(folder, 'config.yaml');
  writeFileSync(file, yaml);
  return loadConfig({ file, env, flags, cwd: folder });
}

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('the configuration', () => {
  it('has a default for every key', () => {
    const config = loadConfig({ env: {}, cwd: folder });
    expect(config.server).toEqual({
      host: '127.0.0.1',
      port: 4000,
      operations: {},
      readyTimeout: 120_000,
      trustedProxies: [],
      cors: { origins: [] },
    });
    expect(config.store).toEqual({ type: 'memory' });
    expect(config.rbac.maxAge).toBe(600_000);
    expect(config.limits.requestTimeout).toBe(10_000);
    expect(config.roles).toEqual(['gateway', 'collector']);
  });

  it('takes flags over the environment over the file', () => {
    const yaml = 'server: { port: 1, host: 127.0.0.9 }\nrbac: { maxAge: 1m }';
    expect(load(yaml, { FLEETGRAPH_SERVER_PORT: '2' }).server).toMatchObject({ port: 2, host: '127.0.0.9' });
    expect(load(yaml, { FLEETGRAPH_SERVER_PORT: '2' }, { server: { port: 3 } }).server.port).toBe(3);
    expect(load(yaml, { FLEETGRAPH_RBAC_MAX_AGE: '90s' }).rbac.maxAge).toBe(90_000);
  });

  it('reads the file that the environment names, where no flag names another', () => {
    const [one, other] = ['one.yaml', 'other.yaml'].map(name => join(folder, name)) as [string, string];
    writeFileSync(one, 'server: { port: 1 }');
    writeFileSync(other, 'server: { port: 2 }');
    const env = { FLEETGRAPH_CONFIG: one };
    expect(loadConfig({ env, cwd: folder }).server.port).toBe(1);
    expect(loadConfig({ env, cwd: folder, file: other }).server.port).toBe(2);
  });

  it('reads lists and objects from the environment as YAML', () => {
    const config = load('', {
      FLEETGRAPH_ROLES: '[gateway]',
      FLEETGRAPH_STORE_TYPE: 'redis',
      FLEETGRAPH_STORE_URL: 'redis://127.0.0.1',
    });
    expect(config.roles).toEqual(['gateway']);
    expect(config.store).toEqual({ type: 'redis', url: 'redis://127.0.0.1' });
  });

  it('takes paths as relative to the file', () => {
    const config = load('clusters: [{ name: a, kubeconfig: ./kc.yaml }]');
    expect(config.clusters[0]?.kubeconfig).toBe(join(folder, 'kc.yaml'));
    expect(config.clusters[0]?.identity).toEqual({ mode: 'impersonate', usernamePrefix: '', groupPrefix: '' });
  });

  it('reads the labels of clusters', () => {
    const config = load(
      'clusters: [{ name: a, kubeconfig: k }, { name: b, kubeconfig: k, labels: { acme.example/env: prod, empty: "" } }]',
    );
    expect(config.clusters.map(({ labels }) => labels)).toEqual([{}, { 'acme.example/env': 'prod', empty: '' }]);
  });

  it('takes the files of the store, too, as relative to the file', () => {
    const config = load('store: { type: redis, url: "rediss://r", tls: { caFile: ca.pem } }');
    expect(config.store).toEqual({ type: 'redis', url: 'rediss://r', tls: { caFile: join(folder, 'ca.pem') } });
  });

  it.each([
    ['gateway', ['gateway']],
    ['gateway,collector', ['gateway', 'collector']],
    ['gateway, collector', ['gateway', 'collector']],
    ['[collector]', ['collector']],
  ])('takes the list "%s" from the environment', (text, roles) => {
    const store = { FLEETGRAPH_STORE_TYPE: 'redis', FLEETGRAPH_STORE_URL: 'redis://127.0.0.1' };
    expect(load('', { FLEETGRAPH_ROLES: text, ...store }).roles).toEqual(roles);
  });

  it('knows which variables are misspelled ones of ours, and which are those of others', () => {
    const env = {
      ...{
        FLEETGRAPH_SERVER_PROT: '1',
        FLEETGRAPH_LOG_LEVLE: 'x',
        FLEETGRAPH_SERVER_PORT: '4000',
        FLEETGRAPH_CONFIG: 'c',
      },
      ...{
        FLEETGRAPH_SERVICE_HOST: '10.0.0.1',
        FLEETGRAPH_PORT_4000_TCP: 'tcp://10.0.0.1:4000',
        FLEETGRAPH_SERVICE_PORT: '4000',
      },
      ...{
        FLEETGRAPH_PROXY_SECRET: 'x',
        FLEETGRAPH_TOKEN: 'x',
        FLEETGRAPH_SERVER: 'https://fleet.example',
        SERVER_PORT: '1',
      },
    };
    expect(misspelledVariables(env)).toEqual([
      { name: 'FLEETGRAPH_SERVER_PROT', meant: 'FLEETGRAPH_SERVER_PORT' },
      { name: 'FLEETGRAPH_LOG_LEVLE', meant: 'FLEETGRAPH_LOG_LEVEL' },
    ]);
  });

  it('has one environment variable per key and no two keys share one', () => {
    const names = environmentPaths().map(path => environmentName(path));
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('FLEETGRAPH_IDENTITY_ALLOW_SYSTEM_MASTERS');
  });

  it.each([
    [
      'a key that does not exist, with the one that was meant',
      'sever: { port: 1 }',
      ['sever: unknown key', 'Did you mean "server"?'],
    ],
    ['a key that is near to none', 'server: { pans: 1 }', ['server.pans: unknown key.\n']],
    ['a size with a unit', 'limits: { clusterBytes: 512Mi }', ['limits.clusterBytes: expected a number, got a text. Write bytes: 536870912.']], // prettier-ignore
    ['a size with another unit', 'limits: { logBytes: 5MB }', ['limits.logBytes: expected a number, got a text. Write bytes: 5000000.']], // prettier-ignore
    ['a size that is none', 'limits: { logBytes: many }', ['limits.logBytes: expected a number, got a text.\n']],
    ['a number for a text', 'clusters: [{ name: 12345, kubeconfig: a }]', ['clusters[0].name: expected a text, got a number. Put it in quotes.']], // prettier-ignore
    ['a store without an address', 'store: { type: redis }', [`The configuration ${join(folder, 'config.yaml')} cannot be used:\n  store: set exactly one`]], // prettier-ignore
    [
      'a regular expression in a rule',
      `status: { rules: [{ group: a.b, kind: C, current: 'status.x.matches("y")' }] }`,
      ['endsWith or ==.\n'],
    ],
    ['a nested key that does not exist', 'server: { prot: 1 }', ['server.prot: unknown key', 'Did you mean "port"?']],
    [
      'a key of a list item that does not exist',
      'clusters: [{ name: a, kubeconfig: k, contxt: b }]',
      ['clusters[0].contxt: unknown key'],
    ],
    ['a port that is none', 'server: { port: 70000 }', ['server.port: 70000 is too large. The maximum is 65535.']],
    ['a text for a number', 'server: { port: high }', ['server.port: expected a number, got a text.']],
    [
      'a word for another',
      'log: { level: inf }',
      ['log.level: "inf" is not one of silent, error, warn, info, debug. Did you mean "info"?'],
    ],
    [
      'a text that may be a secret for a word',
      'log: { level: "sesame open+secret" }',
      ['log.level: this is not one of silent'],
    ],
    ['a duration without a unit', 'rbac: { maxAge: "10" }', ['rbac.maxAge', '500ms, 10s, 5m or 1h']],
    ['a duration that is a number', 'rbac: { maxAge: 10 }', ['rbac.maxAge', '500ms, 10s, 5m or 1h']],
    [
      'a cluster name that is no name',
      'clusters: [{ name: "a b", kubeconfig: k }]',
      ['clusters[0].name', 'letters, digits'],
    ],
    [
      'a label key that Kubernetes does not take',
      'clusters: [{ name: a, kubeconfig: k, labels: { "acme example/env": prod } }]',
      ['clusters[0].labels.acme example/env', 'write a label key as in Kubernetes'],
    ],
    [
      'a label value that Kubernetes does not take',
      'clusters: [{ name: a, kubeconfig: k, labels: { env: "prod!" } }]',
      ['clusters[0].labels.env', 'a label value has at most 63'],
    ],
    ['a hub twice', 'placement: { hubs: [{ cluster: h, engine: ocm }, { cluster: h, engine: ocm }] }', ['placement.hubs[1].cluster', 'already a hub of ocm']], // prettier-ignore
    ['two members that are one cluster', 'placement: { hubs: [{ cluster: h, engine: karmada, members: { a: x, b: x } }] }', ['placement.hubs[0].members.b', 'x is already the cluster of member a']], // prettier-ignore
    ['an unknown engine', 'placement: { hubs: [{ cluster: h, engine: k3s }] }', ['placement.hubs[0].engine', 'ocm']],
    ['__proto__ as a cluster name', 'clusters: [{ name: __proto__, kubeconfig: k }]', ['clusters[0].name']],
    [
      'two clusters of one name',
      'clusters: [{ name: a, kubeconfig: k }, { name: a, kubeconfig: k }]',
      ['clusters[1].name', '"a" is taken'],
    ],
    ['text that is not YAML', 'server: { port: 1', ['is not YAML']],
    [
      'a key of another type of entry',
      'authentication: [{ type: header, sharedSecret: { header: h, env: S }, usernameClaim: email }]',
      ['authentication[0].usernameClaim: unknown key'],
    ],
    [
      'a misspelt key deep inside',
      'authentication: [{ type: oidc, issuer: "https://i.example.org", audience: a, signIn: { clientId: c, clientSecretEnvv: S } }]',
      ['authentication[0].signIn.clientSecretEnvv: unknown key', 'Did you mean "clientSecretEnv"?'],
    ],
    ['a missing key of several types', "authentication: [{ type: oidc, issuer: 'https://i.example.org' }]", ['authentication[0].audience: this key is required.']], // prettier-ignore
    ['neither of two types', "authentication: [{ type: oidc, issuer: 'https://i.example.org', audience: 5 }]", ['authentication[0].audience: expected a text or a list, got a number.']], // prettier-ignore
    ['something wrong in one of two types', "authentication: [{ type: oidc, issuer: 'https://i.example.org', audience: [a, ''] }]", ['authentication[0].audience[1]: this is too short.']], // prettier-ignore
    ['a misspelt key of a source', 'clusterSources: [{ type: secrets, namespce: fleet }]', ['clusterSources[0].namespce: unknown key', 'Did you mean "namespace"?']], // prettier-ignore
    ['a misspelt key of the store', 'store: { type: redis, url: "redis://r", passwordEn: P }', ['store.passwordEn: unknown key', 'Did you mean "passwordEnv"?']], // prettier-ignore
    ['a key that may be a value without its colon', 'server: { token sesame-secret }', ['server.token…: unknown key']],
    [
      'a long word that is no key',
      'sessions: { hunter2correcthorsebattery: 1 }',
      ['sessions.hunter2corre…: unknown key'],
    ],
    ['a list at the top', '- a', ['must hold a mapping', 'a list']],
    ['split roles without Redis', 'roles: [gateway]', ['roles:', 'redis']],
    [
      'roles that collect nothing without Redis',
      'roles: [gateway, mover]\nplacement: { mover: { enabled: true } }',
      ['collector', 'redis'],
    ],
    [
      'a mover that is off',
      'roles: [gateway, collector, mover]',
      ['roles: the role mover needs placement.mover.enabled'],
    ],
    [
      'a client certificate without its key',
      'store: { type: redis, url: "rediss://r", tls: { certFile: c.pem } }',
      ['store.tls: set both certFile and keyFile, or neither.'],
    ],
    ['a Redis store without an address', 'store: { type: redis }', ['exactly one of url, cluster and sentinel']],
    [
      'one token for two users',
      'authentication: [{ type: static, tokens: [{ token: t, user: a }, { token: t, user: b }] }]',
      ['"b"', 'listed twice'],
    ],
    ['an unknown kind of store', 'store: { type: mongo }', ['store']],
    ...[
      ['localhost:4001/graphql', 'http://127.0.0.1:4001/graphql'],
      ['ftp://127.0.0.1/graphql', 'http:// or https://'],
      ['"http:127.0.0.1"', 'a host and the path'],
      ['in-process:fleet', 'http:// or https://'],
      ['http://me:hunter2@127.0.0.1/', 'headers: [{ name: Authorization, env: MY_CREDENTIALS }]'],
      ['"http://127.0.0.1/#here"', 'leave out what begins with #'],
    ].map(
      ([url, words]) =>
        [
          `the address ${url} of a subgraph`,
          `subgraphs: [{ name: a, schema: s, url: ${url} }]`,
          ['subgraphs[0].url', words],
        ] as [string, string, string[]],
    ),
    [
      'a subgraph without address and schema',
      'subgraphs: [{ name: a }]',
      ['subgraphs[0] (a): set url and schema', '"supergraph"'],
    ],
    [
      'an address beside a ready supergraph',
      'supergraph: s.graphql\nsubgraphs: [{ name: a, url: "http://127.0.0.1/" }]',
      ['subgraphs[0] (a): "supergraph" already has', 'Remove url and schema'],
    ],
    [
      'all that is wrong with subgraphs at once',
      'subgraphs: [{ name: a, schema: s, url: "http://h/", certFile: c }, { name: a, schema: s, url: "http://h/", headers: [{ name: X, env: A }, { name: x, env: B }] }]',
      [
        'both certFile and keyFile',
        'certificates are not used',
        'subgraphs[1] (a): an earlier subgraph has this name',
        'a header is listed twice',
      ],
    ],
    [
      'a header that the gateway writes',
      'subgraphs: [{ name: a, headers: [{ name: Host, env: A }] }]',
      ['writes this header itself'],
    ],
    [
      'the header of traces',
      'subgraphs: [{ name: a, headers: [{ name: Traceparent, env: A }] }]',
      ['writes this header itself'],
    ],
    [
      'a header name that is none',
      'subgraphs: [{ name: a, headers: [{ name: "a b", env: A }] }]',
      ['subgraphs[0].headers[0].name'],
    ],
    ['a time-out of nothing', 'subgraphs: [{ name: a, timeout: 0s }]', ['subgraphs[0].timeout', 'at least 1ms']],
    ['a name of a subgraph that is none', 'subgraphs: [{ name: 1a }]', ['subgraphs[0].name', 'begins with a letter']],
  ])('refuses %s', (_what, yaml, words) => {
    const message = `${refusal(() => load(yaml))}\n`;
    for (const word of words) expect(message).toContain(word);
  });

  it.each([
    ['', 1],
    ['# server: { port: 1 }\n', 1],
    ['{}', 1],
    ['server: {}', 0],
  ])('tells of a file that sets nothing: %j', (yaml, times) => {
    const file = join(folder, 'sets.yaml');
    writeFileSync(file, yaml);
    const empty: string[] = [];
    loadConfig({ file, env: {}, cwd: folder, onEmptyFile: path => empty.push(path) });
    expect(empty).toEqual(Array(times).fill(file));
  });

  it('never repeats the password of an address in an error', () => {
    const yaml = 'subgraphs: [{ name: a, schema: s, url: "http://me:hunter2@127.0.0.1/" }]';
    expect(refusal(() => load(yaml))).not.toContain('hunter2');
  });

  it('takes the files of subgraphs as relative to the file, and connections of a ready supergraph', () => {
    const [subgraph] = load('supergraph: s\nsubgraphs: [{ name: Own_one, timeout: 2s, caFile: ca.pem }]').subgraphs;
    expect(subgraph).toEqual({ name: 'Own_one', timeout: 2_000, headers: [], caFile: join(folder, 'ca.pem') });
  });

  it('never repeats a token in an error', () => {
    const message = refusal(() =>
      load(
        'authentication: [{ type: static, tokens: [{ token: s3cret, user: a }, { token: s3cret, user: b, x: 1 }] }]',
      ),
    );
    expect(message).not.toContain('s3cret');
  });

  it('names a file that is not there', () => {
    expect(refusal(() => loadConfig({ file: 'absent.yaml', env: {}, cwd: folder }))).toMatch(
      /absent\.yaml cannot be read: there is no such file/,
    );
  });

  it('names the variable that a bad value came from', () => {
    expect(refusal(() => load('', { FLEETGRAPH_SERVER_PORT: 'abc' }))).toContain('(from FLEETGRAPH_SERVER_PORT)');
    expect(refusal(() => load('', { FLEETGRAPH_CLUSTERS: '[{ name: a }]' }))).toContain('(from FLEETGRAPH_CLUSTERS)');
    expect(refusal(() => load('server: { port: abc }'))).not.toContain('from FLEETGRAPH');
  });

  it.each([
    ['a store', 'store: { type: mongo }', '"mongo" is not a known type: a store has type memory or redis'],
    ['a store without a type', 'store: {}', 'a store has type memory or redis'],
    [
      'an authenticator',
      'authentication: [{ type: ldap }]',
      '"ldap" is not a known type: the type of an authenticator is static, header, oidc or tokenReview',
    ],
  ])('says which kinds of %s there are', (_what, yaml, words) => {
    expect(refusal(() => load(yaml))).toContain(words);
  });

  it('quotes no type that may be a token', () => {
    const words = refusal(() => load('authentication: [{ type: s3cret-s3cret }]'));
    expect(words).toContain('this is not a known type: the type of an authenticator is static');
    expect(words).not.toContain('s3cret');
  });

  it.each([
    ['plain HTTP', 'http://id.example.org'],
    ['a query', 'https://id.example.org/?tenant=a'],
    ['no URL', 'id.example.org'],
  ])('takes no OIDC issuer with %s', (_what, issuer) => {
    expect(refusal(() => load(`authentication: [{ type: oidc, issuer: '${issuer}', audience: a }]`))).toContain(
      'authentication[0].issuer: write the https:// URL',
    );
  });

  it('takes one audience or several, and the file of authorities as relative to the file', () => {
    const [one] = load(
      "authentication: [{ type: oidc, issuer: 'https://id.example.org', audience: a, caFile: ca.pem }]",
    ).authentication;
    expect(one).toMatchObject({ audience: ['a'], usernameClaim: 'sub', clockSkew: 30_000 });
    expect((one as { caFile: string }).caFile).toMatch(/^\/.*\/ca\.pem$/);
    const [many] = load(
      "authentication: [{ type: oidc, issuer: 'http://127.0.0.1:1', audience: [a, b] }]",
    ).authentication;
    expect(many).toMatchObject({ audience: ['a', 'b'] });
  });

  it('names the variable whose value is not YAML', () => {
    expect(refusal(() => load('', { FLEETGRAPH_ROLES: '[gateway' }))).toMatch(/^FLEETGRAPH_ROLES is not a YAML value/);
  });
});

it('has no use for lines about requests that its level leaves out', () => {
  expect(load('log: { requests: true }').log).toEqual({ level: 'info', requests: true });
  expect(() => load('log: { requests: true, level: warn }')).toThrow(
    'log.requests: request lines have level info, but log.level is warn.',
  );
});

describe('signing in with a browser', () => {
  const oidc = "{ type: oidc, issuer: 'https://id.example.org', audience: a, signIn: { clientId: a } }";

  it.each([
    ['where we are is not said', `authentication: [${oidc}]`, 'Set server.publicUrl'],
    [
      'two issuers have it',
      `server: { publicUrl: 'https://f.example.org' }\nauthentication: [${oidc}, ${oidc}]`,
      'authentication[1].signIn',
    ],
    [
      'it would be in clear',
      `server: { publicUrl: 'http://f.example.org' }\nauthentication: [${oidc}]`,
      'must not travel unencrypted',
    ],
  ])('cannot be configured where %s', (_case, yaml, message) => {
    expect(refusal(() => load(yaml))).toContain(message);
  });

  it.each([
    ['https://f.example.org/graphql', 'where proxies strip it, it would be the graph'],
    ['https://f.example.org/a b', 'it has a space'],
    ['https://f.example.org/a"b', 'it has a quote'],
    ['https://f.example.org/a/../b', 'it has dots'],
    ['https://f.example.org//a', 'it has an empty part'],
    ['https://f.example.org/a?b=c', 'it has a query'],
    ['https://F.example.org/', 'no browser writes it in upper case'],
    ['ftp://f.example.org/', 'it is no address of a browser'],
  ])('does not take the public address %s: %s', publicUrl => {
    expect(refusal(() => load(`server: { publicUrl: '${publicUrl}' }`))).toContain(
      'server.publicUrl: write https://fleet.example.org',
    );
  });

  it.each([
    ['https://f.example.org', 'https://f.example.org'],
    ['https://f.example.org/', 'https://f.example.org'],
    ['https://f.example.org:8443/tools/fleet-graph/', 'https://f.example.org:8443/tools/fleet-graph'],
  ])('takes the public address %s, without a slash at the end', (publicUrl, expected) => {
    expect(load(`server: { publicUrl: '${publicUrl}' }`).server.publicUrl).toBe(expected);
  });

  it('can be on loopback without TLS', () => {
    const { authentication } = load(`server: { publicUrl: 'http://127.0.0.1:4000' }\nauthentication: [${oidc}]`);
    expect(authentication[0]).toMatchObject({ signIn: { clientId: 'a', scopes: ['openid', 'profile', 'email'] } });
  });
});

describe('the headers of a proxy', () => {
  it.each([
    [
      'nothing proves whose they are',
      'authentication: [{ type: header }]',
      'any client can send the header X-Remote-User',
    ],
    [
      'certificates prove it, and nobody is asked for one',
      'authentication: [{ type: header, clientCertificate: { names: [proxy] } }]',
      'Set server.tls.clientCaFile',
    ],
  ])('cannot be trusted where %s', (_case, yaml, message) => {
    expect(refusal(() => load(yaml))).toContain(message);
  });

  it('can be trusted by a certificate alone; the files of TLS are relative to the file', () => {
    const { server } = load(
      'server: { tls: { certFile: a, keyFile: b, clientCaFile: c } }\nauthentication: [{ type: header, clientCertificate: { names: [proxy] } }]',
    );
    expect(Object.values(server.tls!).every(file => file?.startsWith('/'))).toBe(true);
  });
});

describe('commands of the Secrets of Argo CD', () => {
  const source = (commands: string) => `clusterSources: [{ type: argocd, commands: ${commands} }]`;

  it('are none by default, and get few variables', () => {
    expect(load('clusterSources: [{ type: argocd }]').clusterSources[0]).toMatchObject({ commands: [] });
    const path = '/usr/local/bin/argocd-k8s-auth';
    expect(load(source(`[{ path: ${path} }]`)).clusterSources[0]).toMatchObject({
      commands: [{ path, env: [], secretEnv: [] }],
    });
  });

  it.each([
    ['a command without its folder', '[{ path: aws }]', 'write an absolute path'],
    ['a relative path', '[{ path: ./aws }]', 'write an absolute path'],
    ['a path with a detour', '[{ path: /usr/bin/../local/aws }]', 'write an absolute path'],
    ['a folder', '[{ path: /usr/bin/ }]', 'write an absolute path'],
    ['two commands of one name', '[{ path: /a/aws }, { path: /b/aws }]', 'another command is named aws, too'],
    ['what is no variable', '[{ path: /a/aws, env: ["A=B"] }]', 'the name of a variable has letters, digits and _'],
  ])('are refused for %s', (_case, commands, message) => {
    expect(refusal(() => load(source(commands)))).toContain(message);
  });

  it('belong to sources of Argo CD alone', () => {
    expect(refusal(() => load('clusterSources: [{ type: secrets, commands: [] }]'))).toContain('commands');
  });
});

describe('a cluster that says whose tokens are', () => {
  const source = 'clusterSources: [{ type: secrets }]\n';
  const entry = (more = '') => `authentication: [{ type: tokenReview, cluster: hub${more} }]\n`;

  it('must be in the configuration where a hub registers others', () => {
    expect(refusal(() => load(source + entry()))).toContain('"hub" may name any user');
  });

  it.each([
    ['is in the configuration', `${source}clusters: [{ name: hub, kubeconfig: k }]\n${entry()}`],
    ['is believed about its ServiceAccounts alone', source + entry(', users: serviceAccounts')],
    ['can come from files of this machine alone', `clusterSources: [{ type: kubeconfig, path: ./fleet }]\n${entry()}`],
  ])('may be one that %s', (_case, yaml) => {
    expect(() => load(yaml)).not.toThrow();
  });
});
