/** A client without a leaf, for code that only gets, lists and discovers. The test supplies these three functions. */
import type {
  KubernetesClient,
  KubernetesObject,
  ListOptions,
  ListPage,
  RequestOptions,
  ServedResource,
  TextAnswer,
  WatchEvent,
} from '../../kubernetes/client.ts';
import { KubernetesError, type KubernetesErrorCode, type KubernetesErrorDetails } from '../../kubernetes/errors.ts';
import type { Resource } from '../../rbac/types.ts';

export abstract class ScriptedClient implements KubernetesClient {
  readonly cluster: string;

  constructor(cluster: string) {
    this.cluster = cluster;
  }

  abstract request<T>(path: string, options: RequestOptions): Promise<T>;
  abstract list(resource: Resource, options: ListOptions): Promise<ListPage>;
  abstract discover(options?: { fresh?: boolean }): Promise<readonly ServedResource[]>;

  text(_path: string, _options: RequestOptions): Promise<TextAnswer> {
    throw new Error('nobody reads texts here');
  }

  follow(_path: string, _options: RequestOptions): Promise<AsyncIterable<Uint8Array>> {
    throw new Error('nobody follows anything here');
  }

  /** A page of a list in the form that the options request: complete, or in parts. */
  async page(items: readonly KubernetesObject[], { onObjects }: ListOptions, next = ''): Promise<ListPage> {
    const end = { resourceVersion: '1', continue: next, remainingItemCount: undefined };
    if (!onObjects) return { items, ...end };
    for (const item of items) await onObjects([item]);
    return { items: [], ...end };
  }

  error(
    code: KubernetesErrorCode,
    message = 'no',
    details: Omit<KubernetesErrorDetails, 'cluster'> = {},
  ): KubernetesError {
    return new KubernetesError(code, `${this.cluster}: ${message}`, { cluster: this.cluster, ...details });
  }

  watch(): AsyncIterable<WatchEvent> {
    throw new Error('nobody watches here');
  }

  async version(): Promise<string> {
    return 'v1.36.0';
  }

  traffic() {
    return { requests: 0, connections: 0 };
  }

  health() {
    return { state: 'closed', reason: '', openForMs: 0, retryInMs: 0 } as const;
  }

  async close(): Promise<void> {}
}
