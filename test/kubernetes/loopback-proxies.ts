/**
 * Small proxies on loopback: HTTP (CONNECT, and forwarded requests) and SOCKS5. The proxies record their requests. Only
 * the proxies can resolve the names in `names`.
 */
import { createServer as createHttpServer, request } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface LoopbackProxy extends AsyncDisposable {
  readonly port: number;
  /** Requested targets as `host:port`. */
  readonly requested: string[];
  /** Credentials of clients: `user:password`. */
  readonly users: string[];
}

/** @param names Loopback addresses by host name */
export async function startHttpProxy(names: Readonly<Record<string, string>> = {}): Promise<LoopbackProxy> {
  const [requested, users, sockets]: [string[], string[], Set<Socket>] = [[], [], new Set()];
  const note = (target: string, authorization: string | undefined): void => {
    requested.push(target);
    if (authorization !== undefined) users.push(Buffer.from(authorization.replace('Basic ', ''), 'base64').toString());
  };
  const server = createHttpServer((from, to) => {
    const { hostname, port, pathname, search } = new URL(from.url ?? '');
    note(`${hostname}:${port || 80}`, from.headers['proxy-authorization']);
    const onward = {
      host: names[hostname] ?? hostname,
      port,
      path: pathname + search,
      method: from.method,
      headers: from.headers,
    };
    from.pipe(
      request(onward, answer => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      }).on('error', () => to.destroy()),
    );
  });
  server.on('connect', (from, socket: Socket) => {
    const { hostname, port } = new URL(`http://${from.url}`);
    note(from.url ?? '', from.headers['proxy-authorization']);
    tunnel(socket, sockets, { host: names[hostname] ?? hostname, port: Number(port || 80) }, () =>
      socket.write('HTTP/1.1 200 OK\r\n\r\n'),
    );
  });
  return listening(server, sockets, { requested, users });
}

/** Accepts every client, with or without a name and a password. */
export async function startSocksProxy(names: Readonly<Record<string, string>> = {}): Promise<LoopbackProxy> {
  const [requested, users, sockets]: [string[], string[], Set<Socket>] = [[], [], new Set()];
  const server = createServer(socket => {
    const read = reader(socket);
    void (async () => {
      const [, count = 0] = await read(2);
      const methods = await read(count);
      const withPassword = methods.includes(2);
      socket.write(Buffer.from([5, withPassword ? 2 : 0]));
      if (withPassword) {
        const [, nameLength = 0] = await read(2);
        const name = (await read(nameLength)).toString();
        const [passwordLength = 0] = await read(1);
        users.push(`${name}:${(await read(passwordLength)).toString()}`);
        socket.write(Buffer.from([1, 0]));
      }
      const [, , , type] = await read(4);
      const host =
        type === 3
          ? (await read((await read(1))[0] ?? 0)).toString()
          : type === 1
            ? [...(await read(4))].join('.')
            : (await read(16)).toString('hex');
      const port = (await read(2)).readUInt16BE();
      requested.push(`${host}:${port}`);
      read.end();
      const refused = Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0]);
      if (!names[host] && type === 3) return void socket.end(refused);
      tunnel(socket, sockets, { host: names[host] ?? host, port }, () =>
        socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0])),
      );
    })();
  });
  return listening(server, sockets, { requested, users });
}

function tunnel(socket: Socket, sockets: Set<Socket>, to: { host: string; port: number }, opened: () => unknown): void {
  const upstream = connect(to.port, to.host, () => {
    opened();
    upstream.pipe(socket).pipe(upstream);
  });
  for (const [one, other] of [
    [socket, upstream],
    [upstream, socket],
  ] as const) {
    sockets.add(one);
    one.on('error', () => other.destroy()).on('close', () => other.destroy());
  }
}

/** Returns a function that reads a given number of bytes. `end` leaves the remaining bytes to other readers. */
function reader(socket: Socket): ((length: number) => Promise<Buffer>) & { end: () => void } {
  let held = Buffer.alloc(0);
  let wanted: (() => void) | undefined;
  const gather = (bytes: Buffer): void => {
    held = Buffer.concat([held, bytes]);
    wanted?.();
  };
  socket.on('data', gather).on('error', () => undefined);
  const read = async (length: number): Promise<Buffer> => {
    while (held.length < length) await new Promise<void>(resolve => (wanted = resolve));
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  };
  return Object.assign(read, { end: () => void socket.off('data', gather) });
}

async function listening(
  server: Server,
  sockets: Set<Socket>,
  seen: Pick<LoopbackProxy, 'requested' | 'users'>,
): Promise<LoopbackProxy> {
  server.on('connection', (socket: Socket) => void sockets.add(socket));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    ...seen,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise(resolve => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
