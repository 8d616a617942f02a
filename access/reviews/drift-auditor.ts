/**
 * Compares decisions of the index with the clusters' own decisions, for recent callers, in the background.
 *
 * A disagreement is checked again a little later, because the index may lag behind a changed role. A second
 * disagreement counts as drift and is logged for the operator. Live reviews then decide the caller's rights on this
 * cluster (Quarantine) until the decisions agree again.
 */
import { LRUCache } from 'lru-cache';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { type AccessReviews, ReviewError } from '../../identity/access-reviews.ts';
import { identityOn, type ClusterIdentity, type Identity } from '../../identity/identity.ts';
import { authorizeInSteps } from '../../rbac/authorize.ts';
import { explainRequest } from '../../rbac/explain.ts';
import { objectAttributes } from '../../rbac/rules.ts';
import type { Attributes, Resource } from '../../rbac/types.ts';
import { compileInSteps, listsScope } from '../../rbac/visibility.ts';
import type { ClusterIndex, ReadModel } from '../../readmodel/readmodel.ts';
import type { Logger } from '../../telemetry/log.ts';
import { closure, type FailClosedRules, Quarantine } from '../coverage.ts';
import { identityKey } from '../request-access.ts';
import { everyRowOf } from './live-access.ts';

export interface DriftAuditorOptions {
  readonly reviews: AccessReviews;
  readonly readModel: Pick<ReadModel, 'clusters' | 'cluster' | 'page'>;
  readonly rules: FailClosedRules;
  readonly log: Logger;
  /** Maximum number of decisions to compare per minute. */
  readonly perMinute: number;
  /** Delay in milliseconds before a disagreement is checked again, so that the index can catch up. @default 5 s */
  readonly settleMs?: number;
  /** Monotonic clock, in milliseconds. @default performance.now */
  readonly clock?: () => number;
  readonly random?: () => number;
}

/**
 * A decision on which the index and the cluster disagreed. It is checked again at `due`, a time in milliseconds on the
 * auditor's clock. `drift` is true after a second disagreement.
 */
interface Suspect {
  readonly decision: Decision;
  readonly key: string;
  due: number;
  drift: boolean;
}

export type AuditResult = 'agreed' | 'disagreed' | 'refused' | 'failed';

const MAX_SUSPECTS = 1_000;
const REVIEW_TIMEOUT_MS = 5_000;
const REFUSED_RETRY_MS = 10 * 60_000;
const SETTLE_MS = 5_000;

export class DriftAuditor {
  readonly quarantine = new Quarantine();
  /** Counters for metrics. */
  readonly counts: Record<AuditResult, number> & { drift: number } = {
    agreed: 0,
    disagreed: 0,
    refused: 0,
    failed: 0,
    drift: 0,
  };
  readonly #options: DriftAuditorOptions;
  readonly #clock: () => number;
  readonly #settleMs: number;
  readonly #samples: DecisionSamples;
  /** Clusters that refuse reviews, each with the time of its next review in milliseconds on the auditor's clock. */
  readonly #refusing = new Map<string, number>();
  /** Suspects by cluster, caller and decision, oldest first. */
  readonly #suspects = new Map<string, Suspect>();
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: DriftAuditorOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
    this.#settleMs = options.settleMs ?? SETTLE_MS;
    this.#samples = new DecisionSamples(options.readModel, options.random);
  }

  /** Starts comparing. A slow comparison delays the next comparison. */
  start(): void {
    if (this.#closing.signal.aborted || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#running = this.step()
        .catch((error: unknown) => {
          this.counts.failed++;
          this.#options.log.warn(
            { reason: error instanceof Error ? error.message : String(error) },
            'the drift auditor could not compare a decision',
          );
        })
        .finally(() => {
          this.#timer = undefined;
          this.start();
        });
    }, 60_000 / this.#options.perMinute).unref();
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('fleetgraph is closing'));
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Remembers a caller whose decisions can be compared, without the caller's token. */
  saw(identity: Identity): void {
    this.#samples.saw(identity);
  }

  /** Number of clusters that refuse reviews. */
  get refusing(): number {
    return this.#refusing.size;
  }

  /** Compares one decision: a suspect that is due, or a random decision if no suspect is due. */
  async step(): Promise<AuditResult | undefined> {
    this.#forgetGone();
    const due = [...this.#suspects.values()].find(
      suspect => suspect.due <= this.#clock() && !this.#leftAlone(suspect.decision.cluster),
    );
    const decision =
      due?.decision ??
      (await this.#samples.next(({ cluster }) => !this.#leftAlone(cluster) && this.#open(cluster) !== undefined));
    if (!decision) return undefined;
    const result = await this.#compare(decision, due);
    if (result) this.counts[result]++;
    return result;
  }

  async #compare(decision: Decision, suspect: Suspect | undefined): Promise<AuditResult | undefined> {
    const { cluster, identity } = decision;
    const { readModel, rules, reviews, log } = this.#options;
    const before = this.#open(cluster);
    if (!before) return this.#putOff(suspect);
    const onCluster = identityOn(rules.policies(cluster)!, identity); // an open cluster has a policy
    const question = questionOf(decision);
    let leaf: boolean;
    try {
      leaf = await reviews.mayOther(
        cluster,
        onCluster,
        question,
        AbortSignal.any([this.#closing.signal, AbortSignal.timeout(REVIEW_TIMEOUT_MS)]),
      );
    } catch (error) {
      this.#putOff(suspect);
      if (this.#closing.signal.aborted) return undefined;
      if (!(error instanceof ReviewError && error.code === 'REFUSED')) return 'failed';
      if (!this.#refusing.has(cluster))
        log.warn(
          { cluster, reason: error.message },
          "decisions cannot be compared here: apply what 'fleetgraph prepare-cluster' prints",
        );
      this.#refusing.set(cluster, this.#clock() + REFUSED_RETRY_MS);
      return 'refused';
    }
    this.#refusing.delete(cluster);
    // If the cluster was closed during the review, its rows and the answer may come from different API servers.
    const now = readModel.cluster(cluster);
    if (now && !this.#open(cluster)) return this.#putOff(suspect);
    const index = now ?? before;
    const ours = await decide(index, onCluster, decision);
    if (ours === undefined) return this.#putOff(suspect);
    if (ours === leaf) this.#agreed(suspect);
    else await this.#disagreed(decision, { index, onCluster, question, ours, leaf }, suspect);
    return ours === leaf ? 'agreed' : 'disagreed';
  }

  #agreed(suspect: Suspect | undefined): void {
    if (!suspect) return;
    const { decision, key } = suspect;
    this.#suspects.delete(suspectKey(decision, key));
    if (
      !suspect.drift ||
      [...this.#suspects.values()].some(it => it.drift && it.key === key && it.decision.cluster === decision.cluster)
    )
      return;
    this.quarantine.release(decision.cluster, key);
    this.#options.log.info(
      { cluster: decision.cluster, user: decision.identity.user },
      'index and cluster agree again on what this user may do',
    );
  }

  async #disagreed(decision: Decision, found: Finding, suspect: Suspect | undefined): Promise<void> {
    const key = suspect?.key ?? identityKey(found.onCluster);
    const due = this.#clock() + this.#settleMs;
    if (!suspect) {
      // An existing suspect keeps its due time. Otherwise random picks of its decision could delay the second check
      // forever.
      const isNew = !this.#suspects.has(suspectKey(decision, key));
      if (isNew && this.#suspects.size < MAX_SUSPECTS)
        this.#suspects.set(suspectKey(decision, key), { decision, key, due, drift: false });
      return;
    }
    // The suspect moves to the end, so that a decision that never agrees does not block the other suspects.
    this.#suspects.delete(suspectKey(decision, key));
    this.#suspects.set(suspectKey(decision, key), suspect);
    suspect.due = due;
    if (suspect.drift) return;
    suspect.drift = true;
    this.counts.drift++;
    this.quarantine.add(decision.cluster, key);
    await this.#report(decision, found);
  }

  /** Logs for the operator, because the text contains objects and grants that users may not see. */
  async #report({ cluster }: Decision, { index, onCluster, question, ours, leaf }: Finding): Promise<void> {
    const explained = await eventLoopTurns.run(onCluster.user, explainRequest(index.grants, onCluster, question));
    const chain = (typeof explained === 'string' ? [] : explained).map(({ binding, role, subject }) => ({
      binding: `${binding.type} ${binding.namespace && `${binding.namespace}/`}${binding.name}`,
      role: `${role.type} ${role.name}`,
      subject: `${subject.kind} ${subject.name}`,
    }));
    this.#options.log.error(
      { cluster, user: onCluster.user, groups: onCluster.groups.slice(0, 20), question, index: ours, leaf, chain },
      'RBAC drift: index and cluster disagree; this user is answered by live reviews of the cluster until they agree',
    );
  }

  #putOff(suspect: Suspect | undefined): undefined {
    if (suspect) suspect.due = this.#clock() + this.#settleMs;
    return undefined;
  }

  /** The index of a cluster. Undefined if the cluster is closed, or if live reviews decide for all its callers. */
  #open(cluster: string): ClusterIndex | undefined {
    const { readModel, rules } = this.#options;
    const index = readModel.cluster(cluster);
    return index && index.state?.authorization === 'rbac' && !closure(index, rules) ? index : undefined;
  }

  #leftAlone(cluster: string): boolean {
    const { reviews } = this.#options;
    return reviews.reaches?.(cluster) === false || (this.#refusing.get(cluster) ?? 0) > this.#clock();
  }

  #forgetGone(): void {
    const { readModel } = this.#options;
    for (const suspect of [...this.#suspects.values()]) {
      const { decision } = suspect;
      const index = readModel.cluster(decision.cluster);
      const served = index?.resources.some(
        ({ group, plural }) => group === decision.resource.group && plural === decision.resource.plural,
      );
      if (!index) {
        this.quarantine.forget(decision.cluster);
        this.#suspects.delete(suspectKey(decision, suspect.key));
      } else if (!served) this.#agreed(suspect); // the index no longer has the kind, so nothing can disagree
    }
    for (const cluster of this.#refusing.keys()) if (!readModel.cluster(cluster)) this.#refusing.delete(cluster);
    this.#samples.forgetGone();
  }
}

interface Finding {
  readonly index: ClusterIndex;
  readonly onCluster: ClusterIdentity;
  readonly question: Attributes;
  readonly ours: boolean;
  readonly leaf: boolean;
}

function suspectKey({ cluster, verb, resource, namespace, name }: Decision, key: string): string {
  return JSON.stringify([cluster, key, verb, resource.group, resource.plural, namespace, name]);
}

/**
 * A decision about one object, or about a whole list if `name` is ''. The index and the cluster decide about the same
 * verb. So it is not drift if the caller may `list` an object, but not `get` it.
 */
export interface Decision {
  readonly cluster: string;
  readonly identity: Identity;
  readonly verb: 'list' | 'get';
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
}

function questionOf({ verb, resource, namespace, name }: Decision): Attributes {
  const {
    verb: requested,
    group,
    resource: plural,
    namespace: scope,
  } = objectAttributes(verb, resource, namespace, name);
  return { verb: requested, group, resource: plural, namespace: scope, name };
}

/**
 * The decision of the index. For a list, the compiled visibility decides. For a single object, the rules decide
 * directly. Undefined if the grants are too large or keep changing.
 */
export async function decide(
  index: ClusterIndex,
  identity: ClusterIdentity,
  decision: Decision,
): Promise<boolean | undefined> {
  const { grants, resources } = index;
  if (decision.name !== '') {
    const decided = await eventLoopTurns.run(identity.user, authorizeInSteps(grants, identity, questionOf(decision)));
    return typeof decided === 'string' ? undefined : decided;
  }
  const { group, plural } = decision.resource;
  const number = resources.findIndex(resource => resource.group === group && resource.plural === plural);
  const visibility = await eventLoopTurns.run(identity.user, compileInSteps(grants, identity, resources));
  // An unknown resource has number -1, which no grant lists.
  return visibility.givenUp ? undefined : listsScope(visibility, number, decision.namespace);
}

const MAX_IDENTITIES = 1_000;
const SEEN_MS = 60 * 60_000;
const PAGE = 100;
const FORMS = [
  { verb: 'list', byName: false },
  { verb: 'list', byName: true },
  { verb: 'get', byName: true },
] as const;

/**
 * Picks the next decision to compare: a random recent caller, and a random row of a random cluster. The row may be
 * visible to the caller or hidden.
 */
export class DecisionSamples {
  readonly #readModel: Pick<ReadModel, 'clusters' | 'cluster' | 'page'>;
  readonly #random: () => number;
  readonly #seen = new LRUCache<string, Identity>({ max: MAX_IDENTITIES, ttl: SEEN_MS });
  /** Cursor after which the next sample reads rows, by cluster. */
  readonly #cursors = new Map<string, string>();

  constructor(readModel: Pick<ReadModel, 'clusters' | 'cluster' | 'page'>, random = Math.random) {
    this.#readModel = readModel;
    this.#random = random;
  }

  /** Remembers a caller as a candidate, without the caller's token. */
  saw({ user, groups, uid, extra }: Identity): void {
    this.#seen.set(JSON.stringify([user, groups, uid, extra]), { user, groups, uid, extra });
  }

  async next(mayBeRequested: (index: ClusterIndex) => boolean): Promise<Decision | undefined> {
    const identity = this.#oneOf([...this.#seen.values()]);
    const index = this.#oneOf(this.#readModel.clusters().filter(index => index.rowCount > 0 && mayBeRequested(index)));
    if (!identity || !index) return undefined;
    const { cluster } = index;
    const after = this.#cursors.get(cluster);
    const page = await this.#readModel.page(everyRowOf(index), { clusters: [cluster] }, [], { first: PAGE, after });
    const end = page.hasNextPage ? page.endCursor : undefined;
    if (end === undefined) this.#cursors.delete(cluster);
    else this.#cursors.set(cluster, end);
    const row = this.#oneOf(page.rows);
    if (!row) return undefined;
    const resource = index.resources.find(({ group, kind }) => group === row.group && kind === row.kind);
    const form = this.#oneOf(FORMS);
    if (!resource || !form) return undefined;
    const { verb, byName } = form;
    return { cluster, identity, verb, resource, namespace: row.namespace, name: byName ? row.name : '' };
  }

  forgetGone(): void {
    for (const cluster of this.#cursors.keys()) if (!this.#readModel.cluster(cluster)) this.#cursors.delete(cluster);
  }

  #oneOf<T>(items: readonly T[]): T | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }
}
