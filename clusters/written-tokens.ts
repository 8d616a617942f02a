/**
 * Writes renewed tokens back to the Secrets of a hub. A process that starts after the first token has expired then
 * finds a valid token. This process uses the renewed token from memory, without waiting for the write. A failed write
 * is retried until it succeeds, the Secret no longer contains the old token, or the source is closed.
 *
 * Only the token in one value of the Secret is replaced. Nothing is replaced if the Secret has changed since it was
 * read. If several processes renew at the same time, one process writes, and the others do not overwrite its token.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Backoff } from '../async/backoff.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import { KubernetesError, messageOf } from '../kubernetes/errors.ts';
import type { KubeconfigToken } from '../kubernetes/kubeconfig-token.ts';
import type { Logger } from '../telemetry/log.ts';

/** The current content of a Secret. */
export interface TokenSecret {
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
  readonly key: string;
  /** Value of the key that contains the kubeconfig. */
  readonly text: string;
}

export interface WrittenTokenOptions {
  /** Returns the client of the hub. Undefined while there is none. */
  readonly client: () => Pick<KubernetesClient, 'request'> | undefined;
  readonly find: () => TokenSecret | undefined;
  readonly log: Logger;
  /** Aborted when the source is closed. */
  readonly signal: AbortSignal;
  /** Delay between retries. @default 5 s to 10 min */
  readonly backoff?: Backoff;
}

export function writtenToken(token: KubeconfigToken, options: WrittenTokenOptions): KubeconfigToken {
  /** The token in the Secret, as last known in this process. */
  let kept: string | undefined;
  let writing: Promise<unknown> | undefined;
  /**
   * Writes only the last token if several were renewed while the hub was unreachable. The earlier tokens may have
   * expired.
   */
  const write = async (): Promise<void> => {
    for (
      let next = await token.read();
      next !== undefined && kept !== undefined && next !== kept;
      next = await token.read()
    )
      kept = await written(kept, () => token.read(), options);
  };
  return {
    read: () => token.read(),
    kept: () => token.kept(),
    keeper: async () => 'secret',
    async replace(renewed) {
      if (!writing) kept = await token.read();
      await token.replace(renewed);
      writing ??= write()
        .catch(() => undefined) // token.read() may fail. The renewed token is then used, but not written.
        .finally(() => (writing = undefined));
    },
  };
}

/** Writes the token, with retries, and returns it. Undefined if the token was not written. */
async function written(
  from: string,
  latest: () => Promise<string | undefined>,
  { client, find, log, signal, backoff }: WrittenTokenOptions,
): Promise<string | undefined> {
  const waits = backoff ?? new Backoff({ firstMs: 5_000, maxMs: 600_000 });
  let reported = false;
  while (!signal.aborted) {
    try {
      const secret = find();
      if (!secret?.text.includes(from)) return undefined;
      const to = await latest();
      if (to === undefined) return undefined;
      const { namespace, name, resourceVersion, key, text } = secret;
      const data = { [key]: Buffer.from(text.replaceAll(from, () => to)).toString('base64') };
      const hub = client();
      if (!hub) throw new Error('there is no connection to the hub');
      await hub.request(`/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets/${encodeURIComponent(name)}`, {
        ...{ as: { type: 'self' }, method: 'PATCH', contentType: 'application/merge-patch+json', signal },
        body: { metadata: { resourceVersion }, data },
      });
      log.info({ secret: `${namespace}/${name}` }, 'the renewed token was written to its Secret');
      return to;
    } catch (error) {
      if (signal.aborted) return undefined;
      // Status 409 means that the Secret has changed since it was read. Another process may have renewed the token.
      if (!reported && !(error instanceof KubernetesError && error.status === 409)) {
        reported = true;
        log.warn({ reason: messageOf(error) }, 'a renewed token could not be written to its Secret');
      }
    }
    await sleep(waits.next(), undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}
