/**
 * Loads code when it is first needed. The load fails if another version of fleetgraph has files of other names, or the
 * server does not answer.
 *
 * The page reloads by itself only if the server has another version, and once per version. Otherwise a reload could
 * take the page from a user who is offline, or repeat forever.
 */
import { texts } from '../texts.ts';

export class LostCodeError extends Error {}

/** Wraps `load` so that a failure says that code is missing. */
export function code<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return () =>
    load().catch((cause: unknown) => {
      throw new LostCodeError(texts.broke.lost, { cause });
    });
}

const RELOADED_FOR = 'fleetgraph-reloaded-for';
const ENTRY = /<script[^>]* src="([^"]+)"/;

/** The first script of the server's page; undefined if the server does not answer. */
async function servedEntry(): Promise<string | undefined> {
  try {
    const response = await fetch(window.location.href, { headers: { accept: 'text/html' }, cache: 'no-cache' });
    return ENTRY.exec(await response.text())?.[1];
  } catch {
    return undefined;
  }
}

/** Reloads the page if the server has another version than this one. */
export async function reloadForNewVersion(): Promise<void> {
  const served = await servedEntry();
  const own = document.querySelector('script[type="module"]')?.getAttribute('src');
  if (served === undefined || served === own || sessionStorage.getItem(RELOADED_FOR) === served) return;
  sessionStorage.setItem(RELOADED_FOR, served);
  window.location.reload();
}

/** Reloads the page on request. False if the server does not answer: the browser would then show its own error page. */
export async function reloadIfServed(): Promise<boolean> {
  const isServed = (await servedEntry()) !== undefined;
  if (isServed) window.location.reload();
  return isServed;
}
