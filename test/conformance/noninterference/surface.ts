/** A query through which callers learn something. surfaces.ts has all of them. */
import type fc from 'fast-check';
import type { SubgraphName } from '../../../subgraphs/registry.ts';
import type { Variables } from './questions.ts';

export type Ask = (query: string, variables: Variables) => Promise<any>;

export interface Surface {
  readonly name: string;
  readonly document: string;
  /** @default the gateway */
  readonly at?: SubgraphName;
  readonly variables: fc.Arbitrary<Variables>;
  /** True if its worlds need Gateways, routes and policies. */
  readonly traffic?: true;
  /** A conversation of several queries, such as a walk over pages. */
  readonly converse?: (ask: Ask, variables: Variables) => Promise<unknown>;
  /** Variables from a user who sees everything, passed to the asker. */
  readonly given?: (askAsRoot: Ask, variables: Variables) => Promise<Variables>;
}
