/**
 * The normalising cache of urql: `cacheExchange({ keys, resolvers, possibleTypes })` of @urql/exchange-graphcache.
 *
 * Objects, clusters, namespaces and kinds are kept by their `id`; everything else is a part of what holds it. Pages of
 * a connection are put together while their filter and order are the same.
 */
import type { CacheExchangeOpts, KeyingConfig, Resolver, ResolverConfig } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { CONNECTIONS, EMBEDDED, POSSIBLE_TYPES } from './cache-shape.ts';

export const possibleTypes: NonNullable<CacheExchangeOpts['possibleTypes']> = Object.fromEntries(
  Object.entries(POSSIBLE_TYPES).map(([name, types]) => [name, [...types]]),
);

export const keys: KeyingConfig = Object.fromEntries(EMBEDDED.map(type => [type, () => null]));

/** An object that a list brought is there for a detail page, too. */
const object: Resolver = (_parent, args, cache, { parentKey, fieldName }) => {
  const known = cache.resolve(parentKey, fieldName, args);
  return known === undefined ? { __typename: 'KubernetesObject', id: args['id'] as string } : known;
};

export const resolvers: ResolverConfig = resolversOf();

function resolversOf(): ResolverConfig {
  const all: Record<string, Record<string, Resolver>> = { Query: { object } };
  for (const [type, fields] of Object.entries(CONNECTIONS)) {
    // relayPagination() does not find the pages of what has no key; those stay pages of their own.
    if ((EMBEDDED as readonly string[]).includes(type)) continue;
    for (const name of Object.keys(fields)) (all[type] ??= {})[name] = relayPagination();
  }
  return all;
}
