/**
 * Code that is loaded when it is first needed. It can be lost: another version of fleetgraph has files of other names,
 * or nothing answers.
 *
 * The page is loaded again by itself only where the server has another version than this one, and once for each
 * version. Otherwise a reload could take the page from somebody who is offline, or go on for ever.
 */
import { texts } from '../texts.ts';

export class LostCodeError extends Error {}

/** `load`, with a failure that says that code was lost. */
export function code<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  return () =>
    load().catch((cause: unknown) => {
      throw new LostCodeError(texts.broke.lost, { cause });
    });
}

const RELOADED_FOR = 'fleetgraph-reloaded-for';
const ENTRY = /<script[^>]* src="([^"]+)"/;

/** The script that the server's page begins with; undefined where nothing answers. */
async function servedEntry(): Promise<string | undefined> {
  try {
    const response = await fetch(window.location.href, { headers: { accept: 'text/html' }, cache: 'no-cache' });
    return ENTRY.exec(await response.text())?.[1];
  } catch {
    return undefined;
  }
}

/** Reloads the page where the server has another version than this one. */
export async function reloadForNewVersion(): Promise<void> {
  const served = await servedEntry();
  const own = document.querySelector('script[type="module"]')?.getAttribute('src');
  if (served === undefined || served === own || sessionStorage.getItem(RELOADED_FOR) === served) return;
  sessionStorage.setItem(RELOADED_FOR, served);
  window.location.reload();
}

/**
 * Reloads the page where somebody asks for it. False where nothing answers: the browser would show a page of its own.
 */
export async function reloadIfServed(): Promise<boolean> {
  const isServed = (await servedEntry()) !== undefined;
  if (isServed) window.location.reload();
  return isServed;
}
