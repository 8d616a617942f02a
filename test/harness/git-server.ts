/** A Git repository served over HTTP on loopback, by Git's own server. */
import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const WHO = { name: 'test', email: 'test@example.com' };
const ENV = {
  ...process.env,
  ...{
    GIT_AUTHOR_NAME: WHO.name,
    GIT_AUTHOR_EMAIL: WHO.email,
    GIT_COMMITTER_NAME: WHO.name,
    GIT_COMMITTER_EMAIL: WHO.email,
  },
  ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
};

export class GitServer implements AsyncDisposable {
  /** Address of the repository. */
  readonly url: string;
  readonly #root: string;
  readonly #server: Server;

  /** @param path Path of the repository in its URL: `org/fleet` */
  static async start(path: string): Promise<GitServer> {
    const root = await mkdtemp(join(tmpdir(), 'fleetgraph-git-'));
    const server = createServer((req, res) => answer(root, req, res));
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const started = new GitServer(root, path, server);
    await mkdir(dirname(join(root, 'served', path)), { recursive: true });
    await started.#git(
      'init',
      '--quiet',
      '-b',
      'main',
      '--separate-git-dir',
      join(root, 'served', `${path}.git`),
      join(root, 'work'),
    );
    return started;
  }

  private constructor(root: string, path: string, server: Server) {
    this.#root = root;
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}.git`;
  }

  /** Writes files on the branch main and returns the new commit. A file with the text undefined is removed. */
  async commit(files: Readonly<Record<string, string | undefined>>): Promise<string> {
    for (const [file, text] of Object.entries(files)) {
      const path = join(this.#root, 'work', file);
      await mkdir(dirname(path), { recursive: true });
      if (text === undefined) await rm(path);
      else await writeFile(path, text);
    }
    await this.#git('-C', join(this.#root, 'work'), 'add', '--all');
    await this.#git('-C', join(this.#root, 'work'), 'commit', '--quiet', '--message', 'a change');
    return this.head();
  }

  /** Newest commit on the branch main. */
  async head(): Promise<string> {
    return (await this.#git('-C', join(this.#root, 'work'), 'rev-parse', 'HEAD')).trim();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await rm(this.#root, { recursive: true, force: true });
  }

  async #git(...args: string[]): Promise<string> {
    return (await promisify(execFile)('git', args, { env: ENV })).stdout;
  }
}

/** Runs `git http-backend` as CGI. */
function answer(root: string, req: IncomingMessage, res: ServerResponse): void {
  const { pathname, search } = new URL(req.url ?? '/', 'http://127.0.0.1');
  const { 'content-type': type = '', 'content-encoding': encoding = '', 'git-protocol': protocol = '' } = req.headers;
  const backend = spawn('git', ['http-backend'], {
    env: {
      ...ENV,
      ...{
        GIT_PROJECT_ROOT: join(root, 'served'),
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
      },
      ...{
        REQUEST_METHOD: req.method ?? 'GET',
        CONTENT_TYPE: type,
        HTTP_CONTENT_ENCODING: encoding,
        GIT_PROTOCOL: String(protocol),
      },
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  backend.stdin.on('error', () => undefined); // git does not read every request body
  req.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.on('close', () => {
    const all = Buffer.concat(chunks);
    const end = all.indexOf('\r\n\r\n');
    const headers = all
      .toString('latin1', 0, Math.max(0, end))
      .split('\r\n')
      .map(line => line.split(': ') as [string, string]);
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? (end < 0 ? '500' : '200');
    res.writeHead(
      Number.parseInt(status, 10),
      Object.fromEntries(headers.filter(([name]) => name && name !== 'Status')),
    );
    res.end(all.subarray(end + 4));
  });
}
