/**
 * All kinds that something is known of, from the files of their API groups. What is known of any other kind is kstatus.
 */
import type { Resource } from '../rbac/types.ts';
import { apiextensions } from './apiextensions.ts';
import { apps } from './apps.ts';
import { autoscaling } from './autoscaling.ts';
import { batch } from './batch.ts';
import { core } from './core.ts';
import { flux } from './flux.ts';
import type { Kind } from './kind.ts';
import { kstatus } from './kstatus.ts';
import { networking } from './networking.ts';
import { policy } from './policy.ts';

export const KINDS: readonly Kind[] = [...core, ...apps, ...batch, ...autoscaling, ...networking, ...policy, ...apiextensions, ...flux];

export type KindLookup = (resource: Pick<Resource, 'group' | 'kind'>) => Kind;

export const kindOf: KindLookup = lookupIn(KINDS);

/** @throws Error for two entries of one kind */
export function lookupIn(entries: readonly Kind[]): KindLookup {
  const byName = new Map<string, Kind>();
  for (const entry of entries) {
    const name = `${entry.group}/${entry.kind}`;
    if (byName.has(name)) throw new Error(`kinds/ has two entries for ${name}: make them one.`);
    byName.set(name, entry);
  }
  const wholeGroups = entries.filter(({ kind }) => kind === '*');
  const other: Kind = { group: '*', kind: '*', status: kstatus() };
  return ({ group, kind }) => byName.get(`${group}/${kind}`) ?? wholeGroups.find(entry => group.endsWith(entry.group.slice(1))) ?? other;
}
