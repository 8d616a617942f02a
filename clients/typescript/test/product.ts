/** The running fleetgraph that these tests ask, and a console that must stay silent. */
import assert from 'node:assert/strict';

/** A /graphql. */
export const url = required('FLEETGRAPH_URL');
export const token = required('FLEETGRAPH_TOKEN');

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. test/e2e/clients.test.ts starts a fleetgraph and sets it.`);
  return value;
}

/** Runs a test and fails when a client library warned of anything. */
export function silently(test: () => Promise<void>): () => Promise<void> {
  return async () => {
    const said: string[] = [];
    const { warn, error } = console;
    console.warn = console.error = (...words: unknown[]) => void said.push(words.map(String).join(' '));
    try {
      await test();
    } finally {
      Object.assign(console, { warn, error });
    }
    assert.deepEqual(said, []);
  };
}
