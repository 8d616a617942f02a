/** An API server in memory: objects by path, server-side apply, and tokens of ServiceAccounts. */
import type { KubernetesClient, RequestOptions } from '../../kubernetes/client.ts';
import { KubernetesError, type KubernetesErrorCode } from '../../kubernetes/errors.ts';

type Json = Record<string, any>;

export class FakeApiServer implements Pick<KubernetesClient, 'request'> {
  readonly name: string;
  readonly objects = new Map<string, Json>();
  /** Requests that change something, as `VERB path`. */
  readonly writes: string[] = [];
  /** Errors for requests. The key is a part of `VERB path`. */
  readonly failures = new Map<string, { code: KubernetesErrorCode; message: string }>();
  readonly tokens: string[] = [];
  /** Answer to a token request, in place of a token. */
  tokenAnswer: unknown;
  readonly #applied = new Map<string, string>();
  #version = 0;

  constructor(name: string) {
    this.name = name;
  }

  async request<T>(path: string, { method = 'GET', body, query = {} }: RequestOptions): Promise<T> {
    const doing = `${method} ${path}`;
    for (const [part, { code, message }] of this.failures)
      if (doing.includes(part))
        throw new KubernetesError(code, `${this.name}: ${doing}: ${message}`, { cluster: this.name });
    if (method === 'POST' && path.endsWith('/token'))
      return this.#token(path, (body as Json)['spec'].expirationSeconds) as T;
    if (query['fieldSelector'] !== undefined) {
      const name = String(query['fieldSelector']).replace('metadata.name=', '');
      return {
        items: [...this.objects.values()].filter(
          ({ kind, metadata }) => kind === 'RoleBinding' && metadata.name === name,
        ),
      } as T;
    }
    const there = this.objects.get(path);
    if (method === 'PATCH') {
      const same = there && this.#applied.get(path) === JSON.stringify(body);
      const metadata = {
        ...(body as Json)['metadata'],
        uid: 'u',
        resourceVersion: same ? there['metadata'].resourceVersion : `${++this.#version}`,
        managedFields: [Math.random()],
      };
      const object = { ...(body as Json), metadata };
      if (query['dryRun'] !== undefined) return object as T;
      this.writes.push(doing);
      this.objects.set(path, object);
      this.#applied.set(path, JSON.stringify(body));
      return object as T;
    }
    if (!there) throw new KubernetesError('NOT_FOUND', `${this.name}: ${doing}: not found`, { cluster: this.name });
    if (method === 'DELETE') {
      this.writes.push(doing);
      this.objects.delete(path);
    }
    return there as T;
  }

  get kinds(): string[] {
    return [...this.objects.values()]
      .map(({ kind, metadata }) => `${kind} ${[metadata.namespace, metadata.name].filter(Boolean).join('/')}`)
      .sort();
  }

  #token(path: string, seconds: number): unknown {
    if (this.tokenAnswer !== undefined) return this.tokenAnswer;
    const [, namespace, name] = /namespaces\/([^/]+)\/serviceaccounts\/([^/]+)/.exec(path) ?? [];
    const token = boundToken({ namespace, name, seconds, number: this.tokens.length });
    this.tokens.push(token);
    return { status: { token } };
  }
}

export function boundToken({
  namespace = 'fleetgraph',
  name = 'fleetgraph-collector',
  seconds = 3_600,
  age = 0,
  number = 0,
} = {}): string {
  const iat = Math.floor(Date.now() / 1_000) - age;
  const claims = { iat, exp: iat + seconds, n: number, 'kubernetes.io': { namespace, serviceaccount: { name } } };
  return ['{"alg":"none"}', JSON.stringify(claims), 'signature']
    .map(part => Buffer.from(part).toString('base64url'))
    .join('.');
}
