/** Names the first failing cause of an object in a sentence, with a link. */
import { Link } from '@tanstack/react-router';
import { CauseDocument } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { StatusShape } from '../parts/status.tsx';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';

export function Cause({ id, isFailing }: { id: string; isFailing: boolean }) {
  const { data, problem } = useAnswer(CauseDocument, { id }, { everyMs: DETAILS_EVERY_MS });
  const said = texts.cause;
  if (problem && !data) return <p className="problem">{said.notKnown(problem.message)}</p>;
  // Looks first at the objects above, such as owners and sources, because their failures affect this object.
  const cause = [data?.above, data?.below].map(tree => tree?.firstFailure).find(it => it && it.id !== id);
  if (!cause) return null;
  return (
    <p className="object-message" data-status={isFailing ? 'FAILED' : undefined}>
      <b>{isFailing ? said.title : said.related}</b> <StatusShape status={cause.status} />{' '}
      <Link to="/object" search={{ id: cause.id }}>
        {cause.kind} {cause.name}
      </Link>
      {cause.reason && (
        <>
          : <b>{cause.reason}</b>
        </>
      )}
      {cause.message && <>: {cause.message}</>}{' '}
      <Link to="/object" search={{ id, show: 'tree' }} className="nowrap">
        {said.show}
      </Link>
    </p>
  );
}
