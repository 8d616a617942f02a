/**
 * Writes renewed tokens back to the Secrets of a hub, so that a process starting after the first token has expired
 * finds a valid one. The renewed token is used from memory at once; writing it may fail, and is retried until it is
 * there or the Secret holds another.
 *
 * Nothing else of a Secret changes: in the one value the new token replaces the old one, and only if the Secret is as
 * it was read. So of several processes that renew at once one writes, and the others take its token.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Backoff } from '../async/backoff.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import { KubernetesError, messageOf } from '../kubernetes/errors.ts';
import type { KubeconfigToken } from '../kubernetes/kubeconfig-token.ts';
import type { Logger } from '../telemetry/log.ts';

/** The current Secret of the source. */
export interface TokenSecret {
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
  readonly key: string;
  /** Value of the key. */
  readonly text: string;
}

export interface WrittenTokenOptions {
  /** Undefined while there is none. */
  readonly client: () => Pick<KubernetesClient, 'request'> | undefined;
  readonly find: () => TokenSecret | undefined;
  readonly log: Logger;
  /** Aborted when the source ends. */
  readonly signal: AbortSignal;
  /** @default 5 s to 10 min */
  readonly backoff?: Backoff;
}

export function writtenToken(token: KubeconfigToken, options: WrittenTokenOptions): KubeconfigToken {
  /** The token in the Secret, as far as known here. */
  let kept: string | undefined;
  let writing: Promise<unknown> | undefined;
  /** Only the last of several tokens renewed while the hub was away is useful: the others may have expired. */
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
        .catch(() => undefined) // from an unreadable file; the renewed token still counts
        .finally(() => (writing = undefined));
    },
  };
}

/** Returns the written token; undefined if there is nothing to write any more. */
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
      // 409: it has changed since it was read, perhaps by another process that renews it.
      if (!reported && !(error instanceof KubernetesError && error.status === 409)) {
        reported = true;
        log.warn({ reason: messageOf(error) }, 'a renewed token could not be written to its Secret');
      }
    }
    await sleep(waits.next(), undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}
