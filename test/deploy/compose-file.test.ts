/**
 * Checks of docker-compose.yml and the Dockerfile that need no container engine. test/e2e/compose.test.ts runs their
 * commands.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

const root = new URL('../../', import.meta.url).pathname;
const compose = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), { merge: true });
const dockerfile = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8');

describe('docker-compose.yml', () => {
  it('is valid by the Compose Specification', () => {
    const specification = JSON.parse(
      readFileSync(join(root, 'node_modules', 'dclint', 'schemas', 'compose.schema.json'), 'utf8'),
    );
    delete specification.$schema; // Ajv implements this draft, but knows it by a different URL
    const ajv = new Ajv({ strict: false, allErrors: true });
    (addFormats as unknown as (ajv: Ajv) => void)(ajv);
    const validate = ajv.compile(specification);
    expect(validate(compose) ? [] : validate.errors).toEqual([]);
  });

  it('starts Redis, a collector and a gateway, the two from one image', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['collector', 'gateway', 'redis']);
    expect(compose.services.collector.image).toBe(compose.services.gateway.image);
    expect(compose.services.collector.environment.FLEETGRAPH_ROLES).toBe('[collector]');
    expect(compose.services.gateway.environment.FLEETGRAPH_ROLES).toBe('[gateway]');
  });

  it('publishes on the loopback address only', () => {
    const ports = Object.values<any>(compose.services).flatMap(({ ports = [] }) => ports);
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it.each(['collector', 'gateway'])(
    'gives the %s a read-only root, no capabilities and no way to gain any',
    service => {
      expect(compose.services[service]).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        tmpfs: ['/tmp'],
      });
    },
  );
});

describe('the recipe at the head of docker-compose.yml', () => {
  const text = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const steps = [...text.matchAll(/^# {3}(\S.*)$/gm)]
    .map(([, step = '']) => step)
    .filter(step => !step.startsWith('docker compose'));
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'fleetgraph-compose-'));
    mkdirSync(join(folder, 'deploy'));
    cpSync(join(root, 'deploy', 'config.example.yaml'), join(folder, 'deploy', 'config.example.yaml'));
    writeFileSync(join(folder, 'my.kubeconfig'), 'apiVersion: v1\nkind: Config\n', { mode: 0o600 });
    const script = steps.join('\n').replace('<your kubeconfig>', 'my.kubeconfig');
    execFileSync('sh', ['-eu', '-c', script], { cwd: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('keeps credentials for their owner, as whom every container runs that reads them', () => {
    const [, uid, gid] = /^FLEETGRAPH_USER=(\d+):(\d+)$/m.exec(readFileSync(join(folder, '.env'), 'utf8')) ?? [];
    for (const name of ['fleetgraph', 'fleetgraph/kubeconfig', 'fleetgraph/config.yaml']) {
      const { mode, uid: owner, gid: group } = statSync(join(folder, name));
      expect([name, mode & 0o077, String(owner), String(group)]).toEqual([name, 0, uid, gid]);
    }
    for (const service of ['collector', 'gateway']) {
      expect(compose.services[service].volumes).toEqual(['./fleetgraph:/etc/fleetgraph:ro']);
      expect(compose.services[service].user).toMatch(/^\$\{FLEETGRAPH_USER:\?/);
    }
  });
});

describe('the Dockerfile', () => {
  it('copies every folder that the product runs from', () => {
    const copied = [...dockerfile.matchAll(/^COPY (\w+) \.\/\1$/gm)].map(([, folder]) => folder);
    const notInTheImage = [
      'bench',
      'charts',
      'clients',
      'deploy',
      'dist',
      'docs',
      'examples',
      'node_modules',
      'release',
      'test',
      'ui',
      'coverage',
    ];
    const folders = readdirSync(root, { withFileTypes: true }).filter(
      entry => entry.isDirectory() && !entry.name.startsWith('.'),
    );
    expect(copied.sort()).toEqual(folders.map(({ name }) => name).filter(name => !notInTheImage.includes(name)));
  });

  it('runs as a user without a name, from a last stage that what builds it is not in', () => {
    expect(dockerfile.match(/^FROM /gm)).toHaveLength(3);
    expect(dockerfile).toMatch(/^USER 65532:65532$/m);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["\/app\/bin\/fleetgraph"\]$/m);
  });
});
