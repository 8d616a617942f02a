/**
 * Files in memory that anybody may load: compressed beforehand, and not sent again to clients that have them.
 *
 * Who attacks: clients without credentials that load the largest file over many connections. A write of 2.4 MB costs
 * about 0.6 ms of processor, and the event loop does one for each ready connection before callers have their turn. What
 * stops it: a file is sent in pieces, and each piece waits for a turn of its address.
 */
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { eventLoopTurns } from '../../async/fair-turns.ts';
import { strangerKey } from './connections.ts';

export interface StoredFile {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly br?: Buffer;
  readonly gzip?: Buffer;
}

const PIECE = 128 * 1024;
/** Maximum time for a client to read a piece. */
const UNREAD_MS = 30_000;

export function etagOf(content: Buffer): string {
  return `W/"${createHash('sha256').update(content).digest('base64url')}"`;
}

/**
 * Answers GET and HEAD; other headers must already be set.
 * @param client Address by which the client has its turns
 */
export async function sendFile(file: StoredFile, client: string, req: Request, res: Response): Promise<void> {
  res.setHeader('content-type', file.type);
  res.setHeader('vary', 'accept-encoding');
  res.setHeader('etag', file.etag);
  if (req.fresh) return void res.status(304).end();
  const encoding = (['br', 'gzip'] as const).find(it => file[it] && req.acceptsEncodings(it));
  if (encoding) res.setHeader('content-encoding', encoding);
  const content = (encoding && file[encoding]) ?? file.plain;
  res.setHeader('content-length', content.length);
  if (req.method === 'HEAD') return void res.end();
  const stranger = strangerKey(client);
  let sent = 0;
  for (; content.length - sent > PIECE; sent += PIECE) {
    if (!res.write(content.subarray(sent, sent + PIECE))) await drained(res);
    await eventLoopTurns.take(stranger);
    if (res.destroyed) return;
  }
  res.end(content.subarray(sent));
}

/** Resolves when all written bytes have left, or the connection has ended. */
function drained(res: Response): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => res.destroy(), UNREAD_MS);
    const end = (): void => {
      clearTimeout(timer);
      res.off('drain', end).off('close', end);
      resolve();
    };
    res.once('drain', end).once('close', end);
  });
}
