/** The check of persisted queries, which runs before Apollo Server receives them. */
import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { persistedQueryProblem } from '../../../gateway/http/steps.ts';

const query = '{ viewer { user } } # ü';
const sha256Hash = createHash('sha256').update(query).digest('hex');
const persisted = (changes: object = {}) => ({ persistedQuery: { version: 1, sha256Hash, ...changes } });

describe('a request can be used', () => {
  it.each<[what: string, body: unknown]>([
    ['that has no extensions', { query }],
    ['that has others', { query, extensions: { other: 1 } }],
    ['whose persisted query is null', { query, extensions: { persistedQuery: null } }],
    ['that says the hash alone', { extensions: persisted() }],
    ['that says the hash and its query', { query, extensions: persisted() }],
    ['whose query is no text, which Apollo Server refuses', { query: 7, extensions: persisted() }],
    ['by GET, where extensions are JSON', { query, extensions: JSON.stringify(persisted()) }],
    ['by GET, with extensions that are no JSON, which Apollo Server refuses', { query, extensions: '{' }],
    ['by GET, with several extensions, which Apollo Server refuses', { query, extensions: ['{}', '{}'] }],
    ['without a body', undefined],
    ['whose body is a list', [{ query }]],
    ['whose extensions are null', { query, extensions: null }],
    ['whose extensions are a number', { query, extensions: 7 }],
  ])('%s', (_what, body) => expect(persistedQueryProblem(body)).toBeUndefined());
});

describe('a request is refused', () => {
  const VERSION = 'extensions.persistedQuery.version must be 1.';
  const NO_HASH =
    'extensions.persistedQuery.sha256Hash must be the SHA-256 of the query, as 64 hexadecimal digits in lower case.';
  const OTHER_HASH = 'extensions.persistedQuery.sha256Hash is not the SHA-256 of the query that came with it.';

  it.each<[what: string, extensions: unknown, problem: string]>([
    ['whose persisted query is a text', { persistedQuery: 'x' }, VERSION],
    ['whose persisted query is a number', { persistedQuery: 0 }, VERSION],
    ['whose persisted query is false', { persistedQuery: false }, VERSION],
    ['of no version', { persistedQuery: { sha256Hash } }, VERSION],
    ['of another version', persisted({ version: 2 }), VERSION],
    ['of a version that is a text', persisted({ version: '1' }), VERSION],
    ['without a hash', { persistedQuery: { version: 1 } }, NO_HASH],
    ['with a hash that is too short', persisted({ sha256Hash: sha256Hash.slice(1) }), NO_HASH],
    ['with a hash and more', persisted({ sha256Hash: `${sha256Hash}\n` }), NO_HASH],
    ['with a hash in capitals', persisted({ sha256Hash: sha256Hash.toUpperCase() }), NO_HASH],
    ['with a hash that is a list', persisted({ sha256Hash: [sha256Hash] }), NO_HASH],
    ['with a hash that is a key of objects', persisted({ sha256Hash: '__proto__' }), NO_HASH],
    ["with another query's hash", persisted({ sha256Hash: 'a'.repeat(64) }), OTHER_HASH],
  ])('%s', (_what, extensions, problem) => {
    expect(persistedQueryProblem({ query, extensions })).toBe(problem);
    expect(persistedQueryProblem({ query, extensions: JSON.stringify(extensions) })).toBe(problem);
  });

  it('a request is refused whose query is empty and has another hash', () => {
    expect(persistedQueryProblem({ query: '', extensions: persisted() })).toBe(OTHER_HASH);
  });
});
