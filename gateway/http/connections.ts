/**
 * Bounds open connections, so that no client takes them all. Strangers, whose connection has shown no valid credentials
 * yet, have one bound, and callers another. Beyond a bound, the owner with most connections loses the oldest one.
 * Strangers are owned by address, callers by user.
 *
 * Who attacks: a client that opens connections and sends nothing, or a request now and then so that no timeout closes
 * them. What stops it: it displaces its own connections first. What remains: strangers behind one proxy share its
 * address, so the proxy must bound connections itself; and a connection that a proxy shares among callers counts for
 * the first of them.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf } from '../../identity/client-address.ts';

/** More than browsers and proxies keep open before they sign in. */
const MAX_STRANGERS = 1_000;

export interface ConnectionBounds {
  /** @default 1 000 */
  readonly strangers?: number;
  readonly callers: number;
}

interface Connection {
  /** The accepted socket. Over TLS, requests have another socket, which ends with this one. */
  readonly accepted: Socket;
  owner: string;
}

export class Connections {
  readonly #strangers: Shares;
  readonly #callers: Shares;
  readonly #byPeer = new Map<string, Connection>();
  /** Sockets whose last request had valid credentials. */
  readonly #known = new WeakSet<Socket>();
  /** Sockets that count for a caller. */
  readonly #owned = new WeakSet<Socket>();

  constructor({ strangers = MAX_STRANGERS, callers }: ConnectionBounds) {
    this.#strangers = new Shares(strangers);
    this.#callers = new Shares(callers);
  }

  /** Counts the connections of a server, including those in their TLS handshake. */
  follow(server: Server): void {
    server.on('connection', (accepted: Socket) => {
      const peer = peerOf(accepted);
      const connection: Connection = { accepted, owner: clientOf(accepted.remoteAddress ?? '') };
      this.#byPeer.set(peer, connection);
      this.#strangers.add(connection);
      accepted.once('close', () => {
        if (this.#byPeer.get(peer) === connection) this.#byPeer.delete(peer);
        this.#strangers.delete(connection);
        this.#callers.delete(connection);
      });
    });
  }

  /** Call when a request begins. True if the previous request on this connection had no valid credentials. */
  isStranger(socket: Socket): boolean {
    return !this.#known.delete(socket);
  }

  /** Marks that the connection has shown valid credentials. */
  know(socket: Socket, caller: string): void {
    this.#known.add(socket);
    if (this.#owned.has(socket)) return;
    this.#owned.add(socket);
    const connection = this.#byPeer.get(peerOf(socket));
    if (!connection) return;
    this.#strangers.delete(connection);
    connection.owner = caller;
    this.#callers.add(connection);
  }
}

/** Key of the strangers of one address in the scheduler. No user has such a name. */
export function strangerKey(address: string): string {
  return `\0${address}`;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Connections shared by owners. */
class Shares {
  readonly #max: number;
  #count = 0;
  /** Oldest first. */
  readonly #owners = new Map<string, Set<Connection>>();

  constructor(max: number) {
    this.#max = max;
  }

  add(connection: Connection): void {
    const owned = this.#owners.get(connection.owner);
    if (owned) owned.add(connection);
    else this.#owners.set(connection.owner, new Set([connection]));
    this.#count++;
    if (this.#count <= this.#max) return;
    const [oldest] = this.#largest();
    this.delete(oldest!);
    oldest!.accepted.destroy();
  }

  delete(connection: Connection): void {
    const owned = this.#owners.get(connection.owner);
    if (!owned?.delete(connection)) return;
    this.#count--;
    if (owned.size === 0) this.#owners.delete(connection.owner);
  }

  #largest(): ReadonlySet<Connection> {
    let largest: ReadonlySet<Connection> = new Set();
    for (const owned of this.#owners.values()) if (owned.size > largest.size) largest = owned;
    return largest;
  }
}
