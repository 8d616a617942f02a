/** Revisions of Flux, converted to one spelling. */
import { describe, expect, it } from '@jest/globals';
import { revisionAt } from '../../kinds/revision.ts';

const SHA1 = 'a'.repeat(40);
const SHA256 = '0123456789abcdef'.repeat(4);

describe('a revision', () => {
  it.each<[string, unknown, string]>([
    ['in the new form stays', `main@sha1:${SHA1}`, `main@sha1:${SHA1}`],
    ['in the old form gets the new one', `main/${SHA1}`, `main@sha1:${SHA1}`],
    ['of a branch with slashes gets the new form', `feature/x/${SHA1}`, `feature/x@sha1:${SHA1}`],
    [
      'of a branch by its reference has the name of the branch',
      `refs/heads/feature/x@sha1:${SHA1}`,
      `feature/x@sha1:${SHA1}`,
    ],
    ['of a tag by its reference has the name of the tag', `refs/tags/v1@sha1:${SHA1}`, `v1@sha1:${SHA1}`],
    ['of a branch by its reference, in the old form, gets the new one', `refs/heads/main/${SHA1}`, `main@sha1:${SHA1}`],
    ['of another reference stays', `refs/pull/7/head@sha1:${SHA1}`, `refs/pull/7/head@sha1:${SHA1}`],
    ['of a detached head has no name', `HEAD/${SHA1}`, `sha1:${SHA1}`],
    ['that is a digest alone gets its algorithm', SHA256, `sha256:${SHA256}`],
    ['of a bucket in the new form stays', `sha256:${SHA256}`, `sha256:${SHA256}`],
    ['of a tag and a digest gets the new form', `6.1.0/${SHA256}`, `6.1.0@sha256:${SHA256}`],
    ['of a chart stays', '6.1.0+build/1', '6.1.0+build/1'],
    ['with a digest that is cut stays', 'main/abc123', 'main/abc123'],
    ['of other letters stays', `main/${'z'.repeat(40)}`, `main/${'z'.repeat(40)}`],
    ['that is no text is none', 17, ''],
    ['that is not there is none', undefined, ''],
  ])('%s', (_, revision, expected) => {
    expect(revisionAt({ status: { revision } }, 'status', 'revision')).toBe(expected);
  });
});
