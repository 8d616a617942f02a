/**
 * A simulated leaf cluster: an API server on its own loopback port, over objects in this process.
 *
 * The leaf supports what fleetgraph uses of a real server, such as discovery, list, watch, writes, reviews, tokens,
 * impersonation and RBAC. The leaf also fails on demand. Real API servers remain the reference: one contract suite runs
 * over simulated and real servers. Each leaf has its own port, so that a stopped leaf refuses connections.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { SimulatedApiServer, type SimulatedApiServerOptions } from './api-server.ts';
import type { Fault } from './faults.ts';
import type { SimulatedMetrics } from './metrics.ts';
import { ObjectStore } from './object-store.ts';
import type { PodLogs } from './pod-logs.ts';
import { BUILT_IN_RESOURCES, definitionOf, resourceOf, type SimulatedResource } from './resources.ts';

export interface SimulatedLeafOptions extends SimulatedApiServerOptions {
  readonly name: string;
  /** Custom resources that are installed at the start. */
  readonly resources?: readonly SimulatedResource[];
  /** PEM texts for HTTPS with HTTP/2 and HTTP/1.1. @default plain HTTP/1.1 */
  readonly tls?: { readonly key: string; readonly cert: string; readonly ca: string };
  /** Port to listen on. @default a free port */
  readonly port?: number;
  /** Interval of bookmarks in watches, in milliseconds. @default 30 s */
  readonly bookmarkEveryMs?: number;
  /** Approximate number of events kept for each resource. Watches can resume from a kept event. @default 1000 */
  readonly historyLimit?: number;
}

/**
 * Idle time in milliseconds before a plain HTTP connection is closed. With Node's default of five seconds, a client
 * that sends a request every five seconds would reconnect each time.
 */
const KEEP_ALIVE_MS = 180_000;

/** Starts a leaf. Resolves when the leaf listens on its port. */
export async function startSimulatedLeaf(options: SimulatedLeafOptions): Promise<SimulatedLeaf> {
  const leaf = new SimulatedLeaf(options);
  await leaf.start();
  return leaf;
}

export class SimulatedLeaf {
  readonly name: string;
  readonly objects: ObjectStore;
  readonly #options: SimulatedLeafOptions;
  readonly #apiServer: SimulatedApiServer;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #bookmarks: NodeJS.Timeout;
  #port: number;
  #flap: NodeJS.Timeout | undefined;

  constructor(options: SimulatedLeafOptions) {
    const { name, historyLimit = 1_000, now = Date.now, tls } = options;
    this.name = name;
    this.#options = options;
    this.#port = options.port ?? 0;
    this.objects = new ObjectStore({ cluster: name, historyLimit, now });
    for (const resource of BUILT_IN_RESOURCES) this.objects.serve(resource);
    this.#apiServer = new SimulatedApiServer(this.objects, options);
    this.#followDefinitions();
    this.#followNamespaces();
    for (const resource of options.resources ?? []) this.serve(resource);
    this.objects.compact();
    const answer = (request: IncomingMessage, response: ServerResponse) =>
      void this.#apiServer.answer(request, response);
    // The compatibility API of node:http2 accepts listeners of node:http, but its types do not.
    this.#server = tls
      ? (createSecureServer({ ...tls, allowHTTP1: true }, answer as never) as unknown as Server)
      : createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, answer);
    this.#server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      // A client that disconnects during a response is not an error of the leaf.
      socket.on('error', () => socket.destroy());
    });
    this.#bookmarks = setInterval(() => this.#apiServer.sendBookmarks(), options.bookmarkEveryMs ?? 30_000).unref();
  }

  /** Server URL for a kubeconfig. */
  get url(): string {
    return `${this.#options.tls ? 'https' : 'http'}://127.0.0.1:${this.#port}`;
  }

  /** PEM text of the leaf's certificate authority. Undefined for plain HTTP. */
  get ca(): string | undefined {
    return this.#options.tls?.ca;
  }

  get logs(): PodLogs {
    return this.#apiServer.logs;
  }

  /** Metrics server of the leaf. Its API exists only after `metrics.serve()`. */
  get metrics(): SimulatedMetrics {
    return this.#apiServer.metrics;
  }

  /** Installs the CustomResourceDefinition of a resource. */
  serve(resource: SimulatedResource): void {
    this.objects.put(definitionOf(resource));
  }

  /** Deletes the CustomResourceDefinition of a resource, and the objects of the resource. */
  withdraw(resource: SimulatedResource): void {
    this.objects.remove(definitionOf(resource));
  }

  #followDefinitions(): void {
    const definitions = this.objects.collection('apiextensions.k8s.io', 'customresourcedefinitions');
    definitions?.watchers.add({
      event: ({ type, object }) => {
        const resource = resourceOf(this.objects.read(definitions, object));
        if (!resource) return;
        if (type === 'DELETED') this.objects.withdraw(resource);
        else if (!this.objects.collection(resource.group, resource.plural)) this.objects.serve(resource);
      },
    });
  }

  /** Deletes the objects of a namespace when the namespace is deleted. */
  #followNamespaces(): void {
    this.objects.collection('', 'namespaces')?.watchers.add({
      event: ({ type, object }) => {
        if (type !== 'DELETED') return;
        const namespace = object.key.slice(1);
        for (const collection of this.objects.collections()) {
          if (!collection.resource.namespaced) continue;
          for (const { key } of collection.list(namespace)) this.objects.removeKey(collection, key);
        }
      },
    });
  }

  /** Replaces the current fault. `{}` ends the fault. Open connections stay. */
  fail(fault: Fault): void {
    this.#apiServer.wire.set(fault);
  }

  /** Closes every open watch abruptly. */
  dropWatches(): void {
    this.#apiServer.dropWatches();
  }

  /** Imitates etcd's compaction: watches cannot be resumed, and continue tokens have expired. */
  expireHistory(): void {
    this.objects.compact();
    this.#apiServer.expireLists();
  }

  /**
   * Makes the leaf reachable for `upMs` and unreachable for `downMs`, repeatedly, until a call with undefined. While
   * unreachable, the leaf resets each request but keeps its port. Open connections are closed at the start of `downMs`.
   */
  flap(times: { readonly upMs: number; readonly downMs: number } | undefined): void {
    clearTimeout(this.#flap);
    this.#flap = undefined;
    this.#apiServer.wire.set({});
    if (!times) return;
    const goDown = () => {
      this.#apiServer.wire.set({ answer: 'reset' });
      this.#disconnect();
      this.#flap = setTimeout(goUp, times.downMs).unref();
    };
    const goUp = () => {
      this.#apiServer.wire.set({});
      this.#flap = setTimeout(goDown, times.upMs).unref();
    };
    goUp();
  }

  /** Refuses new connections and closes open connections. `start()` lets the leaf listen on the same port again. */
  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()));
    this.#disconnect();
    await closed;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(this.#port, '127.0.0.1', () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Stops the leaf and its timers. */
  async close(): Promise<void> {
    clearInterval(this.#bookmarks);
    clearTimeout(this.#flap);
    await this.stop();
  }

  #disconnect(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
