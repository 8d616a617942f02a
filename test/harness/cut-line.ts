/** A TCP proxy on loopback in front of a server. A test can end all connections, and later admit new connections. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export class CutLine {
  /** URL of the proxy. */
  readonly url: string;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #state: { isCut: boolean };

  static async to(url: string): Promise<CutLine> {
    const { hostname, port } = new URL(url);
    const sockets = new Set<Socket>();
    const state = { isCut: false };
    const server = createServer(near => {
      if (state.isCut) {
        near.resetAndDestroy();
        return;
      }
      const far = connect(Number(port), hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from);
        from.on('error', () => to.destroy()).on('close', () => (sockets.delete(from), to.destroy()));
        from.pipe(to);
      }
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return new CutLine(server, sockets, state);
  }

  private constructor(server: Server, sockets: Set<Socket>, state: { isCut: boolean }) {
    this.#server = server;
    this.#sockets = sockets;
    this.#state = state;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Ends all connections and refuses new ones. */
  cut(): void {
    this.#state.isCut = true;
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  restore(): void {
    this.#state.isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise(resolve => this.#server.close(resolve));
  }
}
