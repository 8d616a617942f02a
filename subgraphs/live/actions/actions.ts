/**
 * Acts on objects of leaf clusters, as the caller. The cluster decides what the caller may do. A refusal is data in the
 * result of the object.
 *
 * Requests with the same idempotency key act once. A repeated request gets the results of the first request. A write is
 * repeated only after the leaf refused it, so no write takes effect twice. A started action continues after the client
 * disconnects, until the deadline of the request, so that it completes and is reported as a whole. The log has a line
 * for each object, even if the action fails.
 *
 * Callers choose the ids, so an id may name a hidden or missing object. A refusal that reveals that the cluster exists
 * goes only to callers who may know of the object. All other callers get NOT_FOUND.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ClusterRegistry } from '../../../clusters/registry.ts';
import type { KubernetesError } from '../../../kubernetes/errors.ts';
import type { Resource } from '../../../rbac/types.ts';
import type { ActionName, ActionOutcome } from '../../../schema/actions.ts';
import { decodeObjectId, encodeObjectId, type ObjectId } from '../../../schema/object-id.ts';
import { audit } from '../../../telemetry/audit.ts';
import type { ActionParts, SubgraphLimits } from '../../parts.ts';
import type { RequestContext } from '../../../identity/identity.ts';
import { refusal } from '../arguments.ts';
import { inputError } from '../../arguments.ts';
import { ByteBudget } from '../byte-budget.ts';
import { LeafSession } from '../leaf-session.ts';
import { isSecret } from '../manifest.ts';
import type { Action } from './action.ts';
import { missingFor } from './apply.ts';
import { ManifestYaml, type YamlDocument } from './manifest-yaml-thread.ts';
import { ABSENT, unsupported, type Acted, type FieldConflict, done } from './outcome.ts';
import { digest, Repeats } from './repeats.ts';
import { findTarget, Refused } from './target.ts';
import { at, line, list } from '../../../kinds/untrusted.ts';

/** State of actions that all requests share. */
export class Actions {
  readonly parts: ActionParts;
  readonly repeats = new Repeats();
  readonly yaml = new ManifestYaml();

  constructor(parts: ActionParts) {
    this.parts = parts;
  }
}

/** One action on several objects. */
export interface Job {
  readonly name: ActionName;
  readonly items: readonly Item[];
  readonly dryRun: boolean;
  readonly idempotencyKey: string | null | undefined;
  /** Text of the whole request, to compare with an earlier request that has the same key. */
  readonly requested: string;
}

export interface Item {
  readonly id: ObjectId;
  /** API version for the request to the leaf. @default the preferred version of the leaf */
  readonly version?: string;
  readonly action: Action;
  /** Items with a lower number run first. @default 0 */
  readonly order?: number;
  /** True if another item of the request is a CRD that defines the kind. */
  readonly isDefinedHere?: boolean;
  /** Names of all objects that the request applies, as `kind/name`. */
  readonly appliedWith?: ReadonlySet<string>;
}

/** Parent value for the resolvers of ActionResult. */
export interface ActionResult {
  readonly id: string;
  readonly outcome: ActionOutcome;
  readonly message?: string;
  readonly reason?: string;
  readonly warnings?: readonly string[];
  readonly created?: string;
  readonly preview?: string;
  readonly conflicts?: readonly FieldConflict[];
  readonly source?: ActionResult;
  readonly sourceAsked?: boolean;
  /** Set only if the caller may know of the object. */
  readonly object?: { readonly id: string };
}

export interface RequestActionsOptions {
  readonly actions: Actions;
  readonly clusters: Pick<ClusterRegistry, 'get'>;
  readonly limits: SubgraphLimits;
  readonly request: RequestContext;
  /** True if the index would show the object to the caller. The result is cached during the request. */
  readonly visible: (id: string) => Promise<boolean>;
  /**
   * The kinds that the caller may name on a cluster. Undefined if the caller may not name the cluster. The result is
   * cached during the request.
   */
  readonly namedKinds: (
    cluster: string,
  ) => Promise<readonly Pick<Resource, 'group' | 'kind' | 'namespaced'>[] | undefined>;
  /** Drops the request's cached data of the cluster. Called after each action, which may have changed the cluster. */
  readonly changed: (cluster: string) => void;
}

const MAX_KEY_LENGTH = 128;

export class RequestActions {
  readonly #options: RequestActionsOptions;
  readonly #sessions = new Map<string, LeafSession>();
  #objects = 0;

  constructor(options: RequestActionsOptions) {
    this.#options = options;
  }

  get allowed(): readonly ActionName[] {
    return this.#options.actions.parts.allow;
  }

  /**
   * Parses a YAML text to apply.
   * @throws GraphQLError for a text that is refused
   */
  async yamlDocuments(text: string): Promise<readonly YamlDocument[]> {
    this.#checkAllowed('apply');
    return this.#options.actions.yaml.documents(text, this.#options.request);
  }

  /**
   * Runs a job and returns results in the order of its items.
   * @throws GraphQLError for an invalid request, before anything is done
   */
  async run(job: Job): Promise<ActionResult[]> {
    this.#checkAllowed(job.name);
    const items = await Promise.all(job.items.map(item => this.#inScope(item)));
    const acted = await this.#once({ ...job, items });
    return Promise.all(items.map((item, i) => this.#reported(item, acted[i]!)));
  }

  /**
   * Drops the namespace of a cluster-scoped manifest, as kubectl does, but only if the caller may name the kind.
   */
  async #inScope(item: Item): Promise<Item> {
    const { id, action } = item;
    if (action.name !== 'apply' || id.namespace === '') return item;
    const kinds = await this.#kindsOn(id.cluster);
    const isClusterScoped = kinds?.some(
      ({ group, kind, namespaced }) => group === id.group && kind === id.kind && !namespaced,
    );
    return isClusterScoped ? { ...item, id: { ...id, namespace: '' } } : item;
  }

  async #once(job: Job): Promise<readonly Acted[]> {
    const { items, idempotencyKey: key, requested } = job;
    this.#spend(items);
    if (key == null) return this.#all(job);
    if (key === '' || key.length > MAX_KEY_LENGTH)
      throw inputError(`input.idempotencyKey: give a text of 1 to ${MAX_KEY_LENGTH} characters.`, 'input');
    const { actions, request } = this.#options;
    const results = actions.repeats.once({ identity: request.identity, key, requested, size: items.length }, () =>
      this.#all(job),
    );
    if (results === 'other')
      throw inputError(
        'input.idempotencyKey: you used this key for something else a while ago. Take a new one.',
        'input',
      );
    if (results === 'full')
      throw refusal(
        'RATE_LIMITED',
        'Too many results are kept for idempotency keys. Nothing was done; ask again later, or without a key.',
      );
    return results;
  }

  #checkAllowed(name: ActionName): void {
    if (this.allowed.includes(name)) return;
    const what = this.allowed.length === 0 ? 'Actions are' : `The action "${name}" is`;
    throw refusal('ACTION_NOT_ENABLED', `${what} switched off here (mutations.enabled, mutations.allow).`);
  }

  #spend(items: readonly Item[]): void {
    const { actionObjects } = this.#options.limits;
    this.#objects += items.length;
    if (this.#objects > actionObjects)
      throw inputError(
        `One request may act on at most ${actionObjects} objects (limits.actionObjects). Ask for fewer at a time.`,
      );
    const seen = new Set<string>();
    for (const { id } of items) {
      const text = encodeObjectId(id);
      if (seen.has(text))
        throw inputError(`input: ${text.slice(0, 300)} is there twice. Name each object once.`, 'input');
      seen.add(text);
    }
  }

  async #all(job: Job): Promise<readonly Acted[]> {
    const sources = new Set<string>();
    const acted = new Map<Item, Acted>();
    const inOrder = Map.groupBy(job.items, ({ order = 0 }) => order);
    for (const order of [...inOrder.keys()].sort((a, b) => a - b)) {
      const items = inOrder.get(order)!;
      for (const [i, one] of (await this.#together(job, items, sources)).entries()) acted.set(items[i]!, one);
    }
    return job.items.map(item => acted.get(item)!);
  }

  #together(job: Job, items: readonly Item[], sources: Set<string>): Promise<readonly Acted[]> {
    return Promise.all(
      items.map(async item => {
        await this.#knows(item);
        const { acted, error } = await this.#act(item, job.dryRun);
        const result = await this.#reported(item, acted);
        // For missing objects, the log gets no reason. With a reason, a reader of the log could distinguish missing
        // objects from hidden objects.
        this.#note(job, result, acted.outcome !== 'NOT_FOUND' && result.outcome === acted.outcome ? error : undefined);
        const { source } = result;
        if (source && !sources.has(source.id)) this.#note(job, source, undefined);
        if (source) sources.add(source.id);
        return acted;
      }),
    );
  }

  async #act(item: Item, dryRun: boolean): Promise<Attempt> {
    const { id, action, appliedWith } = item;
    if (action.isFor?.(id) === false) return { acted: unsupported(action.name, id) };
    // A cluster that the caller may not name is not queried. Otherwise the response time would reveal that the cluster
    // exists.
    const session = (await this.#kindsOn(id.cluster)) && this.#session(id.cluster);
    if (!session) return { acted: ABSENT };
    session.tellRequests();
    const waitsUntil = performance.now() + NOTICED_WITHIN_MS;
    try {
      for (;;) {
        const attempt = await attemptOn(session, item, dryRun);
        const missing = missingFor(attempt.error?.said);
        if (missing === undefined || !appliedWith?.has(missing)) return attempt;
        if (dryRun) return { acted: uncheckedWithout(missing) };
        if (performance.now() >= waitsUntil) return attempt;
        await delay(NOTICED_EVERY_MS);
      }
    } catch (error) {
      // A bug of fleetgraph in one action must not lose the results or log lines of other objects.
      this.#options.request.log.error({ err: error, action: action.name }, 'an action failed');
      return { acted: FAULT };
    } finally {
      this.#options.changed(id.cluster);
    }
  }

  #session(cluster: string): LeafSession | undefined {
    const known = this.#sessions.get(cluster);
    const { clusters, request, limits } = this.#options;
    const registration = clusters.get(cluster);
    if (known || !registration) return known;
    const session = new LeafSession({
      registration,
      request,
      // This signal never aborts, because a running action continues after the client disconnects.
      ended: new AbortController().signal,
      budget: new ByteBudget(limits.liveBytes),
      timeoutMs: limits.leafTimeoutMs,
      allGroups: true,
    });
    this.#sessions.set(cluster, session);
    return session;
  }

  /**
   * Records only the outcome that the caller sees. /metrics needs no credentials, and some readers of the log may not
   * know of the cluster.
   */
  #note(
    { name, dryRun, idempotencyKey }: Job,
    { id, outcome }: ActionResult,
    error: KubernetesError | undefined,
  ): void {
    const { actions, request } = this.#options;
    const { user, groups } = request.identity;
    actions.parts.counted(name, outcome);
    audit(request.log, {
      event: 'action',
      ...{ user, groups, action: name, cluster: decodeObjectId(id).cluster, id, outcome, dryRun },
      ...(idempotencyKey != null && { idempotencyKey: digest(idempotencyKey) }),
      // The error of an API server that refuses a Secret may contain values of the Secret.
      ...(error && { reason: isSecret(decodeObjectId(id)) ? error.code : error.message }),
    });
  }

  async #reported(item: Item, acted: Acted): Promise<ActionResult> {
    const { source, isHidden, ...rest } = acted;
    const id = encodeObjectId(item.id);
    const reported = source && {
      source: await this.#reported({ ...item, id: decodeObjectId(source.id) }, source.acted),
      sourceAsked: true,
    };
    const isVisible = await this.#shows(id);
    if (acted.outcome === 'NOT_FOUND' || (isHidden && !isVisible && !(await this.#knows(item))))
      return { id, outcome: 'NOT_FOUND', message: item.action.absent ?? ABSENT.message!, ...reported };
    return { id, ...rest, ...reported, ...((isVisible || REACHED.has(acted.outcome)) && { object: { id } }) };
  }

  /**
   * True if the caller may know of the object. Also called before acting, so that the answer is cached. The index stops
   * answering when the signal of the request is aborted.
   */
  async #knows({ id, action }: Item): Promise<boolean> {
    if (await this.#shows(encodeObjectId(id))) return true;
    // An object that will be created is not in the index yet, so the kind decides.
    return (
      action.name === 'apply' &&
      !!(await this.#kindsOn(id.cluster))?.some(({ group, kind }) => group === id.group && kind === id.kind)
    );
  }

  #shows(id: string): Promise<boolean> {
    return this.#options.visible(id).catch((error: unknown) => this.#untold(error, false));
  }

  #kindsOn(cluster: string): ReturnType<RequestActionsOptions['namedKinds']> {
    return this.#options.namedKinds(cluster).catch((error: unknown) => this.#untold(error, undefined));
  }

  /**
   * Returns `otherwise` if the signal of the request is aborted, because the index then answers nothing. Throws the
   * error in all other cases.
   */
  #untold<T>(error: unknown, otherwise: T): T {
    if (!this.#options.request.signal.aborted) throw error;
    return otherwise;
  }
}

interface Attempt {
  readonly acted: Acted;
  /** Error of the leaf, if it refused. */
  readonly error?: KubernetesError | undefined;
}

async function attemptOn(
  session: LeafSession,
  { id, version, action, isDefinedHere }: Item,
  dryRun: boolean,
): Promise<Attempt> {
  const warnings: string[] = [];
  const warned = (acted: Acted): Acted => (warnings.length === 0 || acted.isHidden ? acted : { ...acted, warnings });
  try {
    if (isDefinedHere && !(await (dryRun ? session.resourceOf(id) : session.resourceSoon(id))))
      return { acted: dryRun ? UNCHECKED : NOT_SERVED_YET };
    const target = await findTarget({ session, id, dryRun, warnings, ...(version !== undefined && { version }) });
    return { acted: warned(await action.act(target)) };
  } catch (error) {
    if (error instanceof Refused) return { acted: warned(error.acted), error: error.error };
    throw error;
  }
}

/**
 * Maximum milliseconds to wait until the admission of a leaf sees an object that the same mutation applied. Admission
 * looks up some kinds, for example PriorityClasses, in a watch cache that may lag behind writes.
 */
const NOTICED_WITHIN_MS = 2_000;
const NOTICED_EVERY_MS = 100;

const FAULT: Acted = {
  outcome: 'UNREACHABLE',
  message: 'fleetgraph failed with this object, and has logged why. It is not known whether it was done.',
  isHidden: true,
};

const UNCHECKED: Acted = {
  outcome: 'WOULD_DO',
  warnings: [
    'A CustomResourceDefinition of this request defines its kind: the cluster can check it only once that is applied.',
  ],
};

function uncheckedWithout(missing: string): Acted {
  const [kind, name] = missing.split('/');
  const warning = `It needs ${kind} "${name}" of this request: the cluster can check it only once that is applied.`;
  return { outcome: 'WOULD_DO', warnings: [warning] };
}

const NOT_SERVED_YET: Acted = {
  outcome: 'UNREACHABLE',
  message:
    'The cluster does not serve its kind yet, whose CustomResourceDefinition is in this request. It was not applied: send it again.',
};

/** Outcomes whose answer contains the object even if the index does not show it to the caller. */
const REACHED: ReadonlySet<ActionOutcome> = new Set<ActionOutcome>(['DONE', 'WOULD_DO', 'UNCHANGED', 'NO_EFFECT']);

export interface DeleteConditions {
  readonly uid?: string | null;
  readonly resourceVersion?: string | null;
  /** @default the default of the kind */
  readonly propagation?: 'BACKGROUND' | 'FOREGROUND' | 'ORPHAN' | null;
}

const POLICIES = { BACKGROUND: 'Background', FOREGROUND: 'Foreground', ORPHAN: 'Orphan' } as const;

export function deleteIf({ uid, resourceVersion, propagation }: DeleteConditions): Action {
  const preconditions = { ...(uid != null && { uid }), ...(resourceVersion != null && { resourceVersion }) };
  return {
    name: 'delete',
    async act(target): Promise<Acted> {
      const before = await target.readIfThere();
      await target.delete({ preconditions, ...(propagation && { propagationPolicy: POLICIES[propagation] }) });
      if (before?.metadata.deletionTimestamp === undefined) return done(target);
      return { outcome: 'UNCHANGED', message: goingMessage(list(at(before, 'metadata', 'finalizers'))) };
    },
  };
}

function goingMessage(finalizers: readonly unknown[]): string {
  const names = finalizers
    .filter(name => typeof name === 'string')
    .slice(0, 10)
    .map(name => line(name, 100));
  return names.length === 0
    ? 'It is being deleted already.'
    : `It is being deleted already, and waits for what set its finalizers: ${names.join(', ')}.`;
}
