/**
 * A network connection that a test can degrade during use: a TCP proxy on loopback.
 *
 * Delayed data keep their order, and arrive even after the sender has closed its connection, as in a network partition.
 */
import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface Weather {
  /** True if no data passes, in either direction. */
  readonly stalled?: boolean;
  /** Delay of each piece of data in milliseconds. */
  readonly delayMs?: number;
  /** True if new connections are reset at once. */
  readonly down?: boolean;
}

export class Proxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #target: number;
  readonly #connections = new Set<Connection>();
  #weather: Weather = {};

  /** Starts a proxy to a port of this machine. */
  static async start(target: number): Promise<Proxy> {
    const proxy = new Proxy(target);
    await new Promise<void>((resolve, reject) => proxy.#server.once('error', reject).listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer({ allowHalfOpen: true }, client => this.#connect(client));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Sets the faults of open and of new connections. `{}` removes all faults. */
  set(weather: Weather): void {
    this.#weather = weather;
    for (const connection of this.#connections) connection.set(weather);
  }

  /**
   * Stalls the open connections until the next `set`. New connections work, as after a network has found another route.
   */
  strand(): void {
    for (const connection of this.#connections) connection.set({ stalled: true });
  }

  /** Resets stalled connections at the client's side. Data that the client has sent may still arrive. */
  hangUp(): void {
    for (const connection of this.#connections) connection.hangUp();
  }

  /** Closes every open connection. Data that has not arrived is lost. */
  cut(): void {
    for (const connection of this.#connections) connection.cut();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    await new Promise(resolve => this.#server.close(resolve));
  }

  #connect(client: Socket): void {
    if (this.#weather.down) {
      client.resetAndDestroy();
      return;
    }
    const server = createConnection({ port: this.#target, host: '127.0.0.1', allowHalfOpen: true });
    const connection = new Connection(client, server, () => this.#connections.delete(connection));
    this.#connections.add(connection);
    connection.set(this.#weather);
  }
}

class Connection {
  readonly #sockets: readonly [Socket, Socket];
  readonly #directions: readonly Direction[];
  #weather: Weather = {};

  constructor(client: Socket, server: Socket, onClose: () => void) {
    this.#sockets = [client, server];
    this.#directions = [new Direction(client, server), new Direction(server, client)];
    server.once('close', () => {
      client.destroy();
      for (const direction of this.#directions) direction.close();
      onClose();
    });
  }

  set(weather: Weather): void {
    this.#weather = weather;
    for (const direction of this.#directions) direction.set(weather);
  }

  hangUp(): void {
    if (this.#weather.stalled) this.#sockets[0].resetAndDestroy();
  }

  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }
}

interface Piece {
  readonly bytes: Buffer | undefined;
  readonly at: number;
}

/** One direction of a connection. Reads data at once, and writes it as late as the faults demand. */
class Direction {
  readonly #to: Socket;
  readonly #waiting: Piece[] = [];
  #weather: Weather = {};
  #timer: NodeJS.Timeout | undefined;

  constructor(from: Socket, to: Socket) {
    this.#to = to;
    const arrive = (bytes: Buffer | undefined) => {
      this.#waiting.push({ bytes, at: performance.now() });
      this.#pass();
    };
    from.on('data', arrive);
    // Data that was sent before the sender closed the connection still arrives.
    from.once('close', () => arrive(undefined));
    from.once('end', () => arrive(undefined));
    from.on('error', () => from.destroy());
  }

  set(weather: Weather): void {
    this.#weather = weather;
    this.#pass();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting.length = 0;
  }

  #pass(): void {
    const { stalled = false, delayMs = 0 } = this.#weather;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (!stalled) {
      const [next] = this.#waiting;
      if (!next) return;
      const ms = next.at + delayMs - performance.now();
      if (ms > 0) {
        this.#timer = setTimeout(() => this.#pass(), ms);
        return;
      }
      this.#waiting.shift();
      if (next.bytes) this.#to.write(next.bytes);
      else this.#to.end();
    }
  }
}
