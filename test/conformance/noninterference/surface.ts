/** A query whose answers must not depend on objects that the caller may not see. surfaces.ts lists all surfaces. */
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
  /** Makes the caller's variables from the answers that root gets. Root may list everything. */
  readonly given?: (askAsRoot: Ask, variables: Variables) => Promise<Variables>;
}
