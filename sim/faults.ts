/**
 * Faults of a leaf. Faults can be changed while the leaf runs. The faults act between the socket and the API server.
 * The server handles all unaffected requests as usual.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { breakOff, drained } from './response.ts';
import { StatusError } from './status.ts';

export interface Fault {
  /** Delays responses by this time in milliseconds, or by a random time in this range. */
  readonly latencyMs?: number | readonly [min: number, max: number];
  /** Sends responses in small pieces, with this pause in milliseconds before each piece. */
  readonly slowBodyMs?: number;
  /**
   * Replaces the real response. `hang` never responds. `reset` breaks the connection. `truncated` sends half a body.
   * `html` sends a login page. `error` sends status 500, and `says` sends 500 with the given message. `throttleSeconds`
   * sends status 429.
   */
  readonly answer?:
    | 'hang'
    | 'reset'
    | 'truncated'
    | 'html'
    | 'error'
    | { readonly says: string }
    | { readonly throttleSeconds: number };
  /** Limits the fault to requests whose method and URL match, such as `GET /api/v1/pods?watch=1`. @default all */
  readonly matching?: RegExp;
}

const LOGIN_PAGE =
  '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><form action="/login">Please sign in.</form></body></html>\n';
const SLOW_PIECE = 512;

export class FaultyWire {
  readonly #random: () => number;
  #fault: Fault = {};

  constructor(random: () => number) {
    this.#random = random;
  }

  set(fault: Fault): void {
    this.#fault = fault;
  }

  faultOf(request: IncomingMessage): Fault {
    return (this.#fault.matching?.test(`${request.method} ${request.url}`) ?? true) ? this.#fault : {};
  }

  /**
   * Returns true if the fault replaces the response, also if the fault sends none.
   * @throws StatusError if the fault is an error response of Kubernetes
   */
  async intercept(fault: Fault, response: ServerResponse, signal: AbortSignal): Promise<boolean> {
    const { latencyMs = 0, answer } = fault;
    const [min, max] = typeof latencyMs === 'number' ? [latencyMs, latencyMs] : latencyMs;
    if (max > 0) await delay(min + this.#random() * (max - min), undefined, { signal });
    if (typeof answer === 'object' && 'says' in answer) throw new StatusError(500, 'InternalError', answer.says);
    if (typeof answer === 'object') {
      const details = { retryAfterSeconds: answer.throttleSeconds };
      throw new StatusError(
        429,
        'TooManyRequests',
        'The request was rejected because of too many requests, please try again later.',
        details,
      );
    }
    switch (answer) {
      case 'error':
        throw new StatusError(500, 'InternalError', 'Internal error occurred: etcdserver: request timed out');
      case 'html':
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(LOGIN_PAGE);
        return true;
      case 'reset':
        breakOff(response);
        return true;
      case 'hang':
        return true;
      default:
        return false;
    }
  }

  /** Writes a body as the fault allows, at the speed of the reader. */
  async send(fault: Fault, response: ServerResponse, pieces: Iterable<string>): Promise<void> {
    if (fault.answer === 'truncated') {
      const body = [...pieces].join('');
      response.write(body.slice(0, Math.ceil(body.length / 2)), () => breakOff(response));
      return;
    }
    for (const piece of fault.slowBodyMs === undefined ? gathered(pieces) : cut(pieces)) {
      if (response.destroyed) return;
      if (fault.slowBodyMs !== undefined) await delay(fault.slowBodyMs);
      if (!response.write(piece)) await drained(response);
    }
    response.end();
  }
}

const PIECE = 64 * 1024;

/** Joins small pieces into pieces that are large enough for a write. */
function* gathered(pieces: Iterable<string>): Iterable<string> {
  let buffer = '';
  for (const piece of pieces) {
    buffer += piece;
    if (buffer.length < PIECE) continue;
    yield buffer;
    buffer = '';
  }
  if (buffer !== '') yield buffer;
}

function* cut(pieces: Iterable<string>): Iterable<string> {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += SLOW_PIECE) yield piece.slice(at, at + SLOW_PIECE);
  }
}
