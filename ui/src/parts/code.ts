/**
 * Loads code when the code is first needed. Loading fails if the server does not answer. Loading also fails if the
 * server runs another version of fleetgraph, whose files have other names.
 *
 * The page reloads by itself only if the server has another version, and only once per version. Otherwise a reload
 * could take the page from a user who is offline, or repeat forever.
 */
import { texts } from '../texts.ts';

export class LostCodeError extends Error {}

/** Wraps `load`, so that a failure throws a LostCodeError. */
export function code<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return () =>
    load().catch((cause: unknown) => {
      throw new LostCodeError(texts.broke.lost, { cause });
    });
}

const RELOADED_FOR = 'fleetgraph-reloaded-for';
const ENTRY = /<script[^>]* src="([^"]+)"/;

/** URL of the first script in the page that the server now sends. Undefined without an answer or without a script. */
async function servedEntry(): Promise<string | undefined> {
  try {
    const response = await fetch(window.location.href, { headers: { accept: 'text/html' }, cache: 'no-cache' });
    return ENTRY.exec(await response.text())?.[1];
  } catch {
    return undefined;
  }
}

/** Reloads the page if the server now has another version. */
export async function reloadForNewVersion(): Promise<void> {
  const served = await servedEntry();
  const own = document.querySelector('script[type="module"]')?.getAttribute('src');
  if (served === undefined || served === own || sessionStorage.getItem(RELOADED_FOR) === served) return;
  sessionStorage.setItem(RELOADED_FOR, served);
  window.location.reload();
}

/**
 * Reloads the page if the server answers. Otherwise returns false, because a reload would replace the page with an
 * error page of the browser.
 */
export async function reloadIfServed(): Promise<boolean> {
  const isServed = (await servedEntry()) !== undefined;
  if (isServed) window.location.reload();
  return isServed;
}
