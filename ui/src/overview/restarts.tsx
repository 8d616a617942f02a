/** Pods whose containers restarted most. */
import { Link } from '@tanstack/react-router';
import type { AttentionQuery } from '../graph/graphql.ts';
import { restartTexts as said } from '../restarts/texts.ts';
import type { Kept } from '../use-answer.ts';

export function Restarts({ data, problem }: Pick<Kept<AttentionQuery>, 'data' | 'problem'>) {
  const restarts = data?.restarts;
  if (!restarts) return <p className={problem ? 'problem' : 'quiet'}>{problem?.message ?? said.reading}</p>;
  if (restarts.totalCount === 0) return <p className="quiet">{said.none}</p>;
  return (
    <>
      <ul className="lines">
        {restarts.nodes.map(({ object: { id, cluster, namespace, name }, restarts, reason, exitCode }) => (
          <li key={id}>
            <Link to="/object" search={{ id }} preload={false} title={`${cluster.name} ${namespace ?? ''}/${name}`}>
              {name}
            </Link>{' '}
            <span className="quiet small line-below">
              {said.times(restarts)}
              {reason !== null && `, ${said.end(reason, exitCode)}`}, {cluster.name}
            </span>
          </li>
        ))}
      </ul>
      <Link to="/restarts">{said.more}</Link>
    </>
  );
}
