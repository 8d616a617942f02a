/**
 * One leaf, queried for one caller within one request: the only way from this subgraph to a leaf.
 *
 * The caller is determined here, once: impersonated or with their own token, as the cluster's registration says, and
 * never the identity of the kubeconfig. Two things are read as ourselves, and neither reveals objects: discovery, for
 * the resource names of kinds, and which groups fleetgraph may impersonate. Reads omit the groups that it may not
 * (identity/refused-groups.ts says why that is safe). A session lives as long as its request and is never shared, so
 * what one caller read cannot reach another.
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

/** Time reserved before the deadline for assembling the answer, after the last leaf has been abandoned. */
const ANSWER_MARGIN_MS = 150;
/**
 * The client times out requests itself; this extra wait covers an answer that has arrived and waits for its turn here.
 */
const GRACE_MS = 50;
/**
 * Concurrent requests of one session to the client. The client shares its slots at the leaf by caller. Further requests
 * wait here without a timer or a listener; in the client's queue they would displace the caller's other requests.
 */
const CONCURRENCY = 8;
/** Do not send a request with less time left than this: aborting it costs the leaf a connection. */
const WORTH_ASKING_MS = 25;

/** Bounds of every page of a list: objects that a leaf answers in good time, and the bytes it may send for them. */
export const LIST_PAGE = { limit: 500, maxBytes: 64 * 1024 * 1024 } as const;

/** Maximum bytes of one object from a leaf. */
export const MAX_OBJECT_BYTES = 8 * 1024 * 1024;

/**
 * True if the name can be in a URL path unescaped. An API server decodes the path before it splits it, so a slash in a
 * name would address a subresource, and dots another object; no object has such a name.
 */
export function isPathSegment(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/%\p{Cc}]/u.test(name);
}

/** True for a namespace, or '' for none. */
export function isScope(namespace: string): boolean {
  return namespace === '' || isPathSegment(namespace);
}

/** Required options of every call to the leaf. */
export interface Asking {
  readonly as: Caller;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

interface ListQuestion extends Pick<
  ListOptions,
  'labelSelector' | 'fieldSelector' | 'accept' | 'exact' | 'isUnversioned'
> {
  /** '' for all. */
  readonly namespace: string;
  readonly maxPages: number;
  /** Receives the objects as they arrive, so that no other request waits while a page of large objects is parsed. */
  readonly onObjects: (objects: readonly KubernetesObject[]) => void | Promise<void>;
  /** True if no further page is wanted. @default never */
  readonly isEnough?: () => boolean;
}

/** How far a list was read. */
export interface ListEnd {
  /** True if there are further pages. */
  readonly hasMore: boolean;
  /** Number of objects on the pages that could not be read. */
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
   * Ends with the request, and serves its live reads alone: adding a listener to the request's own signal visits all
   * others there.
   */
  readonly ended: AbortSignal;
  /** Shared by all leaves of the request. */
  readonly budget: ByteBudget;
  /** Maximum wait for one answer of the leaf; the request's deadline may come first. */
  readonly timeoutMs: number;
  /**
   * Query the leaf with all groups of the caller, or fail: for actions, which admission policies may refuse by group.
   * @default false
   */
  readonly allGroups?: boolean;
}

/** Groups already logged, by client; the log names a limited number per leaf. */
const loggedGroups = new WeakMap<KubernetesClient, Set<string>>();
const MAX_LOGGED_GROUPS = 1_000;

export class LeafSession {
  readonly registration: Registration;
  readonly budget: ByteBudget;
  readonly #request: RequestContext;
  readonly #ended: AbortSignal;
  readonly #timeoutMs: number;
  /** A gate gives a single caller half of its slots. */
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
    // Authorizers beside RBAC may deny by group: without a group the caller could see more.
    this.#allGroups = allGroups || registration.authorization === 'mixed';
  }

  get cluster(): string {
    return this.registration.name;
  }

  /** Undefined if the cluster needs the caller's own token and there is none. */
  get caller(): Caller | undefined {
    return callerOn(this.registration, this.#request.identity);
  }

  /**
   * Context of a request for messages.
   * @param doing In the caller's own words
   */
  requested(doing: string, needsAllGroups = false): Requested {
    const { mode } = this.registration.identity;
    return { mode, doing, refusedGroups: this.#refusedGroups, areLeftOut: !needsAllGroups && !this.#allGroups };
  }

  /** Reports the number of requests to the caller, who may know of the cluster. */
  tellRequests(): void {
    const reported = this.#request.leafRequests;
    reported?.set(this.cluster, (reported.get(this.cluster) ?? new Set()).add(this));
    this.#logRefusedGroups();
  }

  /** Logs each group once, for operators, who can allow it. */
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

  /** Number of requests sent as the caller. */
  get requests(): number {
    return this.#requests;
  }

  /**
   * Runs one request to the leaf as the caller. If the leaf refuses one of the caller's groups, before answering
   * anything, runs it once more without the refused groups.
   * @param needsAllGroups The answer could differ without a group
   * @throws KubernetesError, TIMEOUT if the request's deadline comes first; the signal's reason if the client left
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
      // If no group may be omitted, the groups are only for the message.
      const refused = await this.#learnRefused(as.groups, !allGroups);
      if (allGroups || refused.every(group => before.includes(group))) throw error;
      return await this.#ask(without(refused), question);
    }
  }

  /**
   * Lists objects as the caller, page by page, until there are enough or the request's budget is spent.
   * @throws as `ask` does
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
    // Each request inside ends in time, so waiting here is bounded and needs no signal.
    using _place = await this.#gate.enter('this request');
    const timeoutMs = dueAt - performance.now();
    if (timeoutMs < WORTH_ASKING_MS) throw this.#late();
    this.#ended.throwIfAborted();
    this.#requests += 1;
    this.#request.leavesRequested?.add(this.cluster);
    return await this.#awaited(dueAt, question({ as, signal: this.#ended, timeoutMs }));
  }

  /**
   * Runs work that may take a millisecond or more, in the turns of the request's caller, so that no other caller waits.
   * @throws as `FairTurns.run` does
   */
  inTurns<T>(work: Iterator<unknown, T>): T | Promise<T> {
    return eventLoopTurns.run(callerKey(this.#request.identity), work, this.#ended);
  }

  /**
   * The resource by which the leaf serves a kind; undefined if it serves none. Cached for the request. @throws as `ask`
   * does
   */
  resourceOf({ group, kind }: Kind): Promise<ServedResource | undefined> {
    const key = JSON.stringify([group, kind]);
    const known = this.#resources.get(key) ?? this.#findResource({ group, kind });
    this.#resources.set(key, known);
    return known;
  }

  /** As resourceOf(), for a kind whose CRD has just been created: polls for some seconds. @throws as `ask` does */
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
      // A refusal here concerns us, not the caller: refusalOf() finds it as the cause.
      if (!(error instanceof KubernetesError) || error.code === 'TIMEOUT' || error.code === 'THROTTLED') throw error;
      throw new KubernetesError('UNREACHABLE', error.message, { cluster: this.cluster, cause: error });
    }
  }

  /**
   * Logs, once per request, what operators can fix and the caller should not see: addresses, certificates, our own
   * rights.
   */
  note({ code, message }: KubernetesError): void {
    if (code === 'NOT_FOUND' || this.#noted.has(code)) return;
    this.#noted.add(code);
    this.#request.log.info({ cluster: this.cluster, code, reason: message }, 'a live read failed');
  }

  /** Deadline of a request sent now. @throws KubernetesError TIMEOUT if it has passed */
  #dueAt(): number {
    const now = performance.now();
    const dueAt = Math.min(now + this.#timeoutMs, this.#request.deadline - ANSWER_MARGIN_MS);
    if (dueAt <= now) throw this.#late();
    return dueAt;
  }

  /** Only stops waiting: the client's deadline, and the end of the request, end the work. */
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

/** Maximum time from an accepted CRD until its kind is served: below a second on idle API servers. */
const SERVED_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 250;

/**
 * Minimum interval of fresh discovery for unknown kinds, whose CRD may be new, however many requests name missing
 * kinds.
 */
const FRESH_EVERY_MS = 10_000;

type Served = readonly ServedResource[];

const byKind = new WeakMap<Served, ReadonlyMap<string, ServedResource>>();
const refreshed = new WeakMap<KubernetesClient, number>();

/** Maps a kind to the resource by which a leaf serves it: by that leaf's own discovery, never by a rule of grammar. */
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
    // If several resources have the kind, the first readable one counts.
    const readable = served.filter(({ verbs }) => verbs.includes('get')).toReversed();
    byKind.set(served, (index = new Map(readable.map(resource => [`${resource.group}/${resource.kind}`, resource]))));
  }
  return index;
}
