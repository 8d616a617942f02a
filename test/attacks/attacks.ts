/** Attacks of one client on other users, in order of execution. */
import type { Attack } from './attack.ts';
import { documents } from './documents.ts';
import { filters } from './filters.ts';
import { leaves } from './leaves.ts';
import { memory } from './memory.ts';
import { places } from './places.ts';
import { strangers } from './strangers.ts';
import { subgraphs } from './subgraphs.ts';

export const ATTACKS: readonly Attack[] = [
  ...places,
  ...documents,
  ...filters,
  ...leaves,
  ...subgraphs,
  ...strangers,
  ...memory,
];

export function attackOf(name: string): Attack {
  const attack = ATTACKS.find(attack => attack.name === name);
  if (!attack)
    throw new Error(`There is no attack "${name}". There are ${ATTACKS.map(({ name }) => name).join(', ')}.`);
  return attack;
}
