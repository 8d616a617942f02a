/**
 * One API server as the rest of the product uses it: typed requests, chunked lists, watches and discovery, each as a
 * named caller.
 *
 * Every request names its caller explicitly, because one mistake must be impossible: to serve a user with the
 * collector's rights.
 */
import type { Resource } from '../rbac/types.ts';

/** The identity for which a request is made. `self` is the identity of the kubeconfig: the collector's. */
export type Caller =
  | { readonly type: 'self' }
  | {
      readonly type: 'impersonate';
      readonly user: string;
      readonly groups: readonly string[];
      readonly uid: string;
      readonly extra: Readonly<Record<string, readonly string[]>>;
    }
  /** The kubeconfig's identity, used by its owner: with the slots and turns of a user. `user`: their name here. */
  | { readonly type: 'owner'; readonly user: string }
  /** `user`: the owner of the token. */
  | { readonly type: 'token'; readonly token: string; readonly user: string };

/** Key of a caller for counting slots, turns and failures at a leaf: the user, with any groups or tokens. */
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
  /** Time budget of this request. @default 30 s */
  readonly timeoutMs?: number;
  /** Refuse a larger response body. @default 64 MiB */
  readonly maxBytes?: number;
  /** Receives the texts of the `Warning` headers of an answer, also of a refusal; bounded, one line each. */
  readonly onWarnings?: (texts: readonly string[]) => void;
}

/** An object as any API server returns it; the shape of all other fields is untrusted. */
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
  /** API servers keep null for kinds that preserve unknown fields. */
  readonly spec?: Readonly<Record<string, unknown>> | null;
  readonly status?: Readonly<Record<string, unknown>> | null;
  readonly [field: string]: unknown;
}

/** Body of an answer that is not JSON, such as a log. */
export interface TextAnswer {
  readonly bytes: Buffer;
  /** False if it is longer than `maxBytes`, and cut. */
  readonly complete: boolean;
}

export interface ListPage {
  readonly items: readonly KubernetesObject[];
  readonly resourceVersion: string;
  /** '' on the last page. */
  readonly continue: string;
  readonly remainingItemCount: number | undefined;
}

export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubernetesObject }
  /** `initialEventsEnd`: the bookmark that closes the initial events of a WatchList. */
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string; readonly initialEventsEnd: boolean }
  /**
   * An object changed into one that would take too long to read, or is not shaped like an object. `identity` has only
   * its name, namespace and version; it is undefined if not even these are known.
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
  /** Time budget of this request, without the time of `onObjects`. @default 30 s */
  readonly timeoutMs?: number;
  /** A longer answer fails. @default 64 MiB, and 1 GiB with `onObjects` */
  readonly maxBytes?: number;
  /**
   * Receives the objects as they arrive, a few at a time; `items` of the page then stays empty, so a list of any size
   * is never held. The client awaits a returned promise, which slows the server down. If the list fails in the middle,
   * its objects so far are not a list.
   */
  readonly onObjects?: (objects: readonly KubernetesObject[]) => void | Promise<void>;
  /**
   * Keep numbers of objects as they were written (schema/exact-json.ts), which takes longer. @default false, with
   * `onObjects`
   */
  readonly exact?: boolean;
  /**
   * Accept a list without a resourceVersion, such as that of an aggregated API, with `onObjects`. Nothing can watch
   * from it. @default false
   */
  readonly isUnversioned?: boolean;
  /**
   * Receives the number of objects left out of the list, because they would take too long to read or are not shaped
   * like an object.
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
  /** The server ends the watch after this time. */
  readonly timeoutSeconds: number;
  /** The Accept header. @default 'application/json' */
  readonly accept?: string;
  /** Without a byte for this long the connection counts as dead. */
  readonly inactivityMs: number;
  /**
   * With sendInitialEvents: the same during the initial events, when the server always has something to send. @default
   * inactivityMs
   */
  readonly initialInactivityMs?: number;
  /** Called when the server has accepted the watch, before the first event. */
  readonly opened?: () => void;
  readonly signal: AbortSignal;
}

export type FollowOptions = Pick<RequestOptions, 'as' | 'query' | 'timeoutMs'> &
  Required<Pick<RequestOptions, 'signal'>>;

/** Discovery data of a served resource beyond its identity. */
export interface ServedResource extends Resource {
  readonly verbs: readonly string[];
}

/** Results of the last requests to this API server, of all callers. */
export interface LeafHealth {
  /** `open`: it has not answered for a while. Requests of users fail at once, except one probe at `retryAt`. */
  readonly state: 'closed' | 'open';
  /** Message of the last failure; '' if closed. */
  readonly reason: string;
  /** How long it has been open, and how long it will still refuse requests of users. 0 if closed. */
  readonly openForMs: number;
  readonly retryInMs: number;
}

/** Traffic to this API server since the client was made, for all callers. */
export interface LeafTraffic {
  /** Requests sent, including watches and retries. */
  readonly requests: number;
  /** TCP connections opened for them. */
  readonly connections: number;
}

/** A client of one API server. Every method throws KubernetesError (errors.ts), or the signal's reason when aborted. */
export interface KubernetesClient {
  readonly cluster: string;
  request<T = unknown>(path: string, options: RequestOptions): Promise<T>;
  /** GET of a body that is not JSON. A body longer than `maxBytes` is cut; that is no failure. */
  text(
    path: string,
    options: Pick<RequestOptions, 'as' | 'query' | 'signal' | 'timeoutMs' | 'maxBytes'>,
  ): Promise<TextAnswer>;
  /**
   * GET of a continuous body, such as a followed log, until the server or `signal` ends it. Resolves when it has
   * started, within `timeoutMs`.
   */
  follow(path: string, options: FollowOptions): Promise<AsyncIterable<Uint8Array>>;
  list(resource: Resource, options: ListOptions): Promise<ListPage>;
  /** Returns when the server ends the watch in good order; throws KubernetesError otherwise, GONE for 410. */
  watch(resource: Resource, options: WatchOptions): AsyncIterable<WatchEvent>;
  /**
   * All served resources in their preferred version, without subresources, read as `self` and cached for a short time.
   */
  discover(options?: { fresh?: boolean; signal?: AbortSignal }): Promise<readonly ServedResource[]>;
  version(signal?: AbortSignal): Promise<string>;
  health(): LeafHealth;
  traffic(): LeafTraffic;
  close(): Promise<void>;
}

/** As spelled in RBAC and by users: `kustomizations.kustomize.toolkit.fluxcd.io`. */
export function resourceName({ group, plural }: Pick<Resource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** As a refusal describes the request: `patch deployments.apps/scale "web" in namespace "team-a"`. */
export function requestPhrase(
  verb: string,
  resource: Pick<Resource, 'group' | 'plural'>,
  { namespace = '', name }: { readonly namespace?: string; readonly name: string },
  subresource = '',
): string {
  const what = `${resourceName(resource)}${subresource === '' ? '' : `/${subresource}`}`;
  return `${verb} ${what} "${name}"${namespace === '' ? '' : ` in namespace "${namespace}"`}`;
}

/** The path of a resource: a collection, or one object when `name` is given. Segments are encoded. */
export function resourcePath(
  resource: Pick<Resource, 'group' | 'version' | 'plural' | 'namespaced'>,
  namespace?: string,
  name?: string,
): string {
  const root = resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`;
  const scope = resource.namespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${root}${scope}/${resource.plural}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`;
}
