/**
 * Expiry of the credentials of registered clusters, computed in turns: reading a certificate takes a while, and there
 * may be hundreds.
 */
import { setImmediate } from 'node:timers/promises';
import type { Registration } from '../../clusters/registry.ts';
import { tokenExpiry } from '../../kubernetes/credentials-expiry.ts';

/** Clusters per turn: about a millisecond. */
const IN_ONE_TURN = 16;

/** In order; milliseconds since the epoch, undefined if unknown or unreadable. */
export async function credentialEnds(
  registrations: readonly Pick<Registration, 'target'>[],
): Promise<(number | undefined)[]> {
  const ends: (number | undefined)[] = [];
  for (const [i, { target }] of registrations.entries()) {
    if (i > 0 && i % IN_ONE_TURN === 0) await setImmediate();
    ends.push(await target?.expiresAt?.().catch(() => undefined));
  }
  return ends;
}

/** Expiry of stored tokens, for clusters whose renewed token is only in memory. */
export async function tokensInMemory(registrations: readonly Pick<Registration, 'target'>[]): Promise<number[]> {
  const ends: number[] = [];
  for (const { target } of registrations) {
    // Unreadable files are reported where they are used.
    const [used, kept] = await Promise.all([target?.token?.read(), target?.token?.kept()]).catch(() => []);
    const end = kept !== undefined && kept !== used ? tokenExpiry(kept) : undefined;
    if (end !== undefined) ends.push(end);
  }
  return ends;
}
