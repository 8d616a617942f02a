/**
 * The reads and writes of actions on one object of a leaf, as the caller. A write is repeated only after the leaf
 * refused it, because any other failed write may have taken effect.
 */
import type { Caller, KubernetesObject, ListPage, RequestOptions, ServedResource } from '../../../kubernetes/client.ts';
import { requestPhrase, resourcePath } from '../../../kubernetes/client.ts';
import { KubernetesError } from '../../../kubernetes/errors.ts';
import { isKubernetesObject } from '../../../kubernetes/object-shape.ts';
import type { ObjectId } from '../../../schema/object-id.ts';
import { isPathSegment, isScope, MAX_OBJECT_BYTES, type LeafSession } from '../leaf-session.ts';
import { noToken } from '../live-state.ts';
import { ABSENT, failureOf, refusedBy, type Acted } from './outcome.ts';

/** Name of fleetgraph in managedFields. */
const FIELD_MANAGER = 'fleetgraph';

export interface TargetOptions {
  readonly session: LeafSession;
  readonly id: ObjectId;
  readonly dryRun: boolean;
  /** Version of the resource. @default the preferred version of the leaf */
  readonly version?: string;
  /** List that collects the warnings. @default a new list */
  readonly warnings?: string[];
}

/** Error that the methods of a target throw if the leaf refuses or fails. Actions need not catch the error. */
export class Refused extends Error {
  override name = 'Refused';
  readonly acted: Acted;
  /** Error of the leaf, for the log. */
  readonly error: KubernetesError | undefined;

  constructor(acted: Acted, error?: KubernetesError) {
    super(acted.message);
    this.acted = acted;
    this.error = error;
  }
}

interface Part {
  /** Part of the object to read or change. @default the object itself */
  readonly subresource?: 'scale';
}

interface PatchOptions extends Part {
  readonly type?: keyof typeof PATCHES;
  /** @default `dryRun` of the target */
  readonly dryRun?: boolean;
}

const PATCHES = {
  merge: 'application/merge-patch+json', // RFC 7386, accepted for all kinds
  json: 'application/json-patch+json', // RFC 6902
  strategic: 'application/strategic-merge-patch+json', // built-in kinds only
} as const;

/** Maximum number of objects that beside() returns. */
const MAX_BESIDE = 1_000;
const MAX_BESIDE_BYTES = 16 * 1024 * 1024;
const MAX_WARNINGS = 32;

export class Target {
  readonly id: ObjectId;
  readonly dryRun: boolean;
  /**
   * Warnings of the API server about writes (at most MAX_WARNINGS, without repetitions), and warnings of fleetgraph.
   */
  readonly warnings: string[];
  readonly #session: LeafSession;
  readonly #as: Caller;
  readonly #resource: ServedResource | undefined;

  /** @param resource Undefined if the leaf does not serve the kind, or serves the kind in another scope */
  constructor({ session, id, dryRun, warnings = [] }: TargetOptions, as: Caller, resource: ServedResource | undefined) {
    this.id = id;
    this.dryRun = dryRun;
    this.warnings = warnings;
    this.#session = session;
    this.#as = as;
    this.#resource = resource;
  }

  /**
   * Reads the object. Undefined if the caller may not read the object, or if the answer is no object.
   * @throws Refused
   */
  async read({ subresource }: Part = {}): Promise<KubernetesObject | undefined> {
    try {
      const object = await this.#ask('get', { subresource });
      return isKubernetesObject(object) ? object : undefined;
    } catch (error) {
      if (error instanceof Refused && error.error?.code === 'FORBIDDEN') return undefined;
      throw error;
    }
  }

  /**
   * Like read(), but also undefined if the object is missing.
   * @throws Refused
   */
  async readIfThere(): Promise<KubernetesObject | undefined> {
    try {
      return await this.read();
    } catch (error) {
      if (error instanceof Refused && error.error?.code === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  /**
   * Reads an object that the action needs.
   * @throws Refused, also if the object is missing or the caller may not read it
   */
  async mustRead(): Promise<KubernetesObject> {
    const object = await this.#ask('get', {});
    if (!isKubernetesObject(object)) throw new Refused(ABSENT);
    return object;
  }

  /**
   * Objects of another kind in the same namespace, at most MAX_BESIDE. Undefined if the caller may not list them, or
   * the leaf does not serve the kind.
   * @throws Refused
   */
  async beside(
    kind: Pick<ObjectId, 'group' | 'kind'>,
    selector?: Readonly<Record<string, unknown>>,
  ): Promise<ListPage['items'] | undefined> {
    const { client } = this.#session.registration;
    const labelSelector =
      selector &&
      Object.entries(selector)
        .map(([name, value]) => `${name}=${String(value)}`)
        .join(',');
    try {
      const resource = await this.#session.resourceOf(kind);
      if (!resource) return undefined;
      const options = {
        namespace: this.id.namespace,
        limit: MAX_BESIDE,
        maxBytes: MAX_BESIDE_BYTES,
        ...(labelSelector && { labelSelector }),
      };
      return (await this.#session.ask(this.#as, asking => client.list(resource, { ...options, ...asking }))).items;
    } catch (error) {
      if (!(error instanceof KubernetesError)) throw error;
      if (error.code === 'FORBIDDEN') return undefined;
      throw new Refused(failureOf(error, { ...this.#session.requested(`list ${kind.kind}`), isWrite: false }), error);
    }
  }

  /**
   * Patches the object and returns the changed object.
   * @param options `dryRun` true: the cluster only checks the change
   * @throws Refused
   */
  patch(change: object, { subresource, type = 'merge', dryRun = this.dryRun }: PatchOptions = {}): Promise<unknown> {
    const query = { fieldManager: FIELD_MANAGER, ...(dryRun && { dryRun: 'All' }) };
    return this.#ask('patch', { subresource, method: 'PATCH', query, body: change, contentType: PATCHES[type] });
  }

  /**
   * Creates the object and returns it. The API server may complete the name (generateName).
   * @throws Refused
   */
  create(manifest: object): Promise<unknown> {
    const query = { fieldManager: FIELD_MANAGER, ...this.#dryRun };
    return this.#ask('create', { method: 'POST', query, body: manifest });
  }

  /**
   * Server-side apply. Returns the changed object.
   * @throws Refused
   */
  apply(
    manifest: object,
    { fieldManager, force }: { readonly fieldManager: string; readonly force: boolean },
  ): Promise<unknown> {
    const query = { fieldManager, force, ...this.#dryRun };
    return this.#ask('patch', { method: 'PATCH', query, body: manifest, contentType: 'application/apply-patch+yaml' });
  }

  /** @throws Refused */
  async delete(options: object): Promise<void> {
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', ...options, ...(this.dryRun && { dryRun: ['All'] }) };
    await this.#ask('delete', { method: 'DELETE', body });
  }

  /**
   * Target for another object of the leaf.
   * @throws Refused
   */
  other(id: ObjectId): Promise<Target> {
    return findTarget({ session: this.#session, id, dryRun: this.dryRun, warnings: this.warnings });
  }

  /**
   * Runs work that may take a millisecond or more, in turns with other callers. The work continues when the client
   * disconnects.
   */
  inTurns<T>(work: Iterator<unknown, T>): T | Promise<T> {
    return this.#session.inTurns(work);
  }

  get #dryRun() {
    return this.dryRun ? { dryRun: 'All' } : {};
  }

  async #ask(
    verb: string,
    { subresource, ...options }: { subresource?: string | undefined } & Omit<RequestOptions, 'as'>,
  ): Promise<unknown> {
    const resource = this.#resource;
    if (!resource) return this.#askInVain(verb);
    const { namespace, name } = this.id;
    const doing = requestPhrase(verb, resource, this.id, subresource);
    const path = `${resourcePath(resource, namespace, verb === 'create' ? undefined : name)}${subresource ? `/${subresource}` : ''}`;
    return this.#send(path, options, doing);
  }

  /**
   * Sends a request for the version in place of the real request, and then throws Refused. So two cases look equal to
   * the caller: a kind that the leaf does not serve, and an object that the caller may not know of. Both send one
   * request, so they take about equal time and fail in the same way. The request is for the version, because by default
   * API servers let every user read the version.
   */
  async #askInVain(verb: string): Promise<never> {
    await this.#send('/version', {}, `${verb} ${this.id.kind}`);
    const { cluster } = this.#session;
    throw new Refused(ABSENT, new KubernetesError('FORBIDDEN', `${cluster}: serves no ${this.id.kind}`, { cluster }));
  }

  async #send(path: string, options: Omit<RequestOptions, 'as'>, doing: string): Promise<unknown> {
    const { client } = this.#session.registration;
    const onWarnings = (texts: readonly string[]) => {
      for (const text of texts)
        if (!this.warnings.includes(text) && this.warnings.length < MAX_WARNINGS) this.warnings.push(text);
    };
    // Only warnings about writes are collected. Warnings about reads, such as a deprecated version, do not concern the
    // action.
    const requested = { maxBytes: MAX_OBJECT_BYTES, ...options, ...(options.method !== undefined && { onWarnings }) };
    try {
      return await this.#session.ask(this.#as, asking => client.request(path, { ...requested, ...asking }));
    } catch (error) {
      if (!(error instanceof KubernetesError)) throw error;
      throw new Refused(
        failureOf(error, { ...this.#session.requested(doing), isWrite: options.method !== undefined }),
        error,
      );
    }
  }
}

/** @throws Refused */
export async function findTarget(options: TargetOptions): Promise<Target> {
  const { session, id, version } = options;
  if (!isScope(id.namespace) || !isPathSegment(id.name)) throw new Refused(ABSENT);
  const as = session.caller;
  if (!as) throw new Refused(refusedBy(noToken(session.cluster)));
  let resource: ServedResource | undefined;
  try {
    resource = await session.resourceOf(id);
  } catch (error) {
    if (!(error instanceof KubernetesError)) throw error;
    throw new Refused(failureOf(error, { ...session.requested(`find ${id.kind}`), isWrite: false }), error);
  }
  if (resource?.namespaced !== (id.namespace !== '')) return new Target(options, as, undefined);
  return new Target(options, as, version === undefined ? resource : { ...resource, version });
}
