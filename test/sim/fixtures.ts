/**
 * Simulated leaves for tests, with the product's RBAC and an administrator, and plain HTTP requests to these leaves.
 */
import { Agent, request, type Dispatcher } from 'undici';
import { rbacAuthorizer } from '../../demo/authorizer.ts';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { startSimulatedLeaf, type SimulatedLeaf, type SimulatedLeafOptions } from '../../sim/leaf.ts';

export const ADMIN = 'admin-token';
export const JANE = 'jane-token';
export const ROBOT = 'robot-token';

const TOKENS = new Map([
  [ADMIN, { user: 'admin', groups: ['system:masters'] }],
  [JANE, { user: 'jane', groups: ['dev'] }],
  [
    ROBOT,
    {
      user: 'system:serviceaccount:fleetgraph:collector',
      groups: ['system:serviceaccounts', 'system:serviceaccounts:fleetgraph'],
    },
  ],
]);

export function startLeaf(options: Partial<SimulatedLeafOptions> = {}): Promise<SimulatedLeaf> {
  return startSimulatedLeaf({ name: 'leaf-01', authorizer: rbacAuthorizer, tokens: TOKENS, ...options });
}

export interface Answer {
  readonly code: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  // `any`, because tests read answers of many forms.
  readonly body: any;
}

export interface Call {
  readonly token?: string;
  readonly method?: Dispatcher.HttpMethod;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Sends requests over connections of its own. `close()` closes the connections. */
export class LeafCaller {
  readonly #agent = new Agent({ connect: { rejectUnauthorized: false } });
  readonly #leaf: SimulatedLeaf;

  constructor(leaf: SimulatedLeaf) {
    this.#leaf = leaf;
  }

  async send(
    path: string,
    { token = ADMIN, method = 'GET', headers = {}, body, signal }: Call = {},
  ): Promise<Dispatcher.ResponseData> {
    return request(`${this.#leaf.url}${path}`, {
      dispatcher: this.#agent,
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  }

  async call(path: string, options: Call = {}): Promise<Answer> {
    const { statusCode, headers, body } = await this.send(path, options);
    const text = await body.text();
    return { code: statusCode, headers, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  }

  /** Events of a watch as they arrive, until the server ends the watch or the caller stops reading. */
  async *watch(
    path: string,
    options: Call = {},
  ): AsyncGenerator<{ type: string; object: KubernetesObject & Record<string, unknown> }> {
    const { statusCode, body } = await this.send(path, options);
    if (statusCode !== 200) throw new Error(`watch answered ${statusCode}: ${await body.text()}`);
    let rest = '';
    for await (const chunk of body) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line);
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}

export function pod(
  namespace: string,
  name: string,
  more: { labels?: Record<string, string>; phase?: string } = {},
): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, ...(more.labels && { labels: more.labels }) },
    spec: { containers: [{ name: 'main', image: 'registry.example/main:1' }] },
    status: { phase: more.phase ?? 'Running' },
  };
}

export function namespace(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name }, status: { phase: 'Active' } };
}

const RBAC = 'rbac.authorization.k8s.io';

export interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
}

/** A ClusterRole and its binding to a user or to a group (`group:name`), everywhere or in one namespace. */
export function grant(name: string, subject: string, rules: readonly Rule[], inNamespace?: string): KubernetesObject[] {
  const [kind, subjectName] = subject.startsWith('group:') ? ['Group', subject.slice(6)] : ['User', subject];
  return [
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRole',
      metadata: { name },
      rules: rules.map(rule => ({ apiGroups: [''], ...rule })),
    },
    {
      apiVersion: `${RBAC}/v1`,
      kind: inNamespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
      metadata: { name, ...(inNamespace !== undefined && { namespace: inNamespace }) },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
      subjects: [{ kind, apiGroup: RBAC, name: subjectName }],
    },
  ];
}
