/** TLS of the listener: client certificates, files that change, files that cannot be used. */
import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import type { TLSSocket } from 'node:tls';
import { join } from 'node:path';
import { clientNameOf, createListener, listen, ListenError, type ListenerTls } from '../../../gateway/http/listener.ts';
import { silentLogger } from '../../../telemetry/log.ts';
import { authority, issue, type Certificate } from '../../kubernetes/certificates.ts';

let ca: Certificate;
let foreign: Certificate;
let [first, second]: Certificate[] = [];
beforeAll(async () => {
  [ca, foreign] = await Promise.all([authority('ours'), authority('another')]);
  [first, second] = await Promise.all(['first', 'second'].map(name => issue(ca, name, { addresses: ['127.0.0.1'] })));
});

const open: { server: Server; directory: string }[] = [];
afterEach(() => {
  jest.useRealTimers();
  for (const { server, directory } of open.splice(0)) {
    server.close();
    server.closeAllConnections();
    rmSync(directory, { recursive: true });
  }
});

interface Files extends ListenerTls {
  readonly clientCaFile: string;
}

async function start(): Promise<{ url: string; files: Files }> {
  const directory = mkdtempSync(join(tmpdir(), 'fleetgraph-tls-'));
  const files = { certFile: join(directory, 'tls.crt'), keyFile: join(directory, 'tls.key'), clientCaFile: join(directory, 'ca.crt') };
  write(files, first!);
  writeFileSync(files.clientCaFile, ca.cert);
  const server = createListener({}, (req, res) => res.end(clientNameOf(req.socket) ?? 'nobody'), files, silentLogger);
  open.push({ server, directory });
  return { url: await listen(server, { host: '127.0.0.1', port: 0 }), files };
}

function write({ certFile, keyFile }: ListenerTls, { cert, key }: Certificate): void {
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key);
}

/** The name in the server's certificate, and what it answers. */
function ask(url: string, client?: Certificate): Promise<{ server: string; answer: string }> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { ca: ca.cert, agent: false, ...client }, res => {
      const server = String((res.socket as TLSSocket).getPeerCertificate().subject.CN);
      let answer = '';
      res.on('data', part => (answer += part)).on('end', () => resolve({ server, answer }));
    });
    asked.on('error', reject);
  });
}

/** Only the timer that reads the files is not real. */
const readAnew = () => jest.advanceTimersByTime(5_000);
const fakeIntervals = () =>
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setTimeout',
      'clearTimeout',
    ],
  });

describe('a client', () => {
  it('is known by a certificate of our authorities, and by no other', async () => {
    const { url } = await start();
    expect(url).toMatch(/^https:/);
    expect((await ask(url, await issue(ca, 'proxy'))).answer).toBe('proxy');
    expect((await ask(url, await issue(foreign, 'proxy'))).answer).toBe('nobody');
    expect((await ask(url, await issue(ca, 'proxy', { expired: true }))).answer).toBe('nobody');
    expect((await ask(url)).answer).toBe('nobody');
  });
});

describe('the files', () => {
  it('are read anew, and half of a rotation leaves the old ones in use', async () => {
    fakeIntervals();
    const { url, files } = await start();
    expect((await ask(url)).server).toBe('first');
    writeFileSync(files.certFile, second!.cert);
    readAnew();
    expect((await ask(url)).server).toBe('first');
    writeFileSync(files.keyFile, second!.key);
    readAnew();
    expect((await ask(url)).server).toBe('second');
    rmSync(files.keyFile);
    readAnew();
    expect((await ask(url)).server).toBe('second');
  });

  it.each<[string, (files: Files) => void, string]>([
    ['are not there', files => rmSync(files.certFile), 'server.tls.certFile'],
    ['do not fit together', files => writeFileSync(files.keyFile, second!.key), 'cannot be used together'],
    ['are something else', files => writeFileSync(files.clientCaFile, 'hello'), 'is not a PEM file'],
  ])('that %s stop the start', async (_case, spoil, message) => {
    const { files } = await start();
    spoil(files);
    expect(() => createListener({}, () => undefined, files, silentLogger)).toThrow(ListenError);
    expect(() => createListener({}, () => undefined, files, silentLogger)).toThrow(message);
  });
});
