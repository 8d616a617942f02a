/** Functions for responses that node:http lacks: waiting for a slow reader, and aborting, over HTTP/1.1 and HTTP/2. */
import type { ServerResponse } from 'node:http';
import { constants, type ServerHttp2Stream } from 'node:http2';

/** Resolves when the response accepts more data or is closed. */
export function drained(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

/** Aborts a response, so that its reader sees an error and not a normal end. */
export function breakOff(response: ServerResponse): void {
  const { stream } = response as { stream?: ServerHttp2Stream };
  if (stream) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else response.socket?.destroy();
}
