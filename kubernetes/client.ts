/**
 * One API server as the rest of the product uses it: typed requests, chunked lists, watches and discovery, each as a named caller.
 *
 * Every request names its caller explicitly, because one mistake must be impossible: to serve a user with the collector's rights.
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
  /** The kubeconfig's identity, asked by the one whose kubeconfig it is: with the places and turns of a user. `user`: their name here. */
  | { readonly type: 'owner'; readonly user: string }
  /** `user`: the owner of the token. */
  | { readonly type: 'token'; readonly token: string; readonly user: string };

/** By which caller places, turns and failures are counted at a leaf: the user, with any groups or tokens. */
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
  /** Gets the texts of the `Warning` headers of an answer, also of a refusal; bounded, in one line each. */
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
  /** API servers keep null for kinds that preserve what they do not know. */
  readonly spec?: Readonly<Record<string, unknown>> | null;
  readonly status?: Readonly<Record<string, unknown>> | null;
  readonly [field: string]: unknown;
}

/** The body of an answer that is no JSON, such as a log. */
export interface TextAnswer {
  readonly bytes: Buffer;
  /** False where it is longer than `maxBytes`, and these are its first. */
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
   * An object changed into one that would take too long to read, or that has not the shape of one. `identity` has its name, namespace and
   * version, and nothing else; it is undefined where not even these are known.
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
   * Gets the objects as they arrive, a few at a time; `items` of the page then stays empty, so a list of any size is never held. The client
   * awaits a returned promise, which slows the server down. When the list fails in the middle, its objects so far are not a list.
   */
  readonly onObjects?: (objects: readonly KubernetesObject[]) => void | Promise<void>;
  /** Whether numbers of objects stay as they were written (schema/exact-json.ts), which takes longer. @default false, with `onObjects` */
  readonly exact?: boolean;
  /** Gets the number of objects left out of the list, because they would take too long to read or have not the shape of an object. */
  readonly onLeftOut?: (count: number) => void;
}

export interface WatchOptions {
  readonly as: Caller;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly resourceVersion?: string;
  /** WatchList: the server streams what exists first, then a bookmark with initialEventsEnd. */
  readonly sendInitialEvents?: boolean;
  /** After this time the server ends the watch. */
  readonly timeoutSeconds: number;
  /** The Accept header. @default 'application/json' */
  readonly accept?: string;
  /** Without a byte for this long the connection counts as dead. */
  readonly inactivityMs: number;
  /**
   * With sendInitialEvents: the same for the time of the initial events, when the server always has something to send. @default
   * inactivityMs
   */
  readonly initialInactivityMs?: number;
  /** Called when the server has accepted the watch, before the first event. */
  readonly opened?: () => void;
  readonly signal: AbortSignal;
}

export type FollowOptions = Pick<RequestOptions, 'as' | 'query' | 'timeoutMs'> & Required<Pick<RequestOptions, 'signal'>>;

/** What discovery says about one served resource beyond its identity. */
export interface ServedResource extends Resource {
  readonly verbs: readonly string[];
}

/** How the last requests to this API server went, of all callers. */
export interface LeafHealth {
  /** `open`: it has not answered for a while. Requests of users fail at once, except one probe at `retryAt`. */
  readonly state: 'closed' | 'open';
  /** What the last failure said; '' when closed. */
  readonly reason: string;
  /** How long it has been open, and for how long it will still refuse requests of users. 0 when closed. */
  readonly openForMs: number;
  readonly retryInMs: number;
}

/** What has gone to this API server since the client was made, for all callers. */
export interface LeafTraffic {
  /** Requests sent, with watches and repetitions. */
  readonly requests: number;
  /** TCP connections opened for them. */
  readonly connections: number;
}

/** A client of one API server. Every method throws KubernetesError (errors.ts), or the signal's reason when aborted. */
export interface KubernetesClient {
  readonly cluster: string;
  request<T = unknown>(path: string, options: RequestOptions): Promise<T>;
  /** GET of what is no JSON. What is longer than `maxBytes` is cut, and no failure. */
  text(path: string, options: Pick<RequestOptions, 'as' | 'query' | 'signal' | 'timeoutMs' | 'maxBytes'>): Promise<TextAnswer>;
  /** GET of what goes on, as a log that is followed, until the server or `signal` ends it. Resolves when it has begun: by then within `timeoutMs`. */
  follow(path: string, options: FollowOptions): Promise<AsyncIterable<Uint8Array>>;
  list(resource: Resource, options: ListOptions): Promise<ListPage>;
  /** Returns when the server ends the watch in good order; throws KubernetesError otherwise, GONE for 410. */
  watch(resource: Resource, options: WatchOptions): AsyncIterable<WatchEvent>;
  /** All served resources in their preferred version, without subresources, read as `self` and cached for a short time. */
  discover(options?: { fresh?: boolean; signal?: AbortSignal }): Promise<readonly ServedResource[]>;
  version(signal?: AbortSignal): Promise<string>;
  health(): LeafHealth;
  traffic(): LeafTraffic;
  close(): Promise<void>;
}

/** As RBAC and users write it: `kustomizations.kustomize.toolkit.fluxcd.io`. */
export function resourceName({ group, plural }: Pick<Resource, 'group' | 'plural'>): string {
  return group === '' ? plural : `${plural}.${group}`;
}

/** As a refusal says what was tried: `patch deployments.apps/scale "web" in namespace "team-a"`. */
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
