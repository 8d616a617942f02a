/**
 * The services of docker-compose.yml as ordinary processes, with their commands, environment and health checks.
 * Addresses, ports and paths of the containers are replaced by those of this machine.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { startApiServer, type ApiServer } from '../harness/apiserver.ts';
import { eventually } from '../harness/fleetgraph.ts';
import { freePort, startProcess, type ServerProcess } from '../harness/processes.ts';

const root = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

interface Service {
  command: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
}

let services: Record<keyof typeof ports, Service>;
let directory: string;
let leaf: ApiServer;
const ports = { redis: 0, collector: 0, gateway: 0 };
const operationsPorts = { redis: 0, collector: 0, gateway: 0 };
const processes: ServerProcess[] = [];

/** Replaces the addresses and paths that differ outside a container. */
const here = (text: string, name: keyof typeof ports) =>
  text
    .replaceAll('redis://redis:6379', `redis://127.0.0.1:${ports.redis}`)
    .replaceAll('/etc/fleetgraph', directory)
    .replaceAll('127.0.0.1:9464', `127.0.0.1:${operationsPorts[name]}`)
    .replace(/^0\.0\.0\.0$/, '127.0.0.1');

function start(name: keyof typeof ports, extra: string[] = []): void {
  const { command, environment = {} } = services[name];
  const [program, ...args] = name === 'redis' ? [...command, ...extra] : [join(root, 'bin', 'fleetgraph'), ...command];
  processes.push(
    startProcess({
      name,
      command: program as string,
      args: args.map(argument => here(argument, name)),
      env: {
        FLEETGRAPH_SERVER_PORT: String(ports[name]),
        FLEETGRAPH_SERVER_OPERATIONS: `{ port: ${operationsPorts[name]} }`,
        ...Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, here(value, name)])),
      },
      logFile: join(directory, `${name}.log`),
    }),
  );
}

async function healthy(name: keyof typeof ports): Promise<boolean> {
  const [kind, program, ...args] = services[name].healthcheck?.test ?? [];
  expect(kind).toBe('CMD');
  const where = name === 'redis' ? ['-p', String(ports.redis), ...args] : args.map(argument => here(argument, name));
  return run(name === 'redis' ? (program as string) : process.execPath, where).then(
    () => true,
    () => false,
  );
}

describe('docker-compose.yml as plain processes', () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fleetgraph-compose-'));
    services = parse(await readFile(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }).services;
    for (const name of ['redis', 'collector', 'gateway'] as const) {
      ports[name] = await freePort();
      operationsPorts[name] = await freePort();
    }
    leaf = await startApiServer({ name: 'leaf-01' });
    await leaf.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team-a' } }]);
    await leaf.apply([
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'namespaces' },
        rules: [{ apiGroups: [''], resources: ['namespaces'], verbs: ['list'] }],
      },
      {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRoleBinding',
        metadata: { name: 'dev' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'namespaces' },
        subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'dev' }],
      },
    ]);
    // These are the steps in the header of docker-compose.yml.
    await cp(join(root, 'deploy', 'config.example.yaml'), join(directory, 'config.yaml'));
    await writeFile(join(directory, 'kubeconfig'), stringify(leaf.kubeconfig()), { mode: 0o600 });
  }, 900_000);
  afterAll(async () => {
    for (const process of processes.toReversed()) await process.stop();
    await leaf?.remove();
    await rm(directory, { recursive: true, force: true });
  });

  it('answers as the example configuration says', async () => {
    start('redis', ['--port', String(ports.redis), '--bind', '127.0.0.1', '--dir', directory]);
    await eventually(
      () => healthy('redis'),
      ok => ok,
      { what: "Redis' health check" },
    );
    start('collector');
    start('gateway');
    for (const name of ['collector', 'gateway'] as const)
      await eventually(
        () => healthy(name),
        ok => ok,
        { what: `the health check of the ${name}` },
      );
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${ports.gateway}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer change-me' },
        body: JSON.stringify({ query: '{ objects(filter: { names: ["team-a"] }) { nodes { id live { state } } } }' }),
      });
      return (await answer.json()) as { data: { objects: { nodes: { id: string; live: { state: string } }[] } } };
    };
    const { answer } = await eventually(ask, ({ data }) => data.objects.nodes.length > 0, {
      what: 'the namespace in the index',
    });
    // jane, a member of the group dev, may list Namespaces but not get them.
    expect(answer.data.objects.nodes).toEqual([{ id: 'leaf-01//Namespace//team-a', live: { state: 'FORBIDDEN' } }]);
  });

  it('ends cleanly on SIGTERM', async () => {
    const all = processes.splice(0).toReversed();
    for (const process of all) await process.stop();
    expect(all.map(({ name, ending }) => `${name} ${ending}`)).toEqual(
      all.map(({ name }) => `${name} exited with code 0`),
    );
  });
});
