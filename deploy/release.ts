/**
 * Implements `make release`: creates the npm package, the chart, the context of the image, the SBOM and the list of
 * licences in release/. All have the same version and commit. Finally it installs the package in an empty folder. It
 * publishes nothing.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'release');

if (process.argv[1] === fileURLToPath(import.meta.url)) release();

function release(): void {
  const version = oneVersion(root);
  if (run('git', 'status', '--porcelain') !== '')
    fail('There are changes that are not committed. A release is of one commit.');
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out);
  const file = (name: string) => join(out, name);

  say('licences');
  writeFileSync(file(`fleetgraph-${version}.licences.tsv`), run(process.execPath, 'deploy/licences.ts'));
  say('known vulnerabilities');
  audit();
  say('SBOM');
  writeFileSync(file(`fleetgraph-${version}.cdx.json`), sbom());
  say('chart');
  run(helm(), 'package', 'charts/fleetgraph', '--destination', out);
  // Rename the chart, since npm also creates a file fleetgraph-VERSION.tgz.
  renameSync(file(`fleetgraph-${version}.tgz`), file(`fleetgraph-chart-${version}.tgz`));
  say('npm package');
  run('npm', 'pack', '--silent', '--pack-destination', out);
  say('image context');
  run(
    'git',
    'archive',
    '--format=tar.gz',
    '--output',
    file(`fleetgraph-image-${version}.tar.gz`),
    'HEAD',
    ...imageContext(),
  );
  say('installing the package from an empty folder');
  smoke(file(`fleetgraph-${version}.tgz`), version);
  writeFileSync(file('SHA256SUMS'), checksums());
  say(`done: ${out}`);
}

/** The Dockerfile, and the files that it copies. */
export function imageContext(dockerfile = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8')): string[] {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources = '']) =>
    sources.split(' '),
  );
  return [...new Set(['deploy/Dockerfile', ...copied])].filter(
    path => !copied.some(other => path.startsWith(`${other}/`)),
  );
}

/**
 * The version in package.json, its lock file, the chart and the changelog.
 * @throws Error with the name of the file whose version differs
 */
export function oneVersion(folder: string): string {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const chart = parse(read('charts/fleetgraph/Chart.yaml')) as { version: string; appVersion: string };
  const found = {
    'package-lock.json': (JSON.parse(read('package-lock.json')) as { version: string }).version,
    'version of charts/fleetgraph/Chart.yaml': chart.version,
    'appVersion of charts/fleetgraph/Chart.yaml': chart.appVersion,
    'the first heading of CHANGELOG.md': /^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1],
  };
  for (const [place, other] of Object.entries(found))
    if (other !== version)
      throw new Error(
        `package.json has version ${version}, but ${place} has ${other}. Write one version into all of them.`,
      );
  return version;
}

function sbom(): string {
  const bom = JSON.parse(run('npm', 'sbom', '--omit=dev', '--sbom-format=cyclonedx')) as {
    metadata: { component: { name: string } };
  };
  bom.metadata.component.name = 'fleetgraph'; // npm uses the name of the folder.
  return `${JSON.stringify(bom, undefined, 2)}\n`;
}

function audit(): void {
  const { status, stdout } = spawnSync('npm', ['audit', '--omit=dev', '--audit-level=high', '--json'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) return;
  // Without auditReportVersion, the output is no report, for example if the registry does not support `npm audit`.
  if (!stdout.includes('"auditReportVersion"'))
    return say('  this registry does not answer npm audit: look at the SBOM with a scanner of your own');
  fail(`npm audit has findings:\n${stdout}`);
}

function helm(): string {
  if (spawnSync('helm', ['version'], { stdio: 'ignore' }).status === 0) return 'helm';
  say('  there is no helm on this machine: building it with Go, once; it is kept in ~/.cache/fleetgraph');
  return run('test/helm/build.sh').trim();
}

function smoke(archive: string, version: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'fleetgraph-release-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', archive], {
      cwd: folder,
    });
    const executable = join(folder, 'node_modules', '.bin', 'fleetgraph');
    const env = { ...process.env, FLEETGRAPH_NODE: process.execPath };
    const ask = (...args: string[]) => execFileSync(executable, args, { cwd: folder, env, encoding: 'utf8' });
    if (!ask('version').startsWith(`fleetgraph ${version} `)) fail('The installed package has another version.');
    if (!/^type Query/m.test(ask('schema'))) fail('The installed package does not print its graph.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checksums(): string {
  const line = (name: string) =>
    `${createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex')}  ${name}\n`;
  return readdirSync(out).sort().map(line).join('');
}

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
}

function say(line: string): void {
  console.error(line);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
