/**
 * A simulated leaf cluster: an API server on a loopback port of its own, over objects in this process.
 *
 * It serves what the product uses of a real one (discovery, list, watch, writes, reviews, tokens, impersonation, RBAC)
 * and fails on demand. It is for scale, faults and the demo; the truth is a real API server, and one contract suite
 * runs over both. Each leaf has a port instead of a path prefix, so that a leaf that is down refuses connections, and
 * each has its own certificate.
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
  /** Custom resources that are installed from the start. */
  readonly resources?: readonly SimulatedResource[];
  /** PEM material: serve HTTPS, with HTTP/2 and HTTP/1.1. @default plain HTTP/1.1 */
  readonly tls?: { readonly key: string; readonly cert: string; readonly ca: string };
  /** @default a free one */
  readonly port?: number;
  /** @default 30 s */
  readonly bookmarkEveryMs?: number;
  /** Events kept per resource, for watches to resume from. @default 1000 */
  readonly historyLimit?: number;
}

/** As in Go's servers. With Node's five seconds, a client that asks every five seconds would connect anew each time. */
const KEEP_ALIVE_MS = 180_000;

/** Starts a leaf and resolves when it listens. */
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
    // The compatibility API of node:http2 takes the listeners of node:http; the types do not say so.
    this.#server = tls
      ? (createSecureServer({ ...tls, allowHTTP1: true }, answer as never) as unknown as Server)
      : createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, answer);
    this.#server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
      // A client that goes away in the middle of an answer is no error of the leaf.
      socket.on('error', () => socket.destroy());
    });
    this.#bookmarks = setInterval(() => this.#apiServer.sendBookmarks(), options.bookmarkEveryMs ?? 30_000).unref();
  }

  /** The server URL of a kubeconfig. */
  get url(): string {
    return `${this.#options.tls ? 'https' : 'http'}://127.0.0.1:${this.#port}`;
  }

  /** Certificate authority of the leaf; undefined for plain HTTP. */
  get ca(): string | undefined {
    return this.#options.tls?.ca;
  }

  /** Logs of its containers. */
  get logs(): PodLogs {
    return this.#apiServer.logs;
  }

  /** Its metrics server, of which there is none until it is installed. */
  get metrics(): SimulatedMetrics {
    return this.#apiServer.metrics;
  }

  /** Installs the CustomResourceDefinition of a resource. */
  serve(resource: SimulatedResource): void {
    this.objects.put(definitionOf(resource));
  }

  /** Deletes the CustomResourceDefinition, and with it all objects. */
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

  /** A deleted namespace takes its objects with it. */
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

  /** Replaces the present fault; `{}` ends it. Open connections stay. */
  fail(fault: Fault): void {
    this.#apiServer.wire.set(fault);
  }

  /** Cuts every open watch. */
  dropWatches(): void {
    this.#apiServer.dropWatches();
  }

  /** Like etcd's compaction: watches cannot be resumed, continue tokens have expired. */
  expireHistory(): void {
    this.objects.compact();
    this.#apiServer.expireLists();
  }

  /** Goes up and down, cutting connections when it goes down, until called with undefined. The port stays taken. */
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

  /** Refuses connections from now on, and cuts the open ones. `start()` brings the leaf back on the same port. */
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

  /** Ends the leaf for good. */
  async close(): Promise<void> {
    clearInterval(this.#bookmarks);
    clearTimeout(this.#flap);
    await this.stop();
  }

  #disconnect(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
