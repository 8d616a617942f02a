/** `fleetgraph demo` as a process of its own, with a complete index except for the cluster that is down repeatedly. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { eventually } from './fleetgraph.ts';

const EXECUTABLE = new URL('../../bin/fleetgraph', import.meta.url).pathname;

export interface Demo {
  readonly url: string;
  readonly token: (identity: 'platform-admin' | 'team-developer' | 'nobody') => string;
  close(): Promise<void>;
}

export async function startDemo(...flags: string[]): Promise<Demo> {
  const child = spawn(EXECUTABLE, ['demo', '--json', '--port', '0', ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  // Where a suite ends without close().
  process.once('exit', () => child.kill());
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url, identities } = JSON.parse(line) as { url: string; identities: { name: string; token: string }[] };
  const token: Demo['token'] = name => identities.find(identity => identity.name === name)?.token ?? '';
  const close = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  /** undefined while the demo is too busy to answer. */
  const coverage = async (): Promise<{ total: number; indexed: number } | undefined> => {
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token('platform-admin')}` },
      body: JSON.stringify({ query: '{ coverage { total indexed } }' }),
    });
    return ((await answer.json()) as { data?: { coverage: { total: number; indexed: number } } }).data?.coverage;
  };
  try {
    await eventually(coverage, found => found !== undefined && found.indexed >= found.total - 1, { what: 'an index' });
  } catch (error) {
    await close();
    throw error;
  }
  return { url, token, close };
}
