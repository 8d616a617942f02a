/** The body of a report, from arbitrary bytes: unpacking, parsing, limits, and its digest. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import {
  digestOf,
  objectOf,
  readBody,
  ReportError,
  splitBody,
  type ReportBody,
  type ReportLimits,
} from '../../collector/report-lines.ts';
import { kustomization, lines } from './reports-contract.ts';

const LIMITS: ReportLimits = { bytes: 100_000, lineBytes: 10_000, objects: 50 };
const TEXT = lines({ seq: 1 }, [kustomization('a'), kustomization('b')]);

/** The parsed body. Undefined if the body is refused with an error code. */
function split(body: Buffer): ReportBody | undefined {
  try {
    const found = splitBody(body, LIMITS);
    for (const [i, line] of found.lines.entries()) objectOf(line, i + 2);
    return found;
  } catch (error) {
    if (error instanceof ReportError) return undefined;
    throw error;
  }
}

describe('the body of a report', () => {
  it('is either read whole or refused, whatever its bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map(array => Buffer.from(array)),
      fc.array(fc.json(), { maxLength: 5 }).map(values => Buffer.from(values.join('\n'))),
      fc.tuple(fc.nat({ max: TEXT.length }), fc.uint8Array({ maxLength: 4 })).map(([at, noise]) => {
        const text = Buffer.from(TEXT);
        return Buffer.concat([text.subarray(0, at), noise, text.subarray(Math.min(text.length, at + noise.length))]);
      }),
    );
    fc.assert(
      fc.property(bytes, body => {
        const found = split(body);
        if (found && !found.header.isSame)
          expect(JSON.parse(body.toString().trimEnd().split('\n').at(-1)!)).toMatchObject({
            objects: found.lines.length,
          });
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused if any part of it is missing', () => {
    const whole = Buffer.from(TEXT);
    const cuts = Array.from({ length: whole.length - 1 }, (_, at) => at).filter(
      at => split(whole.subarray(0, at)) !== undefined,
    );
    expect(cuts).toEqual([]);
    expect(split(whole)?.lines).toHaveLength(2);
  });

  it('is unpacked to the same bytes, in pieces of any size', async () => {
    const random = Buffer.from(Array.from({ length: 90_000 }, (_, i) => (i * 7_919) % 256));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5_000 }), fc.boolean(), async (size, isPacked) => {
        const sent = isPacked ? gzipSync(random) : random;
        async function* pieces() {
          for (let from = 0; from < sent.length; from += size) yield sent.subarray(from, from + size);
        }
        expect((await readBody(pieces(), isPacked ? 'gzip' : '', LIMITS)).equals(random)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('holds no more memory than its limit, however well a bomb is packed', async () => {
    const bomb = Buffer.concat(Array<Buffer>(20).fill(gzipSync(Buffer.alloc(20 * 1024 * 1024))));
    let read = 0;
    async function* pieces() {
      for (let from = 0; from < bomb.length; from += 512) {
        read += 512;
        yield bomb.subarray(from, from + 512);
      }
    }
    await expect(readBody(pieces(), 'gzip', LIMITS)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect(read).toBeLessThan(bomb.length / 2);
  });

  it('leaves out an object that would take too long to read', () => {
    const keys = Array.from({ length: 100_000 }, (_, i) => `"k${i}":{"a${i}":1}`).join();
    expect(objectOf(Buffer.from(`{"object":{${keys}}}`), 2) === undefined).toBe(true);
  });

  it('has another digest with other objects, another agent, or other rules, and the same with another number', async () => {
    const of = (text: string, context: unknown = 'rules') =>
      digestOf(splitBody(Buffer.from(text), LIMITS), context, () => undefined);
    const one = await of(lines({ seq: 1 }, [kustomization('a'), kustomization('b')]));
    expect(await of(lines({ seq: 2 }, [kustomization('a'), kustomization('b')]))).toBe(one);
    for (const other of [
      of(lines({ seq: 1 }, [kustomization('b'), kustomization('a')])),
      of(lines({ seq: 1 }, [kustomization('a')])),
      of(lines({ seq: 1, agent: 'agent-2' }, [kustomization('a'), kustomization('b')])),
      of(lines({ seq: 1, resources: [] }, [kustomization('a'), kustomization('b')])),
      of(lines({ seq: 1 }, [kustomization('a'), kustomization('b')]), 'other rules'),
    ])
      expect(await other).not.toBe(one);
  });
});
