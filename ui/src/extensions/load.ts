/**
 * Loads the module of an extension, once.
 *
 * First adds a script element with the configured hash. The browser runs no script with another hash. From other hosts,
 * the content security policy allows only scripts with a configured hash. The import that follows uses the script that
 * was already checked, and fetches nothing.
 */
import type { ExplorerExtension } from '../../../clients/typescript/src/explorer.ts';
import type { Configured } from './configured.ts';
import { extensionTexts as said } from './texts.ts';

const loading = new Map<string, Promise<ExplorerExtension>>();

export function loadExtension(extension: Configured): Promise<ExplorerExtension> {
  const known = loading.get(extension.name);
  if (known) return known;
  const loaded = load(extension);
  loading.set(extension.name, loaded);
  // If loading failed, the next opening of the extension tries again.
  loaded.catch(() => loading.delete(extension.name));
  return loaded;
}

async function load({ url, integrity }: Configured): Promise<ExplorerExtension> {
  const { href, origin } = new URL(url, window.location.href);
  let isAgainstPolicy = false;
  const refused = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    if (href.startsWith(blockedURI)) isAgainstPolicy = true;
  };
  document.addEventListener('securitypolicyviolation', refused);
  const script = document.createElement('script');
  Object.assign(script, { type: 'module', crossOrigin: 'anonymous', integrity, src: href });
  try {
    await new Promise<void>((resolve, reject) => {
      script.onload = () => resolve();
      script.onerror = () => reject(new Error());
      document.head.append(script);
    });
  } catch {
    throw new Error(isAgainstPolicy ? said.againstPolicy(url) : await whyNot(href, origin, integrity));
  } finally {
    document.removeEventListener('securitypolicyviolation', refused);
    script.remove();
  }
  return (await import(/* @vite-ignore */ href)) as ExplorerExtension;
}

/**
 * Explains why loading failed. Reads the file only if the file comes from the origin of this page (scheme, host and
 * port).
 */
async function whyNot(url: string, origin: string, integrity: string): Promise<string> {
  if (origin !== window.location.origin) return said.notFromThere(url, integrity);
  const response = await fetch(url, { cache: 'no-cache' }).catch(() => undefined);
  if (!response) return said.noAnswer(url);
  if (!response.ok) return said.answers(url, response.status);
  const found = await hashOf(await response.arrayBuffer(), integrity);
  return found === undefined || found === integrity ? said.broken(url) : said.otherHash(url, found, integrity);
}

/**
 * Hash of the content, computed with the algorithm that `integrity` names. Undefined in an insecure context (HTTP from
 * another host), where browsers offer no hashing.
 */
async function hashOf(content: ArrayBuffer, integrity: string): Promise<string | undefined> {
  const subtle = (crypto as { readonly subtle?: SubtleCrypto }).subtle;
  const algorithm = integrity.slice(0, integrity.indexOf('-'));
  const digest = await subtle?.digest(algorithm.replace('sha', 'SHA-'), content);
  return digest && `${algorithm}-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
