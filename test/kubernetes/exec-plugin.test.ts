import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execCredentials } from '../../kubernetes/exec-plugin.ts';
import { until } from './until.ts';

let directory: string;
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'fleetgraph-exec-'))));
afterAll(() => rm(directory, { recursive: true, force: true }));

const server = { server: 'https://k.example.com' };
const shell = (script: string, timeoutMs?: number, more: object = {}) =>
  execCredentials(
    { command: 'sh', args: ['-c', script], ...more },
    { where: 'kc: user "u"', directory, server, ...(timeoutMs && { timeoutMs }) },
  );
const V1 = 'client.authentication.k8s.io/v1';
const credential = (status: object, apiVersion = V1): string =>
  `'${JSON.stringify({ apiVersion, kind: 'ExecCredential', status })}'`;
const lines = async (file: string): Promise<number> =>
  (await readFile(join(directory, file), 'utf8')).trim().split('\n').length;

describe('an exec plugin', () => {
  it.each([
    ['a token', { token: 't' }, { authorization: 'Bearer t' }],
    ['a certificate', { clientCertificateData: 'c', clientKeyData: 'k' }, { certificate: { cert: 'c', key: 'k' } }],
    [
      'both',
      { token: 't', clientCertificateData: 'c', clientKeyData: 'k' },
      { authorization: 'Bearer t', certificate: { cert: 'c', key: 'k' } },
    ],
  ])('gives %s', async (_what, status, expected) => {
    expect(await shell(`echo ${credential(status)}`)()).toEqual(expected);
  });

  it('gets what kubectl gives it', async () => {
    const seen = join(directory, 'seen');
    await shell(`printf %s "$KUBERNETES_EXEC_INFO $MORE" > ${seen}; echo ${credential({ token: 't' })}`, undefined, {
      env: [{ name: 'MORE', value: 'more' }],
      provideClusterInfo: true,
    })();
    expect(await readFile(seen, 'utf8')).toBe(
      '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","spec":{"interactive":false,"cluster":{"server":"https://k.example.com"}}} more',
    );
  });

  it('gets all that client-go tells of a cluster', async () => {
    const ask = execCredentials(
      {
        command: 'sh',
        args: [
          '-c',
          `printf %s "$KUBERNETES_EXEC_INFO" > '${join(directory, 'info')}'; echo ${credential({ token: 't' })}`,
        ],
        provideClusterInfo: true,
      },
      {
        ...{ where: 'kc: user "u"', directory },
        server: {
          server: 'https://k.example.com',
          'certificate-authority': './ca.crt',
          ca: 'PEM',
          'tls-server-name': 'kube.internal',
          'insecure-skip-tls-verify': true,
          'proxy-url': 'http://proxy:3128',
          'disable-compression': true,
          extensions: [
            { name: 'other', extension: {} },
            { name: 'client.authentication.k8s.io/exec', extension: { shoot: 'green', garden: 'a' } },
          ],
        },
      },
    );
    await ask();
    expect(JSON.parse(await readFile(join(directory, 'info'), 'utf8'))).toEqual({
      ...{ apiVersion: V1, kind: 'ExecCredential' },
      spec: {
        interactive: false,
        cluster: {
          server: 'https://k.example.com',
          'tls-server-name': 'kube.internal',
          'insecure-skip-tls-verify': true,
          'certificate-authority-data': Buffer.from('PEM').toString('base64'),
          'proxy-url': 'http://proxy:3128',
          'disable-compression': true,
          config: { shoot: 'green', garden: 'a' },
        },
      },
    });
  });

  it('says what it waits for while it waits, and nothing where it is quick', async () => {
    const said: string[] = [];
    const done = join(directory, 'done');
    const slow = shell(
      `echo 'Open https://login.example.org' >&2; until [ -e ${done} ]; do sleep 0.1; done; echo ${credential({ token: 't' })}`,
    );
    const answer = slow({ says: line => said.push(line) });
    await until(() => said.length > 0);
    await writeFile(done, '');
    expect(await answer).toEqual({ authorization: 'Bearer t' });
    expect(said).toEqual(['Open https://login.example.org']);
    await shell(`echo quick >&2; echo ${credential({ token: 't' })}`)({ says: line => said.push(line) });
    expect(said).toHaveLength(1);
  });

  it('runs once for all that wait, and not again while its answer is good', async () => {
    const ask = shell(`echo run >> ${join(directory, 'runs')}; echo ${credential({ token: 't' })}`);
    await Promise.all([ask(), ask(), ask()]);
    await ask();
    await ask({ fresh: true }); // no new run, because the plugin ran less than ten seconds ago
    expect(await lines('runs')).toBe(1);
  });

  it('runs again when its answer has run out', async () => {
    const expirationTimestamp = new Date(Date.now() - 1_000).toISOString();
    const ask = shell(
      `echo run >> ${join(directory, 'again')}; echo ${credential({ token: 't', expirationTimestamp })}`,
    );
    await ask();
    await ask();
    expect(await lines('again')).toBe(2);
  });

  it.each(['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00+00:00', null])(
    'does not run again where its answer has no end: %s',
    async expirationTimestamp => {
      const file = `endless-${String(expirationTimestamp)}`;
      const ask = shell(
        `echo run >> '${join(directory, file)}'; echo ${credential({ token: 't', expirationTimestamp })}`,
      );
      await ask();
      expect(await ask()).toEqual({ authorization: 'Bearer t' });
      expect(await lines(file)).toBe(1);
    },
  );

  it.each([
    ['exit 7', 'gave no credentials: it ended with exit code 7.'],
    ['echo please log in >&2; echo more >&2; exit 1', 'gave no credentials: please log in'],
    ['echo hello', 'gave no credentials: it printed no ExecCredential in JSON.'],
    ["echo '{}'", 'gave no credentials: it printed no ExecCredential in JSON.'],
    [
      `echo ${credential({ token: 't', expirationTimestamp: 'soon' })}`,
      'gave no credentials: its expirationTimestamp is not a time',
    ],
    [
      `echo ${credential({ token: 't', expirationTimestamp: 17 })}`,
      'gave no credentials: its expirationTimestamp is not a time',
    ],
    ["printf '\\033]0;title\\007no login\\n' >&2; exit 1", 'gave no credentials: ]0;title no login'],
    [`echo ${credential({})}`, 'gave neither a token nor a certificate.'],
    [
      `echo ${credential({ clientCertificateData: 'c' })}`,
      'gave no credentials: it printed a certificate without its key',
    ],
    [
      `echo ${credential({ token: 't' }, 'client.authentication.k8s.io/v1beta1')}`,
      'gave no credentials: it answered in another version',
    ],
    [
      'head -c 2000000 /dev/zero; sleep 60',
      'gave no credentials: it printed more than 1048576 characters and was killed.',
    ],
  ])('says why it failed: %s', async (script, message) => {
    await expect(shell(script)()).rejects.toThrow(`kc: user "u": the plugin sh ${message}`);
  });

  it.each([
    [
      { command: 'fleetgraph-no-such-plugin' },
      'the plugin fleetgraph-no-such-plugin is not installed, or not in the PATH.',
    ],
    [{ command: 'fleetgraph-no-such-plugin', installHint: 'brew install it\n' }, 'not in the PATH. brew install it'],
    [{ interactiveMode: 'Always' as const }, 'exec.interactiveMode is Always, and fleetgraph has no terminal'],
    [
      { apiVersion: 'client.authentication.k8s.io/v1alpha1' },
      'exec.apiVersion: expected one of client.authentication.k8s.io/v1,',
    ],
  ])('says what is wrong with %j', async (more, message) => {
    await expect(shell(`echo ${credential({ token: 't' })}`, undefined, more)()).rejects.toThrow(message);
  });

  it('is killed at its deadline when it hangs, with its children, and can run again', async () => {
    const [pids, hang] = [join(directory, 'pids'), join(directory, 'hang')];
    const ask = shell(
      `[ -e ${hang} ] && { echo ${credential({ token: 't' })}; exit; }; touch ${hang}; sleep 300 & echo $$ $! > ${pids}; wait`,
      1_000,
    );
    await expect(ask()).rejects.toThrow('it did not end within 1 s and was killed.');
    await access(hang);
    const processes = (await readFile(pids, 'utf8')).trim().split(' ').map(Number);
    expect(processes).toHaveLength(2);
    await until(async () => (await Promise.all(processes.map(ended))).every(Boolean));
    expect(await ask()).toEqual({ authorization: 'Bearer t' });
  });

  it('that still runs keeps no process alive, and ends with it', async () => {
    const pids = join(directory, 'pids-of-children');
    const program = join(directory, 'asks.ts');
    const module = new URL('../../kubernetes/exec-plugin.ts', import.meta.url).href;
    const exec = { command: 'sh', args: ['-c', `sleep 300 & echo $$ $! > ${pids}; wait`] };
    const options = { where: 'kc', directory, server };
    await writeFile(
      program,
      `import { execCredentials } from ${JSON.stringify(module)};
       void execCredentials(${JSON.stringify(exec)}, ${JSON.stringify(options)})();
       setTimeout(() => console.log('no more to do'), 2_000);`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
      timeout: 20_000,
    });
    expect(stdout).toBe('no more to do\n');
    const processes = (await readFile(pids, 'utf8')).trim().split(' ').map(Number);
    expect(processes).toHaveLength(2);
    await until(async () => (await Promise.all(processes.map(ended))).every(Boolean));
  });
});

/** True if the process has ended. It may still wait for its parent to read its exit code. */
async function ended(pid: number): Promise<boolean> {
  try {
    return /^State:\s*Z/m.test(await readFile(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}
