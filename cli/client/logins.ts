/**
 * Logins of this machine. The login at each fleetgraph server is a file with mode 0600 in the XDG configuration folder.
 *
 * A file that other users may read or write is not used. Other users may know its tokens, or may have written their own
 * tokens into it. A login belongs to one address, and its ID token is sent to no other address.
 */
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { UsageError } from '../usage-error.ts';

export type Login = z.infer<typeof Login>;
export type Env = Readonly<Record<string, string | undefined>>;

const text = z.string().min(1).max(100_000);
const Login = z.object({
  /** URL of the GraphQL endpoint. */
  server: text,
  issuer: text,
  clientId: text,
  idToken: text,
  /** Undefined if the login cannot be renewed. */
  refreshToken: text.optional(),
});

/** A process that holds the lock for longer is considered dead. */
const LOCK_MS = 30_000;
const LOOK_MS = 50;

export class Logins {
  readonly #folder: string;

  constructor(env: Env) {
    this.#folder = join(env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config'), 'fleetgraph', 'logins');
  }

  /** @throws UsageError if the file is unusable */
  of(server: string): Login | undefined {
    const file = this.#file(server);
    const again = 'Remove it, and sign in again with fleetgraph login.';
    let content: string;
    try {
      if ((statSync(file).mode & 0o077) !== 0)
        throw new UsageError(`${file} is open to others, so its login is not used. ${again}`);
      content = readFileSync(file, 'utf8');
    } catch (error) {
      if (error instanceof UsageError) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw new UsageError(`${file} cannot be read (${code}).`);
    }
    const login = loginIn(content, server);
    if (!login) throw new UsageError(`${file} is not a login of ${server}. ${again}`);
    return login;
  }

  keep(login: Login): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = this.#file(login.server);
    const written = `${file}.${randomUUID()}`;
    writeFileSync(written, JSON.stringify(login), { mode: 0o600, flag: 'wx' });
    renameSync(written, file);
  }

  remove(server: string): void {
    rmSync(this.#file(server), { force: true });
  }

  /**
   * Runs `work` in one process at a time. Many issuers accept a refresh token only once, and some end the login if a
   * refresh token arrives twice.
   */
  async alone<T>(server: string, work: () => Promise<T>): Promise<T> {
    const lock = `${this.#file(server)}.lock`;
    while (!taken(lock)) await delay(LOOK_MS);
    try {
      return await work();
    } finally {
      rmSync(lock, { force: true, recursive: true });
    }
  }

  #file(server: string): string {
    return join(this.#folder, `${createHash('sha256').update(server).digest('hex').slice(0, 32)}.json`);
  }
}

function taken(lock: string): boolean {
  try {
    mkdirSync(lock, { mode: 0o700 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > LOCK_MS) rmSync(lock, { force: true, recursive: true });
    return false;
  }
}

/** Returns undefined if the login belongs to another server or is unreadable. */
export function loginIn(content: string, server: string): Login | undefined {
  try {
    const login = Login.safeParse(JSON.parse(content)).data;
    return login?.server === server ? login : undefined;
  } catch {
    return undefined; // the error is dropped, because its message quotes the content with its tokens
  }
}
