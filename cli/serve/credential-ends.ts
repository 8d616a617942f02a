/**
 * Expiry of the credentials of registered clusters. Reading a certificate blocks the event loop, and there may be
 * hundreds of certificates. So the work is split over several turns of the event loop.
 */
import { setImmediate } from 'node:timers/promises';
import type { Registration } from '../../clusters/registry.ts';
import { tokenExpiry } from '../../kubernetes/credentials-expiry.ts';

/** Number of clusters per turn of the event loop. */
const IN_ONE_TURN = 16;

/** One expiry per registration, in milliseconds since the epoch. Undefined if unknown or unreadable. */
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

/**
 * Returns when the stored tokens expire, in milliseconds since the epoch. Includes only clusters whose renewed token is
 * in memory, but not yet in the file or Secret.
 */
export async function tokensInMemory(registrations: readonly Pick<Registration, 'target'>[]): Promise<number[]> {
  const ends: number[] = [];
  for (const { target } of registrations) {
    // Unreadable files are reported by the code that uses them.
    const [used, kept] = await Promise.all([target?.token?.read(), target?.token?.kept()]).catch(() => []);
    const end = kept !== undefined && kept !== used ? tokenExpiry(kept) : undefined;
    if (end !== undefined) ends.push(end);
  }
  return ends;
}
