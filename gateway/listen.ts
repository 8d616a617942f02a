import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:tls';
import type { AddressInfo } from 'node:net';

/** The process cannot listen on the address. The message says what to change. */
export class ListenError extends Error {
  override name = 'ListenError';
}

/**
 * Resolves with the URL once the server listens; port 0 takes any free one.
 * @throws ListenError
 */
export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' ? new ListenError(`${host}:${port} is in use. Choose another port with --port or server.port.`) : error,
      );
    });
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo;
      const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
      resolve(`${server instanceof TlsServer ? 'https' : 'http'}://${name}:${address.port}`);
    });
  });
}
