/**
 * TLS to Redis with files that change: certificates are rotated under a process that runs for months.
 *
 * The files are read anew for every connection, so no watch can be missed and nothing must be restarted. A rotation
 * replaces several files one by one: until all of them match, the last usable ones stay in use.
 */
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { ConnectionOptions, SecureContext } from 'node:tls';

/** PEM files. */
export interface RedisTlsOptions {
  /** Authorities that may have signed the certificates of Redis. @default Node's own */
  readonly caFile?: string | undefined;
  /** Both or neither: for a Redis with `tls-auth-clients`. */
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
}

export class RotatedTls {
  /** For ioredis, which copies them for each connection. */
  readonly connectionOptions: ConnectionOptions;
  readonly #files: RedisTlsOptions;
  #texts = '';
  #context: SecureContext;
  #problem: string | undefined;

  /** @throws TypeError if the files cannot be used */
  constructor(files: RedisTlsOptions) {
    if ((files.certFile === undefined) !== (files.keyFile === undefined))
      throw new TypeError('store.tls needs certFile and keyFile, or neither');
    this.#files = files;
    this.#context = this.#read();
    const latest = () => this.#latest();
    this.connectionOptions = {
      get secureContext() {
        return latest();
      },
    };
  }

  /** Why the current files are unusable, so that the earlier ones stay in use. */
  get problem(): string | undefined {
    return this.#problem;
  }

  #latest(): SecureContext {
    try {
      this.#context = this.#read();
      this.#problem = undefined;
    } catch (error) {
      this.#problem = (error as Error).message;
    }
    return this.#context;
  }

  #read(): SecureContext {
    const ca = this.#pem('caFile');
    const cert = this.#pem('certFile');
    const key = this.#pem('keyFile');
    const texts = JSON.stringify([ca, cert, key]);
    if (texts === this.#texts) return this.#context;
    let context;
    try {
      context = createSecureContext({ ca, cert, key });
    } catch (error) {
      throw new TypeError(`store.tls: its files cannot be used together: ${(error as Error).message}`, { cause: error });
    }
    this.#texts = texts;
    return context;
  }

  #pem(option: keyof RedisTlsOptions): string | undefined {
    const file = this.#files[option];
    if (file === undefined) return undefined;
    let text;
    try {
      text = readFileSync(file, 'utf8');
    } catch (error) {
      throw new TypeError(`store.tls.${option}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
    }
    if (!text.includes('-----BEGIN ')) throw new TypeError(`store.tls.${option}: ${file} is not a PEM file: it has no line "-----BEGIN …"`);
    return text;
  }
}
