/**
 * The Explorer at `/`: the files of ui/dist, loaded into memory when the gateway starts. The files contain no data of
 * clusters, so anybody may load them. The data comes from /graphql with the user's own credentials.
 *
 * Who attacks: somebody whose text (an object's message, its YAML) runs as a script in this page, to get the user's
 * token. What stops them: the content security policy allows only scripts of the gateway's own origin, and modules
 * whose hashes are in the configuration. The page may connect only to its own origin.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import type { ClientAddress } from '../../identity/authenticator.ts';
import { MAX_PARSED_HEADER, strangerKey } from './listener.ts';

/** Output folder of `npm run build:ui`. In the npm package, the folder lies beside the compiled code. */
const BUILT = fileURLToPath(new URL('../../ui/dist/', import.meta.url));

const policyWith = (hashes: readonly string[]) =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.map(hash => `'${hash}'`)].join(' '),
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The page of the Explorer is not sent for these paths, so a mistyped path below them is an error. */
const NOT_PAGES = /^\/(graphql|graphiql|auth|livez|readyz|metrics|assets)(\/|$)/;

/** A module that the page may load. The content security policy allows the module by its hash, not by its origin. */
export interface PageExtension {
  readonly name: string;
  readonly url: string;
  readonly integrity: string;
}

interface ExplorerOptions {
  /** @default the output folder of `npm run build:ui` */
  readonly folder?: string;
  /** Modules that the page loads. @default none */
  readonly extensions?: readonly PageExtension[];
}

/** Makes the request handler for a gateway. */
export type Explorer = (gateway: PageOptions) => RequestHandler;

export interface PageOptions {
  readonly clientAddress: ClientAddress;
  /** Path at which browsers reach the gateway, see withoutPublicPath(). */
  readonly publicPath: string;
}

/** Serves the build in `folder`. Without a build, pages explain how to make a build. */
export async function openExplorer({ folder = BUILT, extensions = [] }: ExplorerOptions = {}): Promise<Explorer> {
  const files = await readFiles(folder);
  const policy = policyWith([...new Set(extensions.map(({ integrity }) => integrity))]);
  const built = files.get('/index.html');
  return ({ clientAddress, publicPath }) => {
    const page = built && pageAt(publicPath, built, extensions);
    return (req, res, next) => {
      if (req.method !== 'GET' && req.method !== 'HEAD') return next();
      const file = req.path === '/index.html' ? undefined : files.get(req.path);
      if (file) return send(file, clientAddress(req), policy, req, res);
      const isPage =
        req.path === '/' || (!NOT_PAGES.test(req.path) && (req.headers.accept ?? '').includes('text/html'));
      if (!isPage) return next();
      if (page) return send(page, clientAddress(req), policy, req, res);
      res.status(404).type('text/plain').send(NOT_BUILT);
    };
  };
}

/**
 * Makes addresses in the page absolute, and adds the list of extensions. The page is built with relative addresses, but
 * is served at paths of any depth.
 */
function pageAt(publicPath: string, { type, plain }: StoredFile, extensions: readonly PageExtension[]): StoredFile {
  const written = extensions.length === 0 ? '' : escaped(JSON.stringify(extensions));
  const html = plain
    .toString('utf8')
    .replace(/(href|src)="\.\//g, `$1="${publicPath}/`)
    .replace('name="fleetgraph-path" content=""', `name="fleetgraph-path" content="${publicPath}"`)
    .replace('name="fleetgraph-extensions" content=""', () => `name="fleetgraph-extensions" content="${written}"`);
  const page = Buffer.from(html);
  return { type, etag: etagOf(page), plain: page, br: brotliCompressSync(page), gzip: gzipSync(page) };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const NOT_BUILT = `The Explorer, the web UI of fleetgraph, is not built here. In a checkout, build it with

    npm run build:ui

and start again. The graph is at /graphql.
`;

function send(file: StoredFile, client: string, policy: string, req: Request, res: Response): Promise<void> {
  const isAsset = req.path.startsWith('/assets/'); // the name of an asset contains the hash of its content
  res.setHeader('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
  res.setHeader('content-security-policy', policy);
  res.setHeader('cross-origin-opener-policy', 'same-origin');
  res.setHeader('referrer-policy', 'no-referrer');
  return sendFile(file, client, req, res);
}

/** The files, by request path. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, StoredFile>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const contents = new Map<string, Buffer>();
  for (const entry of names)
    if (entry.isFile()) {
      const path = join(entry.parentPath, entry.name);
      contents.set('/' + path.slice(folder.length).split(sep).filter(Boolean).join('/'), await readFile(path));
    }
  const files = new Map<string, StoredFile>();
  for (const [path, plain] of contents) {
    const type = TYPES[extname(path)];
    if (!type) continue;
    const [br, gzip] = [contents.get(`${path}.br`), contents.get(`${path}.gz`)];
    files.set(path, { type, etag: etagOf(plain), plain, ...(br && { br }), ...(gzip && { gzip }) });
  }
  return files;
}

/** A file in memory that anybody may load, with its compressed forms. */
export interface StoredFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

const PIECE = 128 * 1024;
/** Maximum time in milliseconds for a client to read a piece. */
const UNREAD_MS = 30_000;

export function etagOf(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url')}"`;
}

/**
 * Answers GET and HEAD. Must be called after all other headers are set.
 *
 * Who attacks: clients without credentials that load the largest file over many connections. A large write occupies the
 * event loop, and the event loop writes to all ready connections before the requests of callers run. What stops them: a
 * large file is sent in pieces, and each piece after the first waits until the scheduler reaches the client's address.
 * @param client Address that the scheduler charges for the work
 */
export async function sendFile(file: StoredFile, client: string, req: Request, res: Response): Promise<void> {
  res.setHeader('content-type', file.type);
  res.setHeader('vary', 'accept-encoding');
  res.setHeader('etag', file.etag);
  if (req.fresh) return void res.status(304).end();
  const isShort = (req.headers['accept-encoding']?.length ?? 0) <= MAX_PARSED_HEADER;
  const encoding = isShort ? (['br', 'gzip'] as const).find(it => file[it] && req.acceptsEncodings(it)) : undefined;
  if (encoding) res.setHeader('content-encoding', encoding);
  const content = (encoding && file[encoding]) ?? file.plain;
  res.setHeader('content-length', content.length);
  if (req.method === 'HEAD') return void res.end();
  const stranger = strangerKey(client);
  let sent = 0;
  for (; content.length - sent > PIECE; sent += PIECE) {
    if (!res.write(content.subarray(sent, sent + PIECE))) await drained(res);
    await eventLoopTurns.take(stranger);
    if (res.destroyed) return;
  }
  res.end(content.subarray(sent));
}

/** Resolves when all written bytes are sent, or when the connection has ended. */
function drained(res: Response): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => res.destroy(), UNREAD_MS);
    const end = (): void => {
      clearTimeout(timer);
      res.off('drain', end).off('close', end);
      resolve();
    };
    res.once('drain', end).once('close', end);
  });
}
