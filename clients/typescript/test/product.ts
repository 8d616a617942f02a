/** The running fleetgraph that these tests use, and a check that clients log no warnings. */
import assert from 'node:assert/strict';

/** Address of the GraphQL endpoint, with /graphql at the end. */
export const url = required('FLEETGRAPH_URL');
export const token = required('FLEETGRAPH_TOKEN');

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. test/e2e/clients.test.ts starts a fleetgraph and sets it.`);
  return value;
}

/** Wraps a test, so that it fails if a client library logs a warning. */
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
