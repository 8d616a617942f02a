/** The number of requests that an operation took of each cluster, told only to a caller who asks for it. */
import { HeaderMap } from '@apollo/server';
import { expect, it } from '@jest/globals';
import { LEAF_REQUESTS_HEADER, leafRequests } from '../../../gateway/plugins/leaf-requests.ts';
import type { RequestContext } from '../../../identity/request.ts';
import { requestOf, responseOf, startedBy } from './hooks.ts';

async function extensions(headers: readonly [string, string][], asked?: RequestContext['leafRequests']): Promise<unknown> {
  const response = responseOf({ data: {}, extensions: { other: 1 } });
  const hooks = await startedBy(leafRequests());
  const request = { http: { headers: new HeaderMap(headers) } };
  await hooks.willSendResponse!({ request, response, contextValue: { request: requestOf(asked && { leafRequests: asked }) } } as never);
  return response.body.singleResult.extensions;
}

const ASKED: readonly [string, string][] = [[LEAF_REQUESTS_HEADER, '1']];

it('a caller who asks for them gets the sums of all who asked a cluster, by the names of clusters', async () => {
  const asked = new Map([
    ['leaf-02', new Set([{ requests: 1 }])],
    ['leaf-01', new Set([{ requests: 2 }, { requests: 3 }])],
  ]);
  const found = await extensions(ASKED, asked);
  expect(JSON.stringify(found)).toBe('{"other":1,"leafRequests":{"leaf-01":5,"leaf-02":1}}');
});

it('a caller who asks for them gets none where no cluster was asked', async () => {
  expect(await extensions(ASKED)).toEqual({ other: 1, leafRequests: {} });
});

it('a caller who does not ask for them gets none', async () => {
  expect(await extensions([], new Map([['leaf-01', new Set([{ requests: 2 }])]]))).toEqual({ other: 1 });
});
