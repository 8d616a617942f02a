/** Hook that reads revisions page by page and keeps the result up to date. */
import { useEffect, useState } from 'react';
import { ask, type Problem } from '../client.ts';
import { RevisionsDocument } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS, useFollowing } from '../live.ts';
import { readRevisions, type ReadRevisions } from './read-revisions.ts';

export interface Revisions extends ReadRevisions<Problem> {
  readonly reading: boolean;
}

/** `pages`: maximum number of pages to read. Returns undefined if nothing has arrived yet. */
export function useRevisions(pages: number): Revisions | undefined {
  const [state, setState] = useState<ReadRevisions<Problem> & { pages: number }>();
  const refresh = async () => {
    const read = await readRevisions((first, after) => ask(RevisionsDocument, { first, after }), pages);
    // After a problem, the longer list of revisions stays. If both lists are equally long, the earlier list stays.
    setState(before =>
      read.problem && before && before.revisions.length >= read.revisions.length
        ? { ...before, problem: read.problem, pages }
        : { ...read, pages },
    );
  };
  useEffect(() => {
    void refresh();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- useFollowing() reads the other changes
  }, [pages]);
  useFollowing(refresh, DETAILS_EVERY_MS * pages);
  return state && { ...state, reading: state.pages !== pages };
}
