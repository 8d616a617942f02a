/** Queries that who runs fleetgraph saved for everybody, as the configuration has them: the same for all callers, whatever they may see. */
import { throughPublic, type GuardedResolvers } from '../../access/guard.ts';
import type { SavedView } from '../parts.ts';

export function viewResolvers(views: readonly SavedView[]): GuardedResolvers {
  return { Query: { views: throughPublic(() => views) } };
}
