/** Revisions, as the graph tells them. */
import { describe, expect, it } from '@jest/globals';
import type { Revision } from '../../../readmodel/query.ts';
import { ScriptedFleet } from './scripted-fleet.ts';

const QUERY = `query ($sourceUrl: String, $first: Int, $after: String) { revisions(sourceUrl: $sourceUrl, first: $first, after: $after) {
  nodes { sourceUrl revision attempted objectCount clusterCount clusters(first: 1) { name } firstSeenAt laggingCount laggingSince sourceRevision } totalCount pageInfo { endCursor } } }`;
const statusCounts = { current: 2, inProgress: 0, failed: 0, terminating: 0, unknown: 0, suspended: 0 };
const revision: Revision = {
  ...{ sourceUrl: 'https://host/apps', revision: 'main@sha1:1', attempted: false, objectCount: 2, clusters: ['a', 'b'], statusCounts },
  ...{ firstSeenAt: 1_000, laggingCount: 1, laggingSince: 2_000, sourceRevision: 'main@sha1:2' },
};

describe('revisions', () => {
  it('are told with their clusters and times, and go on from a cursor', async () => {
    const fleet = new ScriptedFleet({});
    fleet.revisions = {
      revisions: [revision, { ...revision, attempted: true, firstSeenAt: undefined }],
      totalCount: 9,
      hasNextPage: true,
      hasPreviousPage: false,
    };
    const { data, errors }: any = await fleet.ask('root', QUERY, { first: 2, sourceUrl: 'git@HOST:apps.git' });
    expect(errors).toBeUndefined();
    const told = {
      ...{ sourceUrl: 'https://host/apps', revision: 'main@sha1:1', attempted: false, objectCount: 2, clusterCount: 2 },
      ...{ clusters: [{ name: 'a' }], firstSeenAt: '1970-01-01T00:00:01.000Z', laggingCount: 1 },
      ...{ laggingSince: '1970-01-01T00:00:02.000Z', sourceRevision: 'main@sha1:2' },
    };
    expect(data.revisions).toMatchObject({ nodes: [told, { ...told, attempted: true, firstSeenAt: null }], totalCount: 9 });
    await fleet.ask('root', QUERY, { after: data.revisions.pageInfo.endCursor });
    expect(fleet.revisionRequests).toEqual([
      { sourceUrl: 'https://host/apps', first: 2 },
      { first: 50, after: { sourceUrl: 'https://host/apps', firstSeenAt: undefined, revision: 'main@sha1:1', attempted: true } },
    ]);
  });

  it.each([
    ['of what is no address', { sourceUrl: 'apps' }, /sourceUrl: "apps" is no address of a repository/],
    ['behind what is no cursor', { after: 'x' }, /is not a cursor of this list/],
    ['behind a cursor of another list', { after: Buffer.from('["a","b","c","d"]').toString('base64url') }, /is not a cursor of this list/],
    ['if they are too many', { first: 501 }, /more than the maximum of 500/],
  ])('are refused %s', async (_what, variables, message) => {
    const { errors } = await new ScriptedFleet({}).ask('root', QUERY, variables);
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});
