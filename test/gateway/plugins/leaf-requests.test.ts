/** The number of requests that an operation took of each cluster, told only to a caller who asks for it. */
import { expect, it } from '@jest/globals';
import { LEAF_REQUESTS_HEADER, leafRequests } from '../../../gateway/plugins/leaf-requests.ts';
import type { RequestContext } from '../../../identity/request.ts';
import { ended, requestOf } from './hooks.ts';

function extensions(headers: Record<string, string> | undefined, asked?: RequestContext['leafRequests']): unknown {
  const request = requestOf(asked && { leafRequests: asked });
  return ended(leafRequests(), { data: {}, extensions: { other: 1 } }, { request, headers }).extensions;
}

const ASKED = { [LEAF_REQUESTS_HEADER]: '1' };

it('a caller who asks for them gets the sums of all who asked a cluster, by the names of clusters', () => {
  const asked = new Map([
    ['leaf-02', new Set([{ requests: 1 }])],
    ['leaf-01', new Set([{ requests: 2 }, { requests: 3 }])],
  ]);
  const found = extensions(ASKED, asked);
  expect(JSON.stringify(found)).toBe('{"other":1,"leafRequests":{"leaf-01":5,"leaf-02":1}}');
});

it('a caller who asks for them gets none where no cluster was asked', () => {
  expect(extensions(ASKED)).toEqual({ other: 1, leafRequests: {} });
});

it('a caller who does not ask for them gets none', () => {
  expect(extensions({}, new Map([['leaf-01', new Set([{ requests: 2 }])]]))).toEqual({ other: 1 });
});

it('an operation on a stream gets none', () => {
  expect(extensions(undefined, new Map([['leaf-01', new Set([{ requests: 2 }])]]))).toEqual({ other: 1 });
});
