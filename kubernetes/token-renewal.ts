/**
 * Renews our token for a leaf. When two thirds of the lifetime of a ServiceAccount token are over, requests a new token
 * by TokenRequest for the same account. If we may not write the file of the token, this happens after nine tenths.
 * After a failure, retries and logs the time left.
 *
 * Claims are read without verifying the signature. They decide only when to request a token and for which account. The
 * leaf decides whether we may have the token. The new token goes only to that leaf, and only if it belongs to the same
 * account and expires later. A thief of the token can renew it as we can, until the ServiceAccount is deleted. The log
 * never contains a token, nor an answer that might hold a token.
 */
import { z } from 'zod';
import type { Logger } from '../telemetry/log.ts';
import { Backoff } from '../async/backoff.ts';
import type { KubernetesClient } from './client.ts';
import { systemClock, type Clock } from '../async/clock.ts';
import type { KubeconfigToken } from './kubeconfig-token.ts';
import { requestToken, tokenFailure } from './token-request.ts';

/** A ServiceAccount token that expires. Times are milliseconds since the epoch. */
export interface BoundToken {
  readonly namespace: string;
  readonly name: string;
  /** UID of the ServiceAccount. A ServiceAccount that is recreated under the same name has another UID. */
  readonly uid?: string | undefined;
  readonly issuedAt: number;
  readonly expiresAt: number;
}

export interface TokenRenewalOptions {
  readonly client: Pick<KubernetesClient, 'cluster' | 'request'>;
  readonly token: KubeconfigToken;
  readonly log: Logger;
  /** Clock whose `now` is the time of day, in milliseconds since the epoch. @default the system's clock */
  readonly clock?: Clock;
}

export interface TokenRenewal {
  stop(): void;
}

/** Maximum time between two checks. Another process may have renewed the file, or the clock may have jumped. */
const LOOK_EVERY_MS = 3_600_000;

const seconds = z.number().int().nonnegative().max(1e11);
const Claims = z.object({
  iat: seconds,
  exp: seconds,
  'kubernetes.io': z.object({
    namespace: z.string().min(1),
    serviceaccount: z.object({ name: z.string().min(1), uid: z.string().optional() }),
  }),
});

/** Reads the claims of a bound ServiceAccount token. Undefined for other tokens, such as a token in a Secret. */
export function boundTokenOf(token: string): BoundToken | undefined {
  const [, payload, signature, more] = token.split('.');
  if (payload === undefined || signature === undefined || more !== undefined) return undefined;
  let claims: unknown;
  try {
    claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  const { data } = Claims.safeParse(claims);
  if (!data || data.exp <= data.iat) return undefined;
  const { namespace, serviceaccount } = data['kubernetes.io'];
  return { namespace, ...serviceaccount, issuedAt: data.iat * 1_000, expiresAt: data.exp * 1_000 };
}

/**
 * Time of the next renewal, in milliseconds since the epoch. If we may not write the file of the token, kubelet usually
 * renews the token at four fifths of the lifetime. So we wait for nine tenths of the lifetime.
 */
export function renewalDue(
  { issuedAt, expiresAt }: BoundToken,
  { othersMayRenew }: { othersMayRenew: boolean },
): number {
  return issuedAt + (expiresAt - issuedAt) * (othersMayRenew ? 0.9 : 2 / 3);
}

export function startTokenRenewal(options: TokenRenewalOptions): TokenRenewal {
  const stopped = new AbortController();
  // Only stop() may end the renewal. Any other end is logged as an error.
  void new Renewal(options).run(stopped.signal).catch((error: unknown) => {
    if (!stopped.signal.aborted)
      options.log.error({ cluster: options.client.cluster, reason: tokenFailure(error) }, 'token renewal has ended');
  });
  return { stop: () => stopped.abort() };
}

class Renewal {
  readonly #client: TokenRenewalOptions['client'];
  readonly #token: KubeconfigToken;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #backoff = new Backoff({ firstMs: 10_000, maxMs: 600_000 });

  constructor({ client, token, log, clock = { ...systemClock, now: () => Date.now() } }: TokenRenewalOptions) {
    this.#client = client;
    this.#token = token;
    this.#log = log;
    this.#clock = clock;
  }

  async run(signal: AbortSignal): Promise<void> {
    for (let reported = false; ; reported = true) {
      let bound: BoundToken | undefined;
      try {
        bound = await this.#current();
        if (bound && !reported && (await this.#token.keeper()) === 'memory') this.#tellThatMemoryForgets(bound);
        await this.#clock.sleep(await this.#step(bound, signal), signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#tellFailure(error, bound);
        await this.#clock.sleep(this.#backoff.next(), signal);
      }
    }
  }

  /** Renews the token if due. Returns the milliseconds until the next step. */
  async #step(bound: BoundToken | undefined, signal: AbortSignal): Promise<number> {
    if (!bound) return LOOK_EVERY_MS;
    const othersMayRenew = (await this.#token.keeper()) === 'others';
    const wait = renewalDue(bound, { othersMayRenew }) - this.#clock.now();
    if (wait > 0) return Math.min(wait, LOOK_EVERY_MS);
    const renewed = await this.#request(bound, signal);
    await this.#token.replace(renewed);
    if (othersMayRenew) this.#tellThatMemoryForgets(bound);
    this.#backoff.reset();
    this.#log.info({ cluster: this.#client.cluster }, 'the token of the ServiceAccount was renewed');
    return 0;
  }

  async #current(): Promise<BoundToken | undefined> {
    const token = await this.#token.read();
    return token === undefined ? undefined : boundTokenOf(token);
  }

  async #request(bound: BoundToken, signal: AbortSignal): Promise<string> {
    const { namespace, name, issuedAt, expiresAt } = bound;
    const token = await requestToken(
      this.#client,
      { namespace, name, seconds: (expiresAt - issuedAt) / 1_000 },
      signal,
    );
    const renewed = boundTokenOf(token ?? '');
    if (
      token === undefined ||
      renewed?.namespace !== namespace ||
      renewed.name !== name ||
      renewed.expiresAt <= expiresAt
    )
      throw new Error(`the answer is not a token of ServiceAccount ${namespace}/${name} that lives longer`);
    return token;
  }

  #tellThatMemoryForgets({ expiresAt }: BoundToken): void {
    this.#log.warn(
      { cluster: this.#client.cluster, expiresIn: timeOf(expiresAt - this.#clock.now()) },
      'the token is renewed in memory only, and a restart after this one has expired needs a new one. Let tokenFile of the kubeconfig name a file that fleetgraph may write; for a Secret of a hub set writeTokens of its source, or run fleetgraph register from time to time',
    );
  }

  #tellFailure(error: unknown, bound: BoundToken | undefined): void {
    const left = bound && bound.expiresAt - this.#clock.now();
    const reported = {
      cluster: this.#client.cluster,
      reason: tokenFailure(error),
      ...(left !== undefined && { expiresIn: left > 0 ? timeOf(left) : 'has expired' }),
    };
    this.#log.warn(
      reported,
      "the token of the ServiceAccount could not be renewed. It needs the right that 'fleetgraph prepare-cluster' prints",
    );
  }
}

/** Text of a duration, in days, hours or minutes. */
export function timeOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1_440)} days`;
}
