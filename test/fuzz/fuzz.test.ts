/** Sends thirty thousand broken and hostile requests. Also tests the request generator and the verdict on responses. */
import { describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SEED as COMMON_SEED } from '../harness/sampling.ts';
import { fuzzCase } from './generator.ts';
import type { Seeds } from './values.ts';
import { complaintAbout } from './verdict.ts';

const REQUESTS = 30_000;
const SEED = process.env['FUZZ_SEED'] ?? String(COMMON_SEED);
const SEEDS: Seeds = {
  ids: ['a/apps/Deployment/b/c'],
  cursors: ['WzFd'],
  clusters: ['a'],
  namespaces: ['b'],
  kinds: ['Pod'],
};

describe('the fuzz', () => {
  it('finds no crash, no fault of ours, and no request without an answer', async () => {
    // Runs in a separate process, which an unhandled rejection ends. The test runner would hide the rejection.
    const run = fileURLToPath(new URL('./run.ts', import.meta.url));
    const args = ['--disable-warning=ExperimentalWarning', '--expose-gc', run, String(REQUESTS)];
    const env = { ...process.env, FUZZ_SEED: SEED, NODE_OPTIONS: '' };
    const { code, stdout, stderr } = await new Promise<{ code: unknown; stdout: string; stderr: string }>(resolve => {
      execFile(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        resolve({ code: error ? (error.code ?? error.signal) : 0, stdout, stderr });
      });
    });
    console.info(`${stderr}${stdout}`);
    expect(stdout).not.toContain('FOUND');
    expect(stdout).toContain(`fuzz: ${REQUESTS} requests`);
    expect(code).toBe(0);
    // A request that is refused early proves little, so more than a tenth of all requests must succeed.
    const answered = Number(/^ *(\d+) {2}200$/m.exec(stderr)?.[1] ?? 0);
    expect(answered).toBeGreaterThan(REQUESTS / 10);
  }, 900_000);

  it('sends the same bytes for the same seed and number, and others for others', () => {
    const bytes = (seed: number, index: number) => fuzzCase(seed, index, SEEDS, ['t']).bytes.toString('latin1');
    for (let index = 0; index < 200; index++) expect(bytes(7, index)).toBe(bytes(7, index));
    const all = Array.from({ length: 200 }, (_, index) => bytes(7, index));
    expect(new Set([...all, ...Array.from({ length: 200 }, (_, index) => bytes(8, index))]).size).toBeGreaterThan(350);
  });
});

describe('an answer', () => {
  const answer = (status: number, body: unknown, type = 'application/json; charset=utf-8') => ({
    status,
    headers: new Map([['content-type', type]]),
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  });
  const error = (code: unknown, message: unknown = 'no') => ({ errors: [{ message, extensions: { code } }] });

  it.each([
    ['data', answer(200, { data: { a: 1 } })],
    ['errors beside null', answer(200, { data: null, ...error('BAD_USER_INPUT') })],
    ['a refusal', answer(400, error('GRAPHQL_PARSE_FAILED'))],
    ['a refusal before HTTP', answer(431, '', 'text/plain')],
    ['extensions', answer(200, { data: {}, extensions: { cost: {} } })],
    ['what is no GraphQL', answer(200, 'ok', 'text/plain')],
    ['what methods there are', { ...answer(204, ''), headers: new Map([['allow', 'GET, POST, OPTIONS']]) }],
  ])('that is %s is right', (_what, given) => expect(complaintAbout(given)).toBeUndefined());

  it.each([
    ['a fault of ours', answer(200, { data: null, ...error('INTERNAL_SERVER_ERROR') }), /INTERNAL_SERVER_ERROR/],
    ['a fault of ours by status', answer(500, error('BAD_REQUEST')), /HTTP 500/],
    ['a code that nobody knows', answer(400, error('OOPS')), /OOPS/],
    ['an error without a code', answer(400, { errors: [{ message: 'no' }] }), /code/],
    ['an error without words', answer(400, error('BAD_REQUEST', '')), /message/],
    ['a stack', answer(400, error('BAD_REQUEST', 'x\n    at f (file:///a.ts:1:2)')), /stack/],
    ['nothing', answer(200, {}), /neither/],
    ['no content', answer(204, ''), /HTTP 204/],
    ['no errors', answer(400, { errors: [] }), /errors/],
    ['data with a status of refusal', answer(400, { data: {} }), /400/],
    ['a list', answer(200, []), /object/],
    ['cut off', answer(200, '{"data":'), /parse/],
    ['more than GraphQL has', answer(200, { data: {}, debug: 1 }), /debug/],
    ['a page instead of a refusal', answer(404, 'x'.repeat(5_000), 'text/html'), /5000 bytes/],
  ])('that is %s is not', (_what, given, complaint) => expect(complaintAbout(given)).toMatch(complaint));
});
