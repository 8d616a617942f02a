/**
 * `fleetgraph demo` as a separate process. When startDemo() resolves, the index holds all clusters except at most one,
 * because one cluster of the demo fails repeatedly.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './fleetgraph.ts';
import { startProcess } from './processes.ts';

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;

export interface Demo {
  readonly url: string;
  readonly token: (identity: 'platform-admin' | 'team-developer' | 'nobody') => string;
  close(): Promise<void>;
}

/** Starts a demo. The demo ends with this process at the latest. */
export async function startDemo(...flags: string[]): Promise<Demo> {
  const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-demo-'));
  const logFile = join(directory, 'demo.log');
  const demo = startProcess({
    name: 'fleetgraph demo',
    command: EXECUTABLE,
    args: ['demo', '--json', '--port', '0', ...flags],
    env: { NODE_OPTIONS: '' },
    logFile,
  });
  const close = async () => {
    await demo.stop();
    await rm(directory, { recursive: true, force: true });
  };
  /** Reads the line of the log with the URL and the identities as JSON. Undefined until the line is written. */
  const line = async () => {
    if (demo.ending !== undefined) throw new Error(`fleetgraph demo ${demo.ending}:\n${await demo.logTail()}`);
    return /^(\{"url":.*)\n/m.exec(await readFile(logFile, 'utf8'))?.[1];
  };
  try {
    const { answer } = await eventually(line, found => found !== undefined, { what: 'the line of the demo' });
    const { url, identities } = JSON.parse(answer!) as { url: string; identities: { name: string; token: string }[] };
    const token: Demo['token'] = name => identities.find(identity => identity.name === name)?.token ?? '';
    /** Coverage of the index. Undefined while the demo is too busy to answer. */
    const coverage = async (): Promise<{ total: number; indexed: number } | undefined> => {
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token('platform-admin')}` },
        body: JSON.stringify({ query: '{ coverage { total indexed } }' }),
      });
      return ((await answer.json()) as { data?: { coverage: { total: number; indexed: number } } }).data?.coverage;
    };
    await eventually(coverage, found => found !== undefined && found.indexed >= found.total - 1, { what: 'an index' });
    return { url, token, close };
  } catch (error) {
    await close();
    throw error;
  }
}
