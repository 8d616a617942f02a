import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server that accepts connections and never sends a byte. So a TLS connection to it does not come about. */
export async function startSilentServer(): Promise<AsyncDisposable & { readonly url: string }> {
  const accepted: Socket[] = [];
  const server = createServer(socket => void accepted.push(socket.on('error', () => undefined)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of accepted) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}
