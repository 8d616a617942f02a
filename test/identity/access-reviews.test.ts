/**
 * Reading a leaf's response to a review, and its failures. Each failure has a code, because a caller's own mistake must
 * not count as a failure of the leaf.
 */
import { describe, expect, it } from '@jest/globals';
import { leafReviews, type ReviewFailure } from '../../identity/access-reviews.ts';
import { acceptIdentity } from '../../identity/authenticator.ts';
import type { KubernetesClient, RequestOptions } from '../../kubernetes/client.ts';
import { KubernetesError, type KubernetesErrorCode } from '../../kubernetes/errors.ts';
import { ClusterRegistry } from '../../clusters/registry.ts';

const never = new AbortController().signal;
const jane = acceptIdentity({ user: 'jane', groups: [] });

function reviewsOf(answer: unknown) {
  const requested: RequestOptions[] = [];
  const request = async (_path: string, options: RequestOptions) => {
    requested.push(options);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const client = { cluster: 'leaf', request } as Partial<KubernetesClient> as KubernetesClient;
  const registry = new ClusterRegistry();
  registry.add({
    name: 'leaf',
    client,
    identity: { mode: 'impersonate', usernamePrefix: '', groupPrefix: '' },
    authorization: 'mixed',
  });
  return { reviews: leafReviews(registry, 1_234), requested };
}

describe('a review', () => {
  it.each<[KubernetesErrorCode, number | undefined, ReviewFailure]>([
    ['FORBIDDEN', 403, 'REFUSED'],
    ['UNAUTHORIZED', 401, 'REFUSED'],
    ['UNREACHABLE', undefined, 'UNREACHABLE'],
    ['TLS', undefined, 'UNREACHABLE'],
    ['SERVER_ERROR', 500, 'SERVER_ERROR'],
    ['TIMEOUT', undefined, 'TIMEOUT'],
    ['TIMEOUT', 504, 'TIMEOUT'],
    ['THROTTLED', 429, 'THROTTLED'],
    ['THROTTLED', undefined, 'THROTTLED'],
    ['BAD_REQUEST', 431, 'TOO_LARGE'],
    ['BAD_REQUEST', 413, 'TOO_LARGE'],
    ['MALFORMED', undefined, 'TOO_LARGE'],
    ['MALFORMED', 200, 'FAILED'],
    ['BAD_REQUEST', 400, 'FAILED'],
  ])('a review that ends as %s (%s) fails as %s', async (code, status, failure) => {
    const error = new KubernetesError(code, 'leaf: no', { cluster: 'leaf', ...(status !== undefined && { status }) });
    const { reviews } = reviewsOf(error);
    await expect(reviews.rules('leaf', jane, 'team-a', never)).rejects.toMatchObject({
      name: 'ReviewError',
      code: failure,
    });
  });

  it('is waited for as long as one answer of a leaf may take, and not longer', async () => {
    const { reviews, requested } = reviewsOf({ status: { allowed: true } });
    expect(
      await reviews.may('leaf', jane, { verb: 'list', group: '', resource: 'pods', namespace: '', name: '' }, never),
    ).toBe(true);
    expect(requested.map(({ timeoutMs }) => timeoutMs)).toEqual([1_234]);
  });

  it('fails for a cluster that is not there, or does not answer as one', async () => {
    const { reviews } = reviewsOf('a page');
    await expect(reviews.rules('leaf', jane, '', never)).rejects.toMatchObject({ code: 'FAILED' });
    await expect(reviews.rules('nowhere', jane, '', never)).rejects.toMatchObject({ code: 'FAILED' });
  });
});
