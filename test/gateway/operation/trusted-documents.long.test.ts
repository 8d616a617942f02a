import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import supertest from 'supertest';
import {
  readTrustedDocuments,
  TrustedDocuments,
  type TrustMode,
} from '../../../gateway/operation/trusted-documents.ts';
import { silentLogger, type Logger } from '../../../telemetry/log.ts';
import { codeOf, openGateway, type Gateway } from '../gateway.ts';

const WHO = 'query Who($loud: Boolean) { who(loud: $loud) }';
const ID = createHash('sha256').update(WHO).digest('hex');

const logged: unknown[] = [];
const log = { ...silentLogger, warn: (fields: object) => void logged.push(fields) } as unknown as Logger;
const gateways = new Map<TrustMode | undefined, Gateway>();

beforeAll(async () => {
  for (const mode of ['strict', 'log', undefined] as const) {
    const trustedDocuments = mode && new TrustedDocuments({ byId: new Map([[ID, WHO]]), mode, log });
    const gateway = await openGateway({
      types: 'type Query { who(loud: Boolean): String }',
      resolvers: { who: (_: unknown, { loud }: { loud?: boolean }) => (loud ? 'SOMEBODY' : 'somebody') },
      ...(trustedDocuments && { trustedDocuments }),
    });
    gateways.set(mode, gateway);
  }
});
afterAll(() => Promise.all([...gateways.values()].map(({ server }) => server.close())));

const open = (mode: TrustMode | undefined): Gateway => gateways.get(mode)!;

describe.each<TrustMode>(['strict', 'log'])('in mode %s', mode => {
  it('a documentId stands for its document, in POST and in GET, with and without "sha256:"', async () => {
    const { ask, url } = open(mode);
    expect((await ask({ documentId: ID, variables: { loud: true } })).body).toEqual({ data: { who: 'SOMEBODY' } });
    expect((await ask({ documentId: `sha256:${ID}` })).body).toEqual({ data: { who: 'somebody' } });
    const params = new URLSearchParams({ documentId: ID, variables: '{"loud":true}', operationName: 'Who' });
    const { body } = await supertest(url).get(`/graphql?${params}`).set('authorization', 'Bearer jane');
    expect(body).toEqual({ data: { who: 'SOMEBODY' } });
  });

  it('a trusted document may also be sent as it is', async () => {
    expect((await open(mode).ask(WHO)).body).toEqual({ data: { who: 'somebody' } });
  });

  it.each<[string, object, RegExp]>([
    ['is not known', { documentId: 'nobody-wrote-it' }, /no trusted document with the documentId "nobody-wrote-it"/],
    ['is no text', { documentId: 7 }, /must be a text/],
    ['comes with a query', { documentId: ID, query: WHO }, /both sent/],
    ['is the name of a property of every object', { documentId: 'constructor' }, /no trusted document/],
  ])('a documentId that %s is refused', async (_what, body, message) => {
    const answer = await open(mode).ask(body);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'UNTRUSTED_DOCUMENT']);
    expect(answer.body.errors[0].message).toMatch(message);
  });
});

describe('what is not among the trusted documents', () => {
  it.each([
    ['a query', { query: '{ who }' }],
    ['the same document with a space more', { query: `${WHO} ` }],
    ['introspection', { query: '{ __schema { queryType { name } } }' }],
    ['nothing at all', {}],
    ['a persisted query', { extensions: { persistedQuery: { version: 1, sha256Hash: ID } } }],
  ])('is not run in mode strict: %s', async (_what, body) => {
    const answer = await open('strict').ask(body);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'UNTRUSTED_DOCUMENT']);
  });

  it('is run in mode log, and logged once', async () => {
    const { ask } = open('log');
    for (let i = 0; i < 3; i++) expect((await ask('{ who }')).body).toEqual({ data: { who: 'somebody' } });
    await ask(WHO);
    expect(logged).toEqual([{ document: '{ who }' }]);
  });
});

it('where there are none a documentId is refused with the setting that is missing', async () => {
  const answer = await open(undefined).ask({ documentId: ID });
  expect(answer.body.errors[0].message).toContain('graphql.trustedDocuments');
});

describe('the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fleetgraph-trusted-'));
  const file = join(folder, 'documents.json');
  afterEach(() => rmSync(file, { force: true }));

  it('is an object from id to document', () => {
    writeFileSync(file, JSON.stringify({ [ID]: WHO }));
    expect([...readTrustedDocuments(file)]).toEqual([[ID, WHO]]);
  });

  it.each<[string, string | undefined, RegExp]>([
    ['that is not there', undefined, /ENOENT/],
    ['that is no JSON', '{', /JSON/],
    ['that is a list', '[]', /something else/],
    ['with a document that is no text', '{"a": 1}', /"a" is no text/],
    ['with a document that does not parse', '{"a": "{"}', /"a" is no GraphQL document/],
  ])('%s is refused by its name', (_what, content, message) => {
    if (content !== undefined) writeFileSync(file, content);
    expect(() => readTrustedDocuments(file)).toThrow(message);
    expect(() => readTrustedDocuments(file)).toThrow(file);
  });
});
