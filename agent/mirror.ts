/**
 * Mirrors the content of an agent's reports: the cluster's RBAC, and the objects of the reported kinds that the cluster
 * serves.
 *
 * A report is possible only while all these kinds are completely mirrored and were confirmed recently. A report
 * replaces the whole content of its cluster. So a kind that cannot be read must not look like a kind without objects.
 */
import { Backoff } from '../async/backoff.ts';
import { systemClock, type Clock } from '../async/clock.ts';
import type { KubernetesClient, KubernetesObject, ServedResource } from '../kubernetes/client.ts';
import { resourceName } from '../kubernetes/client.ts';
import { messageOf } from '../kubernetes/errors.ts';
import { startReflector, type Reflector, type ReflectorSink, type ReflectorState } from '../kubernetes/reflector.ts';
import type { Resource } from '../rbac/types.ts';
import type { Logger } from '../telemetry/log.ts';
import { linesOf, RBAC_GROUP, reportedObject, type Detail, type ReportedObject, type ReportText } from './lines.ts';

export interface MirrorOptions {
  readonly client: KubernetesClient;
  /** Kinds to report, as plural.group. */
  readonly kinds: readonly string[];
  readonly detail: Detail;
  readonly log: Logger;
  /** Interval of discovery, in milliseconds. @default 60 s */
  readonly discoveryMs?: number;
  readonly clock?: Pick<Clock, 'now'>;
}

const RBAC_PLURALS: readonly string[] = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'];
const DISCOVERY_MS = 60_000;
/**
 * Maximum milliseconds since the API server last confirmed the objects of a kind. Bookmarks confirm a watch about once
 * a minute.
 */
const CONFIRMED_WITHIN_MS = 120_000;
/**
 * Milliseconds of failure after which the agent reports nothing. Shorter failures may occur when a connection is
 * renewed.
 */
const FAILING_MS = 15_000;

export class Mirror {
  readonly #options: MirrorOptions;
  readonly #kinds = new Map<string, MirroredKind>();
  readonly #closing = new AbortController();
  readonly #following: Promise<void>;
  #version = '';
  #discovered = false;
  /** Reason why the last discovery failed. Empty if it succeeded. */
  #problem = 'the cluster has not answered yet';
  #wake: () => void = () => undefined;

  constructor(options: MirrorOptions) {
    this.#options = options;
    this.#following = this.#follow();
  }

  /** Content of a report, or the reason why no report is possible now. */
  report(): ReportText | { readonly problem: string } {
    if (!this.#discovered) return { problem: this.#problem };
    for (const kind of this.#kinds.values()) {
      const { problem } = kind;
      if (problem !== undefined) return { problem: `${resourceName(kind.resource)}: ${problem}` };
    }
    const kinds = [...this.#kinds.values()];
    const resources = kinds.flatMap(({ resource }) => (resource.group === RBAC_GROUP ? [] : [plain(resource)]));
    const objects = kinds.flatMap(kind =>
      Array.from(kind.objects, ([key, object]) => [`${resourceName(kind.resource)} ${key}`, object] as const),
    );
    return { kubernetesVersion: this.#version, resources, lines: linesOf(objects, resources) };
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('The agent is closing.'));
    this.#wake();
    await this.#following;
    await Promise.all([...this.#kinds.values()].map(kind => kind.stop()));
  }

  async #follow(): Promise<void> {
    const { client, log, discoveryMs = DISCOVERY_MS } = this.#options;
    const { signal } = this.#closing;
    const backoff = new Backoff({ firstMs: 1_000, maxMs: discoveryMs });
    while (!signal.aborted) {
      let pauseMs = discoveryMs;
      try {
        this.#version = await client.version(signal);
        await this.#reconcile(await client.discover({ fresh: true, signal }));
        this.#discovered = true;
        this.#problem = '';
        backoff.reset();
      } catch (error) {
        if (signal.aborted) return;
        pauseMs = backoff.next();
        const problem = messageOf(error);
        if (problem !== this.#problem) log.warn({ error: problem }, 'the cluster cannot be read');
        this.#problem = problem;
      }
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, pauseMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (signal.aborted) this.#wake();
      });
    }
  }

  async #reconcile(served: readonly ServedResource[]): Promise<void> {
    const { client, kinds, detail, log, clock = systemClock } = this.#options;
    const wanted = new Set(kinds);
    const found = new Map<string, Resource>();
    for (const resource of served) {
      const name = resourceName(resource);
      const isRbac = resource.group === RBAC_GROUP && RBAC_PLURALS.includes(resource.plural);
      if ((wanted.has(name) || isRbac) && resource.verbs.includes('list')) found.set(name, resource);
    }
    for (const [name, kind] of this.#kinds) {
      if (sameResource(found.get(name), kind.resource)) continue;
      this.#kinds.delete(name);
      await kind.stop();
    }
    for (const [name, resource] of found) {
      if (this.#kinds.has(name)) continue;
      const gone = () => this.#wake();
      this.#kinds.set(name, new MirroredKind({ client, resource, detail, log, clock, gone }));
    }
  }
}

interface MirroredKindOptions {
  readonly client: KubernetesClient;
  readonly resource: Resource;
  readonly detail: Detail;
  readonly log: Logger;
  readonly clock: Pick<Clock, 'now'>;
  /** Called when the cluster no longer serves the kind. */
  readonly gone: () => void;
}

interface Item {
  readonly key: string;
  readonly object: ReportedObject;
}

class MirroredKind implements ReflectorSink<Item> {
  readonly resource: Resource;
  /** Objects by namespace and name. */
  objects: ReadonlyMap<string, ReportedObject> = new Map();
  readonly #options: MirroredKindOptions;
  readonly #reflector: Reflector;
  /** Objects of a list that is still in progress. */
  #listing: Map<string, ReportedObject> | undefined;
  #current = new Map<string, ReportedObject>();
  #listed = false;
  #left = 0;
  #confirmedAt = -Infinity;
  #failing: { readonly since: number; readonly reason: string } | undefined;

  constructor(options: MirroredKindOptions) {
    const { client, resource, detail } = options;
    this.#options = options;
    this.resource = resource;
    const transform = (object: KubernetesObject): Item => ({
      key: keyOf(object),
      object: reportedObject(resource, object, detail),
    });
    this.#reflector = startReflector({ client, resource, transform }, this);
  }

  /** Reason why the mirrored objects must not be reported. Undefined if they may be reported. */
  get problem(): string | undefined {
    const now = this.#options.clock.now();
    if (!this.#listed) return this.#failing?.reason ?? 'its first list is not complete';
    if (this.#left > 0) return `${this.#left} objects are too large to read`;
    if (this.#failing && now - this.#failing.since > FAILING_MS) return this.#failing.reason;
    return now - this.#confirmedAt > CONFIRMED_WITHIN_MS ? 'it has not been confirmed for a while' : undefined;
  }

  stop(): Promise<void> {
    return this.#reflector.stop();
  }

  listBegin(): void {
    this.#listing = new Map();
    this.#left = 0;
  }

  listPage(items: readonly Item[]): void {
    for (const { key, object } of items) this.#listing?.set(key, object);
  }

  listEnd(): void {
    if (this.#listing) this.objects = this.#current = this.#listing;
    this.#listing = undefined;
    this.#listed = true;
    this.confirmed();
  }

  changed(type: 'ADDED' | 'MODIFIED' | 'DELETED', { key, object }: Item): void {
    for (const objects of [this.#current, ...(this.#listing ? [this.#listing] : [])]) {
      if (type === 'DELETED') objects.delete(key);
      else objects.set(key, object);
    }
    this.objects = this.#current;
  }

  leftOut(count: number): void {
    this.#left += count;
  }

  confirmed(): void {
    this.#confirmedAt = this.#options.clock.now();
  }

  state(state: ReflectorState): void {
    const reason = reasonOf(state);
    if (reason === undefined) {
      if (state.phase !== 'listing') this.#failing = undefined;
      return;
    }
    if (this.#failing?.reason !== reason)
      this.#options.log.warn({ resource: resourceName(this.resource), reason }, 'a kind cannot be read');
    this.#failing = { since: this.#failing?.since ?? this.#options.clock.now(), reason };
    if (state.phase === 'gone') this.#options.gone();
  }
}

function reasonOf(state: ReflectorState): string | undefined {
  if (state.phase === 'failing') return state.error.message;
  return state.phase === 'forbidden' || state.phase === 'gone' ? state.reason : undefined;
}

function keyOf({ metadata: { namespace = '', name } }: KubernetesObject): string {
  return `${namespace}/${name}`;
}

function plain({ group, version, kind, plural, namespaced }: Resource): Resource {
  return { group, version, kind, plural, namespaced };
}

function sameResource(a: Resource | undefined, b: Resource): boolean {
  return a !== undefined && a.version === b.version && a.kind === b.kind && a.namespaced === b.namespaced;
}
