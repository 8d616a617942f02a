/**
 * GraphiQL at /graphiql: one page that loads nothing from other hosts, with example queries in tabs and a box for the
 * token. The page uses the session where browsers can sign in, but a pasted token takes precedence. The page has
 * several megabytes of scripts, so a worker thread renders and compresses it once, on first use. A pasted token stays
 * in the session storage of the tab, and is sent only to /graphql, as a header, never in a URL.
 *
 * Who attacks: somebody whose text (an object's message, a description in a schema) runs as a script in this page, to
 * get the user's token. What stops them: the content security policy allows only the scripts of this page, by their
 * hashes, and the page may connect only to its own origin. What remains: inline styles are allowed, because the editor
 * writes styles while it runs.
 */
import type { RequestHandler } from 'express';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { Worker } from 'node:worker_threads';
import { etagOf, type PageOptions, sendFile, type StoredFile } from './explorer.ts';

/** @param queries Returns the queries in the first tabs. Called on first use, when the graph is loaded */
export function graphiql(queries: () => readonly string[], { clientAddress, publicPath }: PageOptions): RequestHandler {
  let page: Promise<Page> | undefined;
  return async (req, res) => {
    page ??= rendered({ queries: queries(), publicPath });
    const { file, policy } = await page.catch((error: unknown) => {
      page = undefined;
      throw error;
    });
    res.setHeader('cache-control', 'private, max-age=3600');
    res.setHeader('content-security-policy', policy);
    res.setHeader('referrer-policy', 'no-referrer');
    await sendFile(file, clientAddress(req), req, res);
  };
}

interface Page {
  readonly file: StoredFile;
  readonly policy: string;
}

export interface PageContent extends Pick<PageOptions, 'publicPath'> {
  readonly queries: readonly string[];
}

async function rendered(content: PageContent): Promise<Page> {
  // In a build, this file and the worker file beside it are JavaScript.
  const file = new URL(
    import.meta.url.endsWith('.ts') ? './graphiql-worker.ts' : './graphiql-worker.js',
    import.meta.url,
  );
  const worker = new Worker(file, { workerData: content, execArgv: [] });
  const page = await new Promise<Page>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that renders GraphiQL ended without a page.')));
  });
  const { plain, gzip } = page.file;
  // A Buffer arrives from the thread as a Uint8Array.
  const buffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);
  return { ...page, file: { ...page.file, plain: buffer(plain), ...(gzip && { gzip: buffer(gzip) }) } };
}

export async function renderPage({ queries, publicPath }: PageContent): Promise<Page> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'fleetgraph GraphiQL',
    endpoint: `${publicPath}/graphql`,
    defaultQuery: queries[0] ?? '{ __typename }\n',
    ...(queries.length > 0 && { defaultTabs: queries.map(query => ({ query })) }),
    defaultEditorToolsVisibility: true,
    shouldPersistHeaders: false,
  });
  // Line ends are normalized as in a browser, so that the hashes match.
  const whole = html.replace('<div id="root"></div>', () => tokenBox(publicPath)).replace(/\r\n?/g, '\n');
  const plain = Buffer.from(whole);
  const file = { type: 'text/html; charset=utf-8', etag: etagOf(plain), plain, gzip: gzipSync(plain) };
  return { file, policy: policyOf(whole) };
}

function policyOf(html: string): string {
  const scripts = [...html.matchAll(/<script>([^]*?)<\/script>/g)].map(([, script = '']) =>
    createHash('sha256').update(script).digest('base64'),
  );
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hash => `'sha256-${hash}'`).join(' ')}`,
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    'img-src data:',
    'font-src data:',
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const tokenBox = (publicPath: string): string => /* html */ `
<form id="token-box" autocomplete="off">
  <label for="token">Bearer token</label>
  <input id="token" type="password" spellcheck="false" placeholder="paste a token, then Enter" />
  <button>Use</button><span id="token-state" role="status"></span>
</form>
<style>
  body { display: flex; flex-direction: column; height: 100dvh; }
  #root { flex: 1; min-height: 0; }
  #root .graphiql-container { width: 100%; height: 100%; }
  #token-box { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; padding: 6px 12px; font: 14px system-ui, sans-serif; border-bottom: 1px solid #8884;
    color-scheme: light dark; background: light-dark(#fff, #212a3b); color: light-dark(#3b4b68, #dfe4ee); }
  body.graphiql-light #token-box { color-scheme: light; }
  body.graphiql-dark #token-box { color-scheme: dark; }
  #token-box input { flex: 0 1 24em; min-width: 8em; padding: 4px 8px; border: 1px solid #8888; border-radius: 4px; background: transparent; color: inherit; }
  #token-box button { padding: 4px 12px; }
</style>
<script>
  (() => {
    const key = 'fleetgraph-token';
    const root = ${JSON.stringify(publicPath)};
    const send = window.fetch.bind(window);
    const isGraph = input => {
      const { origin, pathname } = new URL(input instanceof Request ? input.url : input, location.href);
      return origin === location.origin && pathname === root + '/graphql';
    };
    window.fetch = (input, init) => {
      if (!isGraph(input)) return send(input, init);
      const token = sessionStorage.getItem(key);
      if (!token) return withSession(input, init);
      const headers = new Headers((init && init.headers) || (input instanceof Request ? input.headers : undefined));
      if (!headers.has('authorization')) headers.set('authorization', 'Bearer ' + token);
      return send(input, { ...init, headers });
    };
    // A session that is over is renewed once; where that cannot be, the issuer is asked, and leads back to this place.
    const withSession = async (input, init) => {
      const again = input instanceof Request ? input.clone() : input;
      const answer = await send(input, init);
      if (answer.status !== 401) return answer;
      const { errors } = await answer.clone().json().catch(() => ({}));
      if (errors?.[0]?.extensions?.code !== 'SESSION_EXPIRED') return answer;
      const renewed = await send(root + '/auth/session', { method: 'POST' });
      if (renewed.status === 401) location.assign(root + '/auth/login?returnTo=' + encodeURIComponent(location.pathname + location.search));
      return renewed.ok ? send(again, init) : answer;
    };
    const saySession = async state => {
      const { user, signIn } = await send(root + '/auth/session').then(answer => answer.json()).catch(() => ({}));
      if (user) return (state.textContent = 'you are ' + user);
      state.textContent = signIn ? '' : 'no token yet: the schema needs one';
      if (!signIn) return;
      const link = document.createElement('a');
      link.href = signIn + '?returnTo=' + encodeURIComponent(location.pathname + location.search);
      link.textContent = 'Sign in';
      state.append(link, ', or paste a token');
    };
    const say = async () => {
      const state = document.getElementById('token-state');
      if (!sessionStorage.getItem(key)) return saySession(state);
      const ask = async query => {
        const headers = { 'content-type': 'application/json' };
        const answer = await window.fetch(root + '/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
        return { status: answer.status, ...(await answer.json().catch(() => ({}))) };
      };
      // Every graph answers the first question; only one with the fleet in it knows the viewer.
      const { status, data } = await ask('{ __typename }');
      if (status === 401) return (state.textContent = 'this token is not known here');
      if (!data) return (state.textContent = 'the gateway does not answer at the moment');
      state.textContent = 'this token is accepted';
      const user = (await ask('{ viewer { user } }')).data?.viewer?.user;
      if (user) state.textContent = 'you are ' + user;
    };
    // GraphiQL itself takes the query from the URL, and variables from where it keeps them.
    const page = new URL(location.href);
    const variables = page.searchParams.get('variables');
    if (variables !== null) {
      localStorage.setItem('graphiql:variables', variables);
      page.searchParams.delete('variables');
      history.replaceState({}, '', page);
    }
    void say();
    document.getElementById('token-box').addEventListener('submit', event => {
      event.preventDefault();
      const token = document.getElementById('token').value.trim();
      if (token) sessionStorage.setItem(key, token);
      else sessionStorage.removeItem(key);
      document.getElementById('token').value = '';
      void say();
      document.querySelector('button[aria-label^="Re-fetch GraphQL schema"]')?.click();
    });
  })();
</script>
<div id="root"></div>`;
