/** A query through which callers learn something. surfaces.ts lists all surfaces. */
import type fc from 'fast-check';
import type { SubgraphName } from '../../../subgraphs/registry.ts';
import type { Variables } from './questions.ts';

export type Ask = (query: string, variables: Variables) => Promise<any>;

export interface Surface {
  readonly name: string;
  readonly document: string;
  /** Subgraph that receives the query. @default the gateway */
  readonly at?: SubgraphName;
  readonly variables: fc.Arbitrary<Variables>;
  /** True if the surface needs worlds with Gateways, routes and policies. */
  readonly traffic?: true;
  /** Sends several queries that depend on each other, such as the pages of a list. */
  readonly converse?: (ask: Ask, variables: Variables) => Promise<unknown>;
  /** Makes variables from answers to root, who may list everything. The asker then uses these variables. */
  readonly given?: (askAsRoot: Ask, variables: Variables) => Promise<Variables>;
}
