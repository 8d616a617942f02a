/**
 * TLS connections to a subgraph, with files that may change. Every new connection reads the files again, so that
 * certificates can be rotated while the process runs. A rotation replaces several files one by one. Until the new
 * files match each other, the last usable files stay in use.
 */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { buildConnector } from 'undici';

/** Paths of PEM files. */
export interface SubgraphTls {
  /** Authorities that sign the subgraph's certificate. @default the authorities that Node trusts */
  readonly caFile?: string | undefined;
  /** Client certificate, for a subgraph that requires it. `certFile` and `keyFile` must be set together. */
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

/**
 * @param timeout Maximum time to connect, in milliseconds
 * @throws TypeError if the files are unusable at the time of the call
 */
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
      // The rotation may be incomplete: the old files stay in use until the new files match each other.
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
