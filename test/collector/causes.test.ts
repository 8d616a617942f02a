/** Codes for the messages of an API server. */
import { describe, expect, it } from '@jest/globals';
import { causeOf } from '../../collector/causes.ts';
import { KubernetesError, type KubernetesErrorCode } from '../../kubernetes/errors.ts';

const said = (code: KubernetesErrorCode, message: string) =>
  new KubernetesError(code, `leaf: ${message}`, { cluster: 'leaf' });
const CONVERSION =
  'conversion webhook for conv.example.org/v1, Kind=Legacy failed: Post "https://127.0.0.1:9/convert?timeout=30s": dial tcp 127.0.0.1:9: connect: connection refused';

describe('the cause of what an API server says', () => {
  it.each([
    ['SERVER_ERROR', CONVERSION, 'UNREADABLE'],
    [
      'THROTTLED',
      `storage is (re)initializing: failed to list conv.example.org/v2, Kind=Legacy: ${CONVERSION}`,
      'UNREADABLE',
    ],
    [
      'SERVER_ERROR',
      'Internal error occurred: unable to transform key "/registry/secrets/a/b": no matching prefix found',
      'UNREADABLE',
    ],
    ['SERVER_ERROR', 'failed to read one or more secrets from the storage', 'UNREADABLE'],
    ['SERVER_ERROR', 'no kind "Thing" is registered for version "example.org/v3" in scheme "x"', 'UNREADABLE'],
    ['THROTTLED', 'storage is (re)initializing', 'STARTING'],
    ['THROTTLED', 'Too many requests, please try again later.', 'THROTTLED'],
    ['SERVER_ERROR', 'etcdserver: request timed out', 'SERVER_ERROR'],
    ['FORBIDDEN', 'a conversion webhook for everybody', 'FORBIDDEN'],
  ] as const)('%s: %s is %s', (code, message, cause) => expect(causeOf(said(code, message))).toBe(cause));
});
