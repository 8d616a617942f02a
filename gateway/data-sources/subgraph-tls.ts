/**
 * TLS to a subgraph with files that change. Every new connection reads them anew, so that certificates can be rotated
 * under a running process. A rotation replaces several files one by one: until all of them match, the last usable ones
 * stay in use.
 */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { buildConnector } from 'undici';

/** PEM files. */
export interface SubgraphTls {
  /** Authorities that sign the subgraph's certificate. @default Node's own */
  readonly caFile?: string | undefined;
  /** Both or neither: for a subgraph that requires a client certificate. */
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

/** @throws TypeError if the files are unusable now */
export function subgraphConnector(files: SubgraphTls, timeout: number): buildConnector.connector {
  let texts = '';
  let connect!: buildConnector.connector;
  const refresh = () => {
    const pem = { ca: readPem(files, 'caFile'), cert: readPem(files, 'certFile'), key: readPem(files, 'keyFile') };
    const read = JSON.stringify(pem);
    if (read === texts) return;
    const tls = Object.fromEntries(Object.entries(pem).filter(([, text]) => text !== undefined));
    try {
      createSecureContext(tls);
    } catch (error) {
      throw new TypeError(`its TLS files cannot be used together: ${(error as Error).message}`, { cause: error });
    }
    connect = buildConnector({ ...tls, timeout, allowH2: false });
    texts = read;
  };
  refresh();
  return (options, callback) => {
    try {
      refresh();
    } catch {
      // Half of a rotation: keep the old files until the other half arrives.
    }
    connect(options, callback);
  };
}

function readPem(files: SubgraphTls, key: keyof SubgraphTls): string | undefined {
  const file = files[key];
  if (file === undefined) return undefined;
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new TypeError(`${key}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
  if (!text.includes('-----BEGIN '))
    throw new TypeError(`${key}: ${file} is not a PEM file: it has no line "-----BEGIN …"`);
  return text;
}
