/**
 * GraphiQL at /graphiql: one page, no outside address, starter queries in tabs and a box for the token. The page is 9 MB of script, so it is
 * rendered and compressed once, on first use.
 *
 * The token stays in the tab's session storage and goes out as a header; it is never part of a URL.
 */
import type { RequestHandler } from 'express';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { STARTER_QUERIES } from '../schema/starter-queries.ts';

const compress = promisify(gzip);

export function graphiql(): RequestHandler {
  let page: Promise<{ plain: Buffer; gzipped: Buffer }> | undefined;
  return async (req, res) => {
    const { plain, gzipped } = await (page ??= render());
    res.setHeader('content-type', 'text/html; charset=utf-8');
    res.setHeader('cache-control', 'private, max-age=3600');
    res.setHeader('vary', 'accept-encoding');
    res.setHeader('content-security-policy', "frame-ancestors 'none'");
    if (!req.acceptsEncodings('gzip')) return void res.end(plain);
    res.setHeader('content-encoding', 'gzip');
    res.end(gzipped);
  };
}

async function render(): Promise<{ plain: Buffer; gzipped: Buffer }> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const html = renderGraphiQL({
    title: 'fleetgraph GraphiQL',
    endpoint: '/graphql',
    defaultQuery: STARTER_QUERIES[0] ?? '',
    defaultTabs: STARTER_QUERIES.map(query => ({ query })),
    defaultEditorToolsVisibility: true,
    shouldPersistHeaders: false,
  });
  const plain = Buffer.from(html.replace('<div id="root"></div>', () => TOKEN_BOX));
  return { plain, gzipped: await compress(plain) };
}

const TOKEN_BOX = /* html */ `
<form id="token-box" autocomplete="off">
  <label for="token">Bearer token</label>
  <input id="token" type="password" spellcheck="false" placeholder="paste a token, then Enter" />
  <button>Use</button><span id="token-state" role="status"></span>
</form>
<style>
  #token-box { display: flex; gap: 8px; align-items: center; height: 40px; padding: 0 12px; box-sizing: border-box; font: 14px system-ui, sans-serif; border-bottom: 1px solid #8884; }
  #token-box input { width: 24em; padding: 4px 8px; border: 1px solid #8888; border-radius: 4px; background: transparent; color: inherit; }
  #token-box button { padding: 4px 12px; }
  #root { height: calc(100vh - 40px) !important; }
</style>
<script>
  (() => {
    const key = 'fleetgraph-token';
    const send = window.fetch.bind(window);
    window.fetch = (input, init) => {
      const token = sessionStorage.getItem(key);
      const headers = new Headers(init && init.headers);
      if (token && !headers.has('authorization')) headers.set('authorization', 'Bearer ' + token);
      return send(input, { ...init, headers });
    };
    const say = async () => {
      const state = document.getElementById('token-state');
      if (!sessionStorage.getItem(key)) return (state.textContent = 'no token yet: the schema needs one');
      const headers = { 'content-type': 'application/json' };
      const answer = await window.fetch('/graphql', { method: 'POST', headers, body: '{"query":"{ viewer { user } }"}' });
      const { data } = await answer.json();
      state.textContent = data ? 'you are ' + data.viewer.user : 'this token is not known here';
    };
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
