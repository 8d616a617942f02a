/** A request, as everything on its way through the process is told of it: who asks, until when, and what is noted of it. */
import type { Logger } from '../telemetry/log.ts';
import type { Identity } from './identity.ts';

export interface RequestContext {
  readonly identity: Identity;
  /** Aborted when the client goes away or the deadline passes. */
  readonly signal: AbortSignal;
  /** What is given back when the request is over, answered or not. */
  readonly atEnd?: DisposableStack;
  /** performance.now() at which the answer is due. */
  readonly deadline: number;
  readonly requestId: string;
  readonly log: Logger;
  /** What is asked of clusters for this request alone, by cluster; those that ask note it here, of clusters that the caller may know of. */
  readonly leafRequests?: Map<string, Set<{ readonly requests: number }>>;
  /** Clusters that were asked as the caller, for the audit log. */
  readonly leavesAsked?: Set<string>;
  /** What the request cost beyond the price of its operation: resolvers add what they find out while they work. */
  readonly extra?: ExtraCost;
  /** Set where the request is for one payload of a subscription. */
  readonly liveQuery?: LiveQuery;
}

/** In the unit of prices, which is about a microsecond of the gateway's processor. */
export interface ExtraCost {
  cost: number;
}

/**
 * A subscription as the subgraph of its root field sees it. It is answered payload by payload, each by the query field of the same name, and the subgraph keeps
 * here from which moment the next one goes on.
 */
export interface LiveQuery {
  /** The token from which the client goes on; undefined: from now on. */
  readonly since: string | undefined;
  /** The reader was too slow: the next payload says so, and is the last. */
  readonly isOverrun: boolean;
  /** The next payload may tell something. At once: because of the caller's rights, and whatever else the client wants. */
  readonly changed: (atOnce: boolean) => void;
  /** Set by the subgraph with the first payload. */
  tracked?: TrackedQuery | undefined;
}

export interface TrackedQuery {
  /**
   * Of the payload that was made last; undefined: it was not made. Behind one that is a reset, or the end, no other comes. `isCoverage`: the client follows
   * coverage, and it is another one.
   */
  readonly told:
    { readonly changes: number; readonly isReset: boolean; readonly isCoverage?: boolean; readonly isEnd?: boolean } | undefined;
  /** That payload is with the client, or tells nothing: the next one goes on from there. */
  sent(): void;
  end(): void;
}
