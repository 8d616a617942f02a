/** When the credentials of registered clusters end, in turns: reading a certificate takes a while, and there may be hundreds. */
import { setImmediate } from 'node:timers/promises';
import type { Registration } from '../clusters/registry.ts';
import { tokenExpiry } from '../kubernetes/credentials-expiry.ts';

/** Clusters in one turn: about a millisecond. */
const IN_ONE_TURN = 16;

/** In their order; milliseconds since 1970, undefined where they do not say or cannot be read. */
export async function credentialEnds(registrations: readonly Pick<Registration, 'target'>[]): Promise<(number | undefined)[]> {
  const ends: (number | undefined)[] = [];
  for (const [i, { target }] of registrations.entries()) {
    if (i > 0 && i % IN_ONE_TURN === 0) await setImmediate();
    ends.push(await target?.expiresAt?.().catch(() => undefined));
  }
  return ends;
}

/** When the tokens end that are kept somewhere, of clusters whose renewed one is in memory only. */
export async function tokensInMemory(registrations: readonly Pick<Registration, 'target'>[]): Promise<number[]> {
  const ends: number[] = [];
  for (const { target } of registrations) {
    // A file that cannot be read any more is told where it is used.
    const [used, kept] = await Promise.all([target?.token?.read(), target?.token?.kept()]).catch(() => []);
    const end = kept !== undefined && kept !== used ? tokenExpiry(kept) : undefined;
    if (end !== undefined) ends.push(end);
  }
  return ends;
}
