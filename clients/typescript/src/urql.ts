/**
 * Settings for the normalising cache of urql: `cacheExchange({ keys, resolvers, possibleTypes })` of
 * @urql/exchange-graphcache.
 *
 * Objects, clusters, namespaces and kinds are cached by their `id`. All other values are stored inside their parent.
 * Pages of a connection with the same filter and order are joined, except inside values without a key.
 */
import type { CacheExchangeOpts, KeyingConfig, Resolver, ResolverConfig } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { CONNECTIONS, EMBEDDED, POSSIBLE_TYPES } from './cache-shape.ts';

export const possibleTypes: NonNullable<CacheExchangeOpts['possibleTypes']> = Object.fromEntries(
  Object.entries(POSSIBLE_TYPES).map(([name, types]) => [name, [...types]]),
);

export const keys: KeyingConfig = Object.fromEntries(EMBEDDED.map(type => [type, () => null]));

/** Resolves an object by its id, so that a detail page finds objects that a list has read. */
const object: Resolver = (_parent, args, cache, { parentKey, fieldName }) => {
  const known = cache.resolve(parentKey, fieldName, args);
  return known === undefined ? { __typename: 'KubernetesObject', id: args['id'] as string } : known;
};

export const resolvers: ResolverConfig = resolversOf();

function resolversOf(): ResolverConfig {
  const all: Record<string, Record<string, Resolver>> = { Query: { object } };
  for (const [type, fields] of Object.entries(CONNECTIONS)) {
    // relayPagination() cannot find pages of values without a key, so these pages are not joined.
    if ((EMBEDDED as readonly string[]).includes(type)) continue;
    for (const name of Object.keys(fields)) (all[type] ??= {})[name] = relayPagination();
  }
  return all;
}
