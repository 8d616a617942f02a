/**
 * A connection to an API server that can be cut: a port that forwards bytes. The server continues to run, so that its
 * RBAC can change while a collector cannot see it. The port listens on an address that the server's certificate covers.
 */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { ApiServer, Kubeconfig } from '../../harness/apiserver.ts';

export class Wire implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #cut = false;

  static async to(server: ApiServer): Promise<Wire> {
    const wire = new Wire(Number(new URL(server.url).port));
    wire.#server.listen(0, '127.0.0.1');
    await once(wire.#server, 'listening');
    return wire;
  }

  private constructor(port: number) {
    this.#server = createServer(socket => {
      if (this.#cut) return void socket.destroy();
      const onward = connect(port, '127.0.0.1');
      for (const [from, to] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        this.#sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy()).on('close', () => (this.#sockets.delete(from), to.destroy()));
      }
    });
  }

  /** The kubeconfig with the address of this proxy instead of the address of the server. */
  through(kubeconfig: Kubeconfig): Kubeconfig {
    const server = `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return {
      ...kubeconfig,
      clusters: kubeconfig.clusters.map(({ name, cluster }) => ({ name, cluster: { ...cluster, server } })),
    };
  }

  cut(): void {
    this.#cut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#cut = false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
