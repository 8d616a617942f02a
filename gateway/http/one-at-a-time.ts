/**
 * One request at a time on each connection.
 *
 * Node parses a whole segment at once and starts every request in it: 65 KB hold 1 900 requests, which would all start
 * in one step of the event loop, before anything can take turns. Here the second request waits until the answer to the
 * first has left. The third one closes the connection, and its bytes are not parsed.
 *
 * The second one waits instead of closing the connection, because a client may send it after the first answer and still
 * be early: the answer leaves before the server learns so. Such a client never has a third request on its way.
 *
 * The message classes count the requests, because Node answers some of them itself (no Host header, an unknown Expect).
 */
import { IncomingMessage, ServerResponse, type RequestListener, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/** The last response of a socket. */
const LAST = Symbol('last response');
/** The response that this one waits for. */
const BEFORE = Symbol('response before');

interface Counted {
  [LAST]?: CountedResponse;
}

class CountedRequest extends IncomingMessage {
  constructor(socket: Socket & Counted) {
    super(socket);
    if (isOpen(socket[LAST]?.[BEFORE])) refuse(this);
  }
}

class CountedResponse extends ServerResponse {
  [BEFORE]: CountedResponse | undefined;

  /** Node passes options that are missing in its types. */
  constructor(...[request, ...options]: [IncomingMessage, ...unknown[]]) {
    super(...([request, ...options] as [IncomingMessage]));
    const socket = request.socket as Socket & Counted;
    this[BEFORE] = isOpen(socket[LAST]) ? socket[LAST] : undefined;
    socket[LAST] = this;
  }
}

/** Options of a server whose listener is from oneAtATime(). */
export const COUNTED = { IncomingMessage: CountedRequest, ServerResponse: CountedResponse } as unknown as Pick<
  ServerOptions,
  'IncomingMessage' | 'ServerResponse'
>;

/** Calls the listener for a request after the previous answer has left. */
export function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    const counted = response as CountedResponse;
    const before = counted[BEFORE];
    if (!before) return listener(request, response);
    const begin = (): void => {
      // Otherwise the chain of responses would live as long as the connection.
      counted[BEFORE] = undefined;
      if (!request.socket.destroyed) listener(request, response);
    };
    if (isOpen(before)) before.once('close', begin);
    else begin();
  };
}

/** True if an answer is still being made on the connection: no other protocol may start there. */
export function isAnswering(socket: Socket): boolean {
  const last = (socket as Socket & Counted)[LAST];
  return isOpen(last) && !last.writableEnded;
}

function isOpen(response: CountedResponse | undefined): response is CountedResponse {
  return response !== undefined && !response.closed;
}

/**
 * Closes the connection. The parser would continue to the end of the segment. It stops where a request asks for another
 * protocol, so this request is made to look like one. Node then passes the socket, which is destroyed, only to
 * listeners of 'upgrade'.
 */
function refuse(request: IncomingMessage): void {
  request.socket.destroy();
  Object.defineProperty(request, 'upgrade', { get: () => true, set: () => undefined });
}
