/**
 * Sends large answers a piece at a time, in turns of their callers and as fast as their clients read. Express encodes a
 * text in one step, which takes tens of milliseconds for the largest answers.
 */
import type { RequestHandler, Response } from 'express';
import { eventLoopTurns, type FairTurns } from '../../async/fair-turns.ts';
import { callerKey, type Identity } from '../../identity/identity.ts';

/** In characters. Express sends shorter answers, including all with entity tags (conditional-get.ts). */
const LARGE = 2 * 1024 * 1024;
const PIECE = 256 * 1024;

export function largeAnswers(turns: Pick<FairTurns, 'spare'> = eventLoopTurns): RequestHandler {
  return (_req, res, next) => {
    const send = res.send.bind(res);
    res.send = (body: unknown) => {
      if (typeof body !== 'string' || body.length <= LARGE) return send(body);
      void sendPieces(res, body, turns);
      return res;
    };
    next();
  };
}

async function sendPieces(res: Response, text: string, turns: Pick<FairTurns, 'spare'>): Promise<void> {
  const caller = callerKey(res.locals['identity'] as Identity);
  let goOn = (): void => {};
  // One listener for all pieces: compression() would keep each added listener.
  for (const event of ['drain', 'close']) res.on(event, () => goOn());
  for (let at = 0; at < text.length && !res.closed;) {
    const end = endOfPiece(text, at + PIECE);
    const read = new Promise<void>(resolve => (goOn = resolve));
    if (!res.write(Buffer.from(text.slice(at, end)))) await read;
    else await turns.spare(caller);
    at = end;
  }
  if (!res.closed) res.end();
}

/** Avoids cutting between surrogates. */
function endOfPiece(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end + 1 : end;
}
