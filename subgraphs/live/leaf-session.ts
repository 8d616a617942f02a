/**
 * Queries one leaf for one caller within one request.
 *
 * The session determines the identity once: fleetgraph impersonates the caller, or sends the token of the caller, as
 * the registration of the cluster says. Objects are never read with the identity of fleetgraph in the kubeconfig. Only
 * discovery and the check for refused groups use that identity. If the cluster authorizes only by RBAC, reads omit the
 * groups that fleetgraph may not impersonate (identity/refused-groups.ts explains why that is safe).
 *
 * A session ends with its request. Requests and callers never share a session.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { FairGate } from '../../async/fair-gate.ts';
import { callerKey, type RequestContext, callerOn } from '../../identity/identity.ts';
import { hasRefusedGroups, refusedGroups } from '../../identity/refused-groups.ts';
import type {
  Caller,
  KubernetesClient,
  KubernetesObject,
  ListOptions,
  ServedResource,
} from '../../kubernetes/client.ts';
import { KubernetesError } from '../../kubernetes/errors.ts';
import type { Resource } from '../../rbac/types.ts';
import type { Registration } from '../../clusters/registry.ts';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import type { ByteBudget } from './byte-budget.ts';
import { isImpersonationRefused, type Requested } from './live-state.ts';

/** Milliseconds reserved before the deadline for building the answer. */
const ANSWER_MARGIN_MS = 150;
/**
 * Milliseconds to wait after the timeout of the Kubernetes client. An answer that arrived in time may still wait for
 * its turn on the event loop.
 */
const GRACE_MS = 50;
/**
 * Maximum concurrent requests of one session. Further requests wait in the session. In the queue of the Kubernetes
 * client, they would displace other requests of the caller.
 */
const CONCURRENCY = 8;
/** A request is sent only if this many milliseconds remain. A later request would probably be aborted. */
const WORTH_ASKING_MS = 25;

/** Limits of each page of a list. `limit` is the number of objects. */
export const LIST_PAGE = { limit: 500, maxBytes: 64 * 1024 * 1024 } as const;

/** Maximum bytes of one object from a leaf. */
export const MAX_OBJECT_BYTES = 8 * 1024 * 1024;

/**
 * True if the name is safe as a segment of a URL path. An API server decodes a path before splitting it. So even an
 * encoded slash in a name would address a subresource, and dots would address another object. No object has such a
 * name.
 */
export function isPathSegment(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/%\p{Cc}]/u.test(name);
}

/** True for a namespace that is safe in a URL path, and for '', which means no namespace. */
export function isScope(namespace: string): boolean {
  return namespace === '' || isPathSegment(namespace);
}

/** Options of a request to the leaf. */
export interface Asking {
  readonly as: Caller;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

interface ListQuestion extends Pick<
  ListOptions,
  'labelSelector' | 'fieldSelector' | 'accept' | 'exact' | 'isUnversioned'
> {
  /** Empty for all namespaces. */
  readonly namespace: string;
  readonly maxPages: number;
  /**
   * Receives the objects as they arrive, so that a page of large objects does not delay other requests while it is
   * parsed.
   */
  readonly onObjects: (objects: readonly KubernetesObject[]) => void | Promise<void>;
  /** Returns true if no more pages are wanted. @default never */
  readonly isEnough?: () => boolean;
}

/** The result of reading a list: how much is missing. */
export interface ListEnd {
  /** True if the leaf has more pages. */
  readonly hasMore: boolean;
  /** Number of unreadable objects on the pages that were read. */
  readonly leftOut: number;
}

interface Kind {
  readonly group: string;
  readonly kind: string;
}

export interface LeafSessionOptions {
  readonly registration: Registration;
  readonly request: RequestContext;
  /**
   * Signal that aborts when the request ends. Not the signal of the request itself, because that signal has many
   * listeners and adding one is slow.
   */
  readonly ended: AbortSignal;
  /** Limits the bytes of the objects that are read. */
  readonly budget: ByteBudget;
  /** Maximum milliseconds to wait for one response of the leaf. The deadline of the request may come earlier. */
  readonly timeoutMs: number;
  /**
   * True if every query must use all groups of the caller, or fail. Set for actions, because admission policies may
   * decide by group.
   * @default false
   */
  readonly allGroups?: boolean;
}

/** Groups that were already logged, by client. The number of logged groups per leaf is limited. */
const loggedGroups = new WeakMap<KubernetesClient, Set<string>>();
const MAX_LOGGED_GROUPS = 1_000;

export class LeafSession {
  readonly registration: Registration;
  readonly budget: ByteBudget;
  readonly #request: RequestContext;
  readonly #ended: AbortSignal;
  readonly #timeoutMs: number;
  /** A gate gives at most half of its slots to one caller, and this gate has only one caller. */
  readonly #gate = new FairGate({ slots: 2 * CONCURRENCY });
  readonly #resources = new Map<string, Promise<ServedResource | undefined>>();
  readonly #noted = new Set<string>();
  readonly #allGroups: boolean;
  #refusedGroups: readonly string[] = [];
  #requests = 0;

  constructor({ registration, request, ended, budget, timeoutMs, allGroups = false }: LeafSessionOptions) {
    this.registration = registration;
    this.budget = budget;
    this.#request = request;
    this.#ended = ended;
    this.#timeoutMs = timeoutMs;
    // Authorizers other than RBAC may deny access because of a group. Without that group, the caller could see more.
    this.#allGroups = allGroups || registration.authorization === 'mixed';
  }

  get cluster(): string {
    return this.registration.name;
  }

  /** The identity for queries. Undefined if the cluster needs a token of the caller and the caller has sent none. */
  get caller(): Caller | undefined {
    return callerOn(this.registration, this.#request.identity);
  }

  /**
   * Context of a request, for messages.
   * @param doing The action in words that the caller understands
   */
  requested(doing: string, needsAllGroups = false): Requested {
    const { mode } = this.registration.identity;
    return { mode, doing, refusedGroups: this.#refusedGroups, areLeftOut: !needsAllGroups && !this.#allGroups };
  }

  /**
   * Reports the number of requests to this leaf to the caller, and logs refused groups. Call this method only if the
   * caller may know of the cluster.
   */
  tellRequests(): void {
    const reported = this.#request.leafRequests;
    reported?.set(this.cluster, (reported.get(this.cluster) ?? new Set()).add(this));
    this.#logRefusedGroups();
  }

  /** Logs each refused group at most once, for operators, who can allow the group. */
  #logRefusedGroups(): void {
    const { client } = this.registration;
    const logged = loggedGroups.get(client) ?? new Set();
    loggedGroups.set(client, logged);
    const groups = this.#refusedGroups.filter(group => !logged.has(group));
    if (groups.length === 0 || logged.size >= MAX_LOGGED_GROUPS) return;
    for (const group of groups) logged.add(group);
    this.#request.log.warn(
      { cluster: this.cluster, groups },
      'fleetgraph may not impersonate these groups of callers on the cluster; allow them there (--impersonate-group), ' +
        'or leave them out everywhere (identity.groups)',
    );
  }

  /** Number of requests that this session has sent as the caller. */
  get requests(): number {
    return this.#requests;
  }

  /**
   * Runs one request to the leaf as the caller. If fleetgraph may not impersonate a group, repeats the request without
   * the refused groups, unless all groups are needed. A refused request has no effect, so nothing runs twice.
   * @param needsAllGroups True if the request must not omit a group of the caller
   * @throws KubernetesError. Its code is TIMEOUT if the deadline of the request comes first
   * @throws the reason of the signal if the client disconnects
   */
  async ask<T>(as: Caller, question: (asking: Asking) => Promise<T>, needsAllGroups = false): Promise<T> {
    const { client } = this.registration;
    const allGroups = needsAllGroups || this.#allGroups;
    if (as.type !== 'impersonate') return this.#ask(as, question);
    const without = (refused: readonly string[]) => ({
      ...as,
      groups: as.groups.filter(group => !refused.includes(group)),
    });
    const before = hasRefusedGroups(client) ? await this.#learnRefused(as.groups, false) : [];
    try {
      return await this.#ask(allGroups ? as : without(before), question);
    } catch (error) {
      if (!isImpersonationRefused(error)) throw error;
      // If no group may be omitted, the refused groups are needed only for the message.
      const refused = await this.#learnRefused(as.groups, !allGroups);
      if (allGroups || refused.every(group => before.includes(group))) throw error;
      return await this.#ask(without(refused), question);
    }
  }

  /**
   * Lists objects as the caller, page by page, until there are enough objects, `maxPages` are read, or the budget of
   * the request is used up.
   * @throws the same errors as `ask`
   */
  async list(
    as: Caller,
    resource: Resource,
    { namespace, maxPages, isEnough = () => false, ...options }: ListQuestion,
  ): Promise<ListEnd> {
    let token = '';
    let leftOut = 0;
    for (let page = 0; page < maxPages; page += 1) {
      const { continue: next } = await this.ask(as, asking =>
        this.registration.client.list(resource, {
          ...asking,
          ...(namespace !== '' && { namespace }),
          ...LIST_PAGE,
          ...options,
          ...(token !== '' && { continue: token }),
          onLeftOut: count => (leftOut += count),
        }),
      );
      token = next;
      if (token === '' || this.budget.isSpent || isEnough()) break;
    }
    return { hasMore: token !== '', leftOut };
  }

  async #learnRefused(groups: readonly string[], isDoubted: boolean): Promise<readonly string[]> {
    const learned = refusedGroups(this.registration.client, groups, { isDoubted });
    return (this.#refusedGroups = (await this.#awaited(this.#dueAt(), learned)) ?? []);
  }

  async #ask<T>(as: Caller, question: (asking: Asking) => Promise<T>): Promise<T> {
    const dueAt = this.#dueAt();
    // The requests that hold a slot have timeouts, so the wait for a slot is bounded and needs no signal.
    using _place = await this.#gate.enter('this request');
    const timeoutMs = dueAt - performance.now();
    if (timeoutMs < WORTH_ASKING_MS) throw this.#late();
    this.#ended.throwIfAborted();
    this.#requests += 1;
    this.#request.leavesRequested?.add(this.cluster);
    return await this.#awaited(dueAt, question({ as, signal: this.#ended, timeoutMs }));
  }

  /**
   * Runs work that may take a millisecond or more, in turns with other callers.
   * @throws the same errors as `FairTurns.run`
   */
  inTurns<T>(work: Iterator<unknown, T>): T | Promise<T> {
    return eventLoopTurns.run(callerKey(this.#request.identity), work, this.#ended);
  }

  /**
   * The resource by which the leaf serves a kind. Undefined if the leaf does not serve the kind. The result is cached
   * during the request.
   * @throws the same errors as `ask`
   */
  resourceOf({ group, kind }: Kind): Promise<ServedResource | undefined> {
    const key = JSON.stringify([group, kind]);
    const known = this.#resources.get(key) ?? this.#findResource({ group, kind });
    this.#resources.set(key, known);
    return known;
  }

  /**
   * Like resourceOf(), for a kind whose CRD was just created. Polls for at most SERVED_WITHIN_MS.
   * @throws the same errors as `ask`
   */
  async resourceSoon(kind: Kind): Promise<ServedResource | undefined> {
    const dueAt = Math.min(this.#dueAt(), performance.now() + SERVED_WITHIN_MS);
    let found: ServedResource | undefined;
    while (!(found = await this.#awaited(dueAt, this.#lookAgain(kind))) && performance.now() < dueAt - LOOK_EVERY_MS)
      await delay(LOOK_EVERY_MS, undefined, { signal: this.#ended });
    if (found) this.#resources.set(JSON.stringify([kind.group, kind.kind]), Promise.resolve(found));
    return found;
  }

  async #lookAgain({ group, kind }: Kind): Promise<ServedResource | undefined> {
    const served = await this.registration.client.discover({ fresh: true, signal: this.#ended });
    return indexed(served).get(`${group}/${kind}`);
  }

  async #findResource(kind: Kind): Promise<ServedResource | undefined> {
    try {
      return await this.#awaited(this.#dueAt(), resourceOfKind(this.registration.client, kind, this.#ended));
    } catch (error) {
      // Discovery runs as fleetgraph, so a refusal concerns fleetgraph, not the caller.
      if (!(error instanceof KubernetesError) || error.code === 'TIMEOUT' || error.code === 'THROTTLED') throw error;
      throw new KubernetesError('UNREACHABLE', error.message, { cluster: this.cluster, cause: error });
    }
  }

  /**
   * Logs an error, at most once per session and code. Does not log NOT_FOUND. The message is for operators and hidden
   * from the caller, because it may contain addresses, certificates and the permissions of fleetgraph.
   */
  note({ code, message }: KubernetesError): void {
    if (code === 'NOT_FOUND' || this.#noted.has(code)) return;
    this.#noted.add(code);
    this.#request.log.info({ cluster: this.cluster, code, reason: message }, 'a live read failed');
  }

  /**
   * Deadline of a request that is sent now, in milliseconds of performance.now().
   * @throws KubernetesError TIMEOUT if the deadline has passed
   */
  #dueAt(): number {
    const now = performance.now();
    const dueAt = Math.min(now + this.#timeoutMs, this.#request.deadline - ANSWER_MARGIN_MS);
    if (dueAt <= now) throw this.#late();
    return dueAt;
  }

  /** Stops waiting at the deadline. Does not end the work. */
  #awaited<T>(dueAt: number, work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(this.#late()), dueAt + GRACE_MS - performance.now());
      void work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  #late(): KubernetesError {
    return new KubernetesError('TIMEOUT', `${this.cluster}: no answer in time`, { cluster: this.cluster });
  }
}

/** Maximum milliseconds to wait until the kind of an accepted CRD is served. */
const SERVED_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 250;

/**
 * Minimum milliseconds between two fresh discoveries of a leaf. A request for an unknown kind needs a fresh discovery,
 * because the kind's CRD may be new. In between, such requests use the last discovery.
 */
const FRESH_EVERY_MS = 10_000;

type Served = readonly ServedResource[];

const byKind = new WeakMap<Served, ReadonlyMap<string, ServedResource>>();
const refreshed = new WeakMap<KubernetesClient, number>();

/** The resource by which a leaf serves a kind. */
async function resourceOfKind(
  client: KubernetesClient,
  { group, kind }: Kind,
  signal: AbortSignal,
): Promise<ServedResource | undefined> {
  const known = indexed(await client.discover({ signal })).get(`${group}/${kind}`);
  const now = performance.now();
  if (known || now - (refreshed.get(client) ?? -Infinity) < FRESH_EVERY_MS) return known;
  refreshed.set(client, now);
  return indexed(await client.discover({ fresh: true, signal })).get(`${group}/${kind}`);
}

function indexed(served: Served): ReadonlyMap<string, ServedResource> {
  let index = byKind.get(served);
  if (!index) {
    // If several resources have the kind, the first readable resource wins.
    const readable = served.filter(({ verbs }) => verbs.includes('get')).toReversed();
    byKind.set(served, (index = new Map(readable.map(resource => [`${resource.group}/${resource.kind}`, resource]))));
  }
  return index;
}
