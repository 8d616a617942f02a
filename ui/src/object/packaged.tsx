/**
 * Package and status history of an object. The object is a deployment of the package, or a deployment of the package
 * has applied the object.
 */
import { Link } from '@tanstack/react-router';
import { shortRevision } from '../format/revision.ts';
import { age, instant } from '../format/time.ts';
import { ObjectPackageDocument, type ObjectPackageQuery } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { PhaseMark } from '../packages/phase.tsx';
import { packageName } from '../packages/phases.ts';
import { useNow } from '../parts/clock.ts';
import { StatusMark } from '../parts/status.tsx';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';

type Found = NonNullable<ObjectPackageQuery['object']>;

export function Packaged({ id }: { id: string }) {
  const { data } = useAnswer(ObjectPackageDocument, { id }, { everyMs: DETAILS_EVERY_MS });
  const object = data?.object;
  if (!object) return null;
  return (
    <>
      <DeployedBy object={object} />
      {object.history && object.history.length > 0 && <History changes={object.history} />}
    </>
  );
}

function DeployedBy({ object }: { object: Found }) {
  const said = texts.package;
  const deployment = object.deployment ?? object.managedBy?.deployment;
  if (!deployment) return null;
  const isOwn = deployment.object.id === object.id;
  return (
    <p className="deployed-by">
      {isOwn ? said.deploys : said.deployedBy}{' '}
      {deployment.package && (
        <Link to="/package" search={{ id: deployment.package.id }}>
          {packageName(deployment.package)}
        </Link>
      )}
      {!deployment.package && !isOwn && (
        <Link to="/object" search={{ id: deployment.object.id }}>
          {said.theDeployment}
        </Link>
      )}{' '}
      <PhaseMark phase={deployment.phase} /> {deployment.reason}
    </p>
  );
}

function History({ changes }: { changes: NonNullable<Found['history']> }) {
  const now = useNow(5_000);
  const said = texts.history;
  return (
    <section aria-labelledby="history">
      <h2 id="history">{said.title}</h2>
      <ol className="history">
        {changes.map(({ at, status, suspended, reason, revision }) => (
          <li key={`${at} ${status} ${reason} ${revision}`}>
            <time dateTime={at} title={instant(at)}>
              {texts.ago(age(at, now) ?? '')}
            </time>
            <StatusMark status={status} suspended={suspended} />
            <span>{reason}</span>
            {revision && <code title={revision}>{shortRevision(revision)}</code>}
          </li>
        ))}
      </ol>
    </section>
  );
}
