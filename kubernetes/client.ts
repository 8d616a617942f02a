/**
 * The client of one API server: requests, lists, watches and discovery.
 *
 * Requests, lists and watches name their caller, so that no user is served with the collector's rights by mistake.
 */
import type { Resource } from '../rbac/types.ts';

/** Identity for which a request is made. `self` is the kubeconfig's identity. The collector uses this identity. */
export type Caller =
  | { readonly type: 'self' }
  | {
      readonly type: 'impersonate';
      readonly user: string;
      readonly groups: readonly string[];
      readonly uid: string;
      readonly extra: Readonly<Record<string, readonly string[]>>;
    }
  /**
   * The identity in the kubeconfig, for a request of the kubeconfig's owner. Limits of users apply. `user`: the
   * owner's name in fleetgraph.
   */
  | { readonly type: 'owner'; readonly user: string }
  /** `user`: the owner of the token. */
  | { readonly type: 'token'; readonly token: string; readonly user: string };

/**
 * Key by which slots, turns on the event loop and failures at a leaf are counted: the user's name. Groups and tokens do
 * not matter.
 */
export function sharedBy(caller: Exclude<Caller, { type: 'self' }>): string {
  return caller.user;
}

export interface RequestOptions {
  readonly as: Caller;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** The Accept header. @default 'application/json' */
  readonly accept?: string;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
  /** Maximum time of this request, in milliseconds. @default 30 s */
  readonly timeoutMs?: number;
  /** Maximum bytes of the response body. A larger body is refused. @default 8 MiB, and 64 MiB for text */
  readonly maxBytes?: number;
  /**
   * Receives the texts of the `Warning` headers of an answer, also of a refusal. Each text is one line. Number and
   * length are bounded.
   */
  readonly onWarnings?: (texts: readonly string[]) => void;
}

/** An object as an API server returns it. Fields that are not declared here may have any shape. */
export interface KubernetesObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
    readonly generation?: number;
    readonly creationTimestamp?: string;
    readonly deletionTimestamp?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly [field: string]: unknown;
  };
  /** May be null, because API servers store nulls in kinds that preserve unknown fields. */
  readonly spec?: Readonly<Record<string, unknown>> | null;
  readonly status?: Readonly<Record<string, unknown>> | null;
  readonly [field: string]: unknown;
}

/** Body of an answer that is not JSON, such as a log. */
export interface TextAnswer {
  readonly bytes: Buffer;
  /** False if the body is longer than `maxBytes` and was cut. */
  readonly complete: boolean;
}

export interface ListPage {
  readonly items: readonly KubernetesObject[];
  readonly resourceVersion: string;
  /** Token for the next page. '' on the last page. */
  readonly continue: string;
  readonly remainingItemCount: number | undefined;
}

export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubernetesObject }
  /** `initialEventsEnd`: true for the bookmark that closes the initial events of a WatchList. */
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly initialEventsEnd: boolean }
  /**
   * The new state of an object is too large, would take too long to read, or is not shaped like an object. `identity`
   * has only the name, namespace and version of the object. Undefined if even these are unknown.
   */
  | { readonly type: 'UNREADABLE'; readonly identity: KubernetesObject | undefined };

export interface ListOptions {
  readonly as: Caller;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'NotOlderThan' | 'Exact';
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /** Maximum time of this request, in milliseconds. Time spent in `onObjects` does not count. @default 30 s */
  readonly timeoutMs?: number;
  /** Maximum bytes of the answer. A longer answer fails. @default 16 MiB, and 1 GiB with `onObjects` */
  readonly maxBytes?: number;
  /**
   * Receives the objects as they arrive, a few at a time. `items` of the page then stays empty, so the whole list is
   * never held in memory. The client awaits a returned promise before it reads on. If the list fails, the delivered
   * objects are incomplete.
   */
  readonly onObjects?: (objects: readonly KubernetesObject[]) => void | Promise<void>;
  /**
   * Keep numbers exactly as the server wrote them (schema/exact-json.ts), which takes longer. @default false with
   * `onObjects`, otherwise true
   */
  readonly exact?: boolean;
  /**
   * Accept a list without a resourceVersion, as some aggregated APIs send it. No watch can start from such a list.
   * @default false
   */
  readonly isUnversioned?: boolean;
  /**
   * Receives the number of objects left out of the list, if any. Such objects are too large, would take too long to
   * read, or are not shaped like an object.
   */
  readonly onLeftOut?: (count: number) => void;
}

export interface WatchOptions {
  readonly as: Caller;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly resourceVersion?: string;
  /** WatchList: the server streams existing objects first, then a bookmark with initialEventsEnd. */
  readonly sendInitialEvents?: boolean;
  /** The server ends the watch after this number of seconds. */
  readonly timeoutSeconds: number;
  /** The Accept header. @default 'application/json' */
  readonly accept?: string;
  /** A connection that delivers no byte for this many milliseconds counts as dead. */
  readonly inactivityMs: number;
  /** Replaces `inactivityMs` during the initial events of `sendInitialEvents`. @default inactivityMs */
  readonly initialInactivityMs?: number;
  /** Called when the server has accepted the watch, before the first event. */
  readonly opened?: () => void;
  readonly signal: AbortSignal;
}

export type FollowOptions = Pick<RequestOptions, 'as' | 'query' | 'timeoutMs'> &
  Required<Pick<RequestOptions, 'signal'>>;

export interface ServedResource extends Resource {
  readonly verbs: readonly string[];
}

/** Health of an API server, from the results of the requests of all callers. */
export interface LeafHealth {
  /**
   * `open`: the API server does not answer. Requests of users fail at once, except one probe after `retryInMs`.
   */
  readonly state: 'closed' | 'open';
  /** Message of the last failure. '' if closed. */
  readonly reason: string;
  /** Milliseconds since the first failure of the series that changed `state` to `open`. 0 if closed. */
  readonly openForMs: number;
  /** Milliseconds until the next probe. 0 if closed. */
  readonly retryInMs: number;
}

/** Traffic to this API server since the client was made, for all callers. */
export interface LeafTraffic {
  /** Requests sent, including watches and retries. */
  readonly requests: number;
  /** TCP connections opened for these requests. */
  readonly connections: number;
}

/** A client of one API server. Requests fail with a KubernetesError, or with the signal's reason when aborted. */
export interface KubernetesClient {
  readonly cluster: string;
  request<T = unknown>(path: string, options: RequestOptions): Promise<T>;
  /** GET of a body that is not JSON. A body longer than `maxBytes` is cut, without an error. */
  text(
    path: string,
    options: Pick<RequestOptions, 'as' | 'query' | 'signal' | 'timeoutMs' | 'maxBytes'>,
  ): Promise<TextAnswer>;
  /**
   * GET of a continuous body, such as a followed log, until the server or `signal` ends it. Resolves when the body has
   * started, which must happen within `timeoutMs`.
   */
  follow(path: string, options: FollowOptions): Promise<AsyncIterable<Uint8Array>>;
  list(resource: Resource, options: ListOptions): Promise<ListPage>;
  /**
   * Returns when the server ends the watch without an error. Otherwise throws KubernetesError, with code GONE for a
   * 410.
   */
  watch(resource: Resource, options: WatchOptions): AsyncIterable<WatchEvent>;
  /**
   * Served resources in their preferred version, without subresources, read as `self` and cached for 60 s. `onLeftOut`
   * receives the number of groups, versions and resources that were left out, if the server serves too many.
   */
  discover(options?: {
    fresh?: boolean;
    signal?: AbortSignal;
    onLeftOut?: (count: number) => void;
  }): Promise<readonly ServedResource[]>;
  version(signal?: AbortSignal): Promise<string>;
  health(): LeafHealth;
  traffic(): LeafTraffic;
  close(): Promise<void>;
}

/** Name of a resource as kubectl writes it: `kustomizations.kustomize.toolkit.fluxcd.io` or `pods`. */
export function resourceName({ group, plural }: Pick<Resource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** Description of a request for error messages: `patch deployments.apps/scale "web" in namespace "team-a"`. */
export function requestPhrase(
  verb: string,
  resource: Pick<Resource, 'group' | 'plural'>,
  { namespace = '', name }: { readonly namespace?: string; readonly name: string },
  subresource = '',
): string {
  const what = `${resourceName(resource)}${subresource === '' ? '' : `/${subresource}`}`;
  return `${verb} ${what} "${name}"${namespace === '' ? '' : ` in namespace "${namespace}"`}`;
}

/** URL path of a collection, or of one object if `name` is given. `namespace` and `name` are encoded. */
export function resourcePath(
  resource: Pick<Resource, 'group' | 'version' | 'plural' | 'namespaced'>,
  namespace?: string,
  name?: string,
): string {
  const root = resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope = resource.namespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${root}${scope}/${resource.plural}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`;
}
