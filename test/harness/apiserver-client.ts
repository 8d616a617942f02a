/**
 * Requests of tests to an API server: requests as any user, applying manifests, installing CRDs and waiting for them.
 *
 * This code is separate from the product's own transport on purpose: a bug of the product must not also be in the code
 * that checks the product.
 */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { parseAllDocuments } from 'yaml';

/** An object, a list or a Status, as an API server sends it. */
export interface KubernetesJson {
  apiVersion?: string;
  kind?: string;
  metadata?: {
    name?: string;
    namespace?: string;
    uid?: string;
    resourceVersion?: string;
    generation?: number;
    continue?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    [field: string]: unknown;
  };
  items?: KubernetesJson[];
  [field: string]: unknown;
}

/** Name of a user in the token file, or a description of any user. `admin` impersonates the described user. */
export type As = string | { user: string; groups?: readonly string[] };

export interface RequestOptions {
  /** @default 'admin' */
  as?: As;
  /** @default 'application/json', and 'application/merge-patch+json' for PATCH */
  contentType?: string;
  signal?: AbortSignal;
}

export interface ApiResponse {
  status: number;
  /** The parsed response body. Text that is not JSON (`/readyz`) is in `message`. */
  body: KubernetesJson;
}

export class ApiServerClient {
  readonly name: string;
  readonly url: string;
  readonly #tokens: ReadonlyMap<string, string>;
  /** Discovered resources by group version. Discovery is repeated for an unknown kind. */
  readonly #resources = new Map<string, readonly Resource[]>();
  #certificateAuthority = '';
  #connections: Agent | undefined;

  constructor(name: string, url: string, tokens: ReadonlyMap<string, string>) {
    this.name = name;
    this.url = url;
    this.#tokens = tokens;
  }

  /** Certificate of the authority that signed the serving certificate, as PEM. */
  get ca(): string {
    return this.#certificateAuthority;
  }

  get adminToken(): string {
    return this.token('admin');
  }

  token(user: string): string {
    const token = this.#tokens.get(user);
    if (!token) throw new Error(`${this.name} has no user "${user}"; it has: ${[...this.#tokens.keys()].join(', ')}`);
    return token;
  }

  /**
   * Sends one request. A string body is sent unchanged, an object as JSON. Returns the response whatever its status is.
   * Throws if the connection breaks or the signal is aborted.
   */
  async request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: object | string,
    options: RequestOptions = {},
  ): Promise<ApiResponse> {
    const defaultType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const response = await request(this.url + path, {
      dispatcher: this.#connected(),
      method,
      headers: [
        ...this.headers(options.as),
        ...['accept', 'application/json'],
        ...(body ? ['content-type', options.contentType ?? defaultType] : []),
      ],
      body: typeof body === 'object' ? JSON.stringify(body) : (body ?? null),
      signal: options.signal ?? null,
    });
    return { status: response.statusCode, body: parse(await response.body.text()) };
  }

  /** Like request(), with another token. */
  async requestWith(token: string, path: string): Promise<ApiResponse> {
    const headers = ['authorization', `Bearer ${token}`, 'accept', 'application/json'];
    const response = await request(this.url + path, { dispatcher: this.#connected(), headers });
    return { status: response.statusCode, body: parse(await response.body.text()) };
  }

  /** Headers that identify a user, as a flat list: name, value, name, value. */
  headers(as: As = 'admin'): string[] {
    if (typeof as === 'string') return ['authorization', `Bearer ${this.token(as)}`];
    const groups = (as.groups ?? []).flatMap(group => ['impersonate-group', group]);
    return [...this.headers(), 'impersonate-user', as.user, ...groups];
  }

  /**
   * Creates or updates the objects by server-side apply, one after the other. Also applies the `status` of an object
   * through its subresource, if the kind has this subresource.
   */
  async apply(manifests: string | readonly KubernetesJson[]): Promise<void> {
    const objects = typeof manifests === 'string' ? parseManifests(manifests) : manifests;
    for (const object of objects) {
      const { path, hasStatus } = await this.#locate(object);
      await this.#applyAt(path, object);
      if (hasStatus && object['status']) await this.#applyAt(`${path}/status`, object);
    }
  }

  /**
   * Installs the named CRDs of test/apiserver/crds (default: all), and waits until they are served. A name is, for
   * example, `kustomizations.kustomize.toolkit.fluxcd.io`.
   */
  async installCrds(
    names?: readonly string[],
    signal: AbortSignal = AbortSignal.timeout(CRD_TIMEOUT_MS),
  ): Promise<void> {
    const all = await readCrds();
    const crds = names ? names.map(name => all.get(name) ?? unknownCrd(name, all)) : [...all.values()];
    await this.serveCrds(crds, signal);
  }

  /** Installs CRDs and waits until they are served. */
  async serveCrds(
    crds: readonly KubernetesJson[],
    signal: AbortSignal = AbortSignal.timeout(CRD_TIMEOUT_MS),
  ): Promise<void> {
    await this.apply(crds);
    for (const crd of crds) await this.#untilServed(crd as Crd, signal);
  }

  protected trust(certificateAuthority: string): void {
    this.#certificateAuthority = certificateAuthority;
  }

  protected async closeConnections(): Promise<void> {
    await this.#connections?.destroy();
    this.#connections = undefined;
  }

  #connected(): Agent {
    // Over HTTP/2 undici joins repeated Impersonate-Group headers into one bogus group.
    this.#connections ??= new Agent({ allowH2: false, connect: { ca: this.#certificateAuthority } });
    return this.#connections;
  }

  async #applyAt(path: string, object: KubernetesJson): Promise<void> {
    const options = { contentType: 'application/apply-patch+yaml' };
    const { status, body } = await this.request('PATCH', `${path}?fieldManager=test&force=true`, object, options);
    if (status >= 300)
      throw new Error(
        `${this.name} refused ${object.kind} ${object.metadata?.name}: ${status} ${String(body['message'])}`,
      );
  }

  async #locate(object: KubernetesJson): Promise<{ path: string; hasStatus: boolean }> {
    const { apiVersion = '', kind = '', metadata: { name, namespace } = {} } = object;
    const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
    const known = this.#resources.get(root)?.some(resource => resource.kind === kind);
    if (!known)
      this.#resources.set(root, ((await this.request('GET', root)).body['resources'] as Resource[] | undefined) ?? []);
    const resources = this.#resources.get(root) ?? [];
    const resource = resources.find(candidate => candidate.kind === kind && !candidate.name.includes('/'));
    if (!resource)
      throw new Error(`${this.name} does not serve "${kind}" in "${apiVersion}"; install its CRD first (installCrds)`);
    if (!name) throw new Error(`a ${kind} to apply needs metadata.name`);
    if (resource.namespaced && !namespace) throw new Error(`${kind} "${name}" to apply needs metadata.namespace`);
    const scope = resource.namespaced ? `/namespaces/${namespace}` : '';
    return {
      path: `${root}${scope}/${resource.name}/${encodeURIComponent(name)}`,
      hasStatus: resources.some(candidate => candidate.name === `${resource.name}/status`),
    };
  }

  /**
   * Waits until discovery and the handlers of all versions serve the CRD. The condition Established becomes true
   * earlier.
   */
  async #untilServed(crd: Crd, signal: AbortSignal): Promise<void> {
    const { group, names, versions } = crd.spec;
    for (const { name: version } of versions.filter(({ served }) => served)) {
      const root = `/apis/${group}/${version}`;
      for (;;) {
        const discovered = (await this.request('GET', root)).body['resources'] as Resource[] | undefined;
        const listed = await this.request('GET', `${root}/${names.plural}?limit=1`);
        if (discovered?.some(({ name }) => name === names.plural) && listed.status === 200) break;
        await delay(50, undefined, { signal });
      }
    }
  }
}

/** True if a request failed because of its connection. */
export function isConnectionError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return (
    typeof code === 'string' &&
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)
  );
}

const CRD_TIMEOUT_MS = 240_000;

const CRD_FOLDER = new URL('../apiserver/crds/', import.meta.url);

interface Resource {
  name: string;
  kind: string;
  namespaced: boolean;
}

interface Crd extends KubernetesJson {
  metadata: { name: string };
  spec: { group: string; names: { plural: string }; versions: { name: string; served: boolean }[] };
}

async function readCrds(): Promise<Map<string, Crd>> {
  const files = (await readdir(CRD_FOLDER)).filter(file => file.endsWith('.yaml')).sort();
  const texts = await Promise.all(files.map(file => readFile(new URL(file, CRD_FOLDER), 'utf8')));
  return new Map(texts.flatMap(text => parseManifests(text) as Crd[]).map(crd => [crd.metadata.name, crd]));
}

function unknownCrd(name: string, all: ReadonlyMap<string, Crd>): never {
  throw new Error(`test/apiserver/crds has no CRD "${name}"; it has: ${[...all.keys()].join(', ')}`);
}

function parseManifests(yaml: string): KubernetesJson[] {
  return parseAllDocuments(yaml).flatMap(document => {
    if (document.errors[0]) throw document.errors[0];
    const object = document.toJS() as KubernetesJson | null;
    return object ? [object] : [];
  });
}

function parse(text: string): KubernetesJson {
  try {
    return JSON.parse(text) as KubernetesJson;
  } catch {
    return { message: text };
  }
}
