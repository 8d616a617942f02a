/**
 * The services of docker-compose.yml as plain processes: the same commands, environment, ports and health checks, with the container's
 * addresses and paths replaced by this machine's.
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

let services: Record<'redis' | 'collector' | 'gateway', Service>;
let directory: string;
let leaf: ApiServer;
const ports = { redis: 0, gateway: 0 };
const processes: ServerProcess[] = [];

/** What differs outside a container. Nothing else of the file is touched. */
const here = (text: string) =>
  text
    .replaceAll('redis://redis:6379', `redis://127.0.0.1:${ports.redis}`)
    .replaceAll('/etc/fleetgraph', directory)
    .replaceAll('127.0.0.1:4000', `127.0.0.1:${ports.gateway}`)
    .replace(/^0\.0\.0\.0$/, '127.0.0.1')
    .replace(/^4000$/, String(ports.gateway));

function start(name: 'redis' | 'collector' | 'gateway', extra: string[] = []): void {
  const { command, environment = {} } = services[name];
  const [program, ...args] = name === 'redis' ? [...command, ...extra] : [join(root, 'bin', 'fleetgraph'), ...command];
  processes.push(
    startProcess({
      name,
      command: program as string,
      args: args.map(here),
      env: Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, here(value)])),
      logFile: join(directory, `${name}.log`),
    }),
  );
}

async function healthy(name: 'redis' | 'gateway'): Promise<boolean> {
  const [kind, program, ...args] = services[name].healthcheck?.test ?? [];
  expect(kind).toBe('CMD');
  const where = name === 'redis' ? ['-p', String(ports.redis), ...args] : args.map(here);
  return run(name === 'redis' ? (program as string) : process.execPath, where).then(
    () => true,
    () => false,
  );
}

describe('docker-compose.yml as plain processes', () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'fleetgraph-compose-'));
    services = parse(await readFile(join(root, 'docker-compose.yml'), 'utf8'), { merge: true }).services;
    ports.redis = await freePort();
    ports.gateway = await freePort();
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
    // The steps that the head of the file tells its reader to take.
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
    await eventually(
      () => healthy('gateway'),
      ok => ok,
      { what: "the gateway's health check" },
    );
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${ports.gateway}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer change-me' },
        body: JSON.stringify({ query: '{ objects(filter: { names: ["team-a"] }) { nodes { id live { state } } } }' }),
      });
      return (await answer.json()) as { data: { objects: { nodes: { id: string; live: { state: string } }[] } } };
    };
    const { answer } = await eventually(ask, ({ data }) => data.objects.nodes.length > 0, { what: 'the namespace in the index' });
    expect(answer.data.objects.nodes).toEqual([{ id: 'leaf-01//Namespace//team-a', live: { state: 'FORBIDDEN' } }]); // dev may list, not get
  }, 120_000);

  it('ends cleanly on SIGTERM', async () => {
    for (const process of processes.splice(0).toReversed()) {
      await process.stop();
      expect(`${process.name} ${process.ending}`).toBe(`${process.name} exited with code 0`);
    }
  });
});
