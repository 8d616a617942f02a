/**
 * A client that sends arbitrary bytes and reads HTTP/1.1 answers. An ordinary client would refuse to send many of these
 * requests. Reading is strict, because an answer of the product that is not valid HTTP is a finding.
 */
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  /** Headers by name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
}

/** Error for a connection that the server closed. `began` is true if an answer had begun. */
export class Closed extends Error {
  override name = 'Closed';
  readonly began: boolean;
  constructor(began: boolean) {
    super(began ? 'the connection ended in the middle of an answer' : 'the connection ended without an answer');
    this.began = began;
  }
}

export class Wire {
  readonly #socket: Socket;
  /**
   * Received pieces. They are joined when they are read, because joining at each arrival would copy a long answer many
   * times.
   */
  #arrived: Buffer[] = [];
  #arrivedBytes = 0;
  #ended = false;
  #wake = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', chunk => {
      this.#arrived.push(chunk);
      this.#arrivedBytes += chunk.length;
      this.#wake();
    });
    for (const event of ['end', 'close', 'error'] as const) {
      socket.on(event, () => {
        this.#ended = true;
        this.#wake();
      });
    }
  }

  static async open(port: number): Promise<Wire> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new Wire(socket);
  }

  get usable(): boolean {
    return !this.#ended;
  }

  send(bytes: Buffer): void {
    this.#socket.write(bytes);
  }

  /** Closes the sending side. Answers may still arrive. */
  end(): void {
    this.#socket.end();
  }

  close(): void {
    this.#socket.destroy();
  }

  /** @throws Closed, the signal's reason, or Error if the answer is not HTTP. */
  async read({ head, signal }: { head: boolean; signal: AbortSignal }): Promise<Answer> {
    const abort = () => this.#wake();
    signal.addEventListener('abort', abort, { once: true });
    try {
      for (;;) {
        const end = await this.#find('\r\n\r\n', 0, signal);
        const answer = headOf(this.#received.toString('latin1', 0, end));
        this.#received = this.#received.subarray(end + 4);
        if (answer.status >= 200) return { ...answer, body: await this.#body(answer, head, signal) };
      }
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  async #body({ status, headers }: Omit<Answer, 'body'>, head: boolean, signal: AbortSignal): Promise<Buffer> {
    if (head || status === 204 || status === 304) return Buffer.alloc(0);
    if (headers.get('transfer-encoding') === 'chunked') return this.#chunks(signal);
    const length = headers.get('content-length');
    if (length !== undefined) return this.#take(Number(length), signal);
    while (!this.#ended) await this.#more(signal);
    return this.#take(this.#received.length, signal);
  }

  async #chunks(signal: AbortSignal): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (;;) {
      const end = await this.#find('\r\n', 0, signal);
      const size = Number.parseInt(this.#received.toString('latin1', 0, end), 16);
      if (!Number.isInteger(size)) throw new Error('a chunk without a size');
      await this.#take(end + 2, signal);
      chunks.push(await this.#take(size, signal));
      await this.#take(2, signal);
      if (size === 0) return Buffer.concat(chunks);
    }
  }

  get #received(): Buffer {
    if (this.#arrived.length !== 1) this.#arrived = [Buffer.concat(this.#arrived)];
    return this.#arrived[0] as Buffer;
  }

  set #received(rest: Buffer) {
    this.#arrived = [rest];
    this.#arrivedBytes = rest.length;
  }

  async #take(length: number, signal: AbortSignal): Promise<Buffer> {
    while (this.#arrivedBytes < length) await this.#more(signal, true);
    const taken = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return taken;
  }

  async #find(text: string, from: number, signal: AbortSignal): Promise<number> {
    for (;;) {
      const at = this.#received.indexOf(text, from);
      if (at >= 0) return at;
      await this.#more(signal);
    }
  }

  async #more(signal: AbortSignal, inBody = false): Promise<void> {
    signal.throwIfAborted();
    if (this.#ended) throw new Closed(inBody || this.#arrivedBytes > 0);
    await new Promise<void>(resolve => (this.#wake = resolve));
    this.#wake = () => {};
    signal.throwIfAborted();
  }
}

function headOf(text: string): Omit<Answer, 'body'> {
  const [first = '', ...lines] = text.split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(`${first} `)?.[1];
  if (status === undefined) throw new Error(`not an HTTP answer: ${JSON.stringify(first.slice(0, 100))}`);
  const headers = lines.map(
    line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const,
  );
  return { status: Number(status), headers: new Map(headers) };
}
