/** Clusters of a placed workload, and why the workload runs on these clusters and not on others. */
import { Link } from '@tanstack/react-router';
import { PlacedDocument, type PlacedQuery } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { StatusMark } from '../parts/status.tsx';
import { useAnswer } from '../use-answer.ts';
import { Member, VerdictMark } from './marks.tsx';
import { Move } from './move.tsx';
import { inOrder } from './placement.ts';
import { workloadTexts as said } from './texts.ts';
import './workloads.css';

type Placed = NonNullable<NonNullable<PlacedQuery['object']>['placed']>;

/** Level of this component's headings. Must be one level below the heading that contains the component. */
type Heading = 'h2' | 'h3';

/** `id`: id of the binding, of the template or of a copy. */
export function Where({ id, heading = 'h3' }: { id: string; heading?: Heading }) {
  const { data, problem } = useAnswer(PlacedDocument, { id }, { everyMs: LIST_EVERY_MS });
  const placed = data?.object?.placed;
  return (
    <div className="where">
      {problem && <p className="problem">{problem.message}</p>}
      {!data && !problem && <p className="quiet">{said.readingWhy}</p>}
      {data && !placed && !problem && <p className="quiet">{said.absent}</p>}
      {placed && <Placement placed={placed} heading={heading} />}
    </div>
  );
}

function Placement({ placed, heading }: { placed: Placed; heading: Heading }) {
  const { status, policies, engine, message, requiredBy } = placed;
  return (
    <>
      {message !== null && <p>{message}</p>}
      {status.copies.missing > 0 && <p className="failing">{said.missing(status.copies.missing)}</p>}
      {status.copies.untold > 0 && <p className="quiet">{said.untold(status.copies.untold)}</p>}
      {requiredBy.length > 0 && (
        <p>
          {said.requiredBy}{' '}
          {requiredBy.map(({ id, kind, name }) => (
            <Link key={id} to="/object" search={{ id }}>
              {kind} {name}{' '}
            </Link>
          ))}
        </p>
      )}
      {policies.map(
        policy => policy.move && <Move key={policy.id} move={policy.move} engine={engine} heading={heading} />,
      )}
      <Assignments assignments={placed.assignments} heading={heading} />
      <Candidates candidates={placed.candidates} heading={heading} />
    </>
  );
}

interface AssignmentsProps {
  readonly assignments: Placed['assignments'];
  readonly heading: Heading;
}

function Assignments({ assignments: { nodes, totalCount }, heading: Heading }: AssignmentsProps) {
  return (
    <section>
      <Heading>{said.assignments}</Heading>
      {nodes.length === 0 && <p className="quiet">{said.noMember}</p>}
      {nodes.length > 0 && (
        <div className="table-frame" role="region" aria-label={said.assignments} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{said.member}</th>
                <th scope="col">{said.stateOf}</th>
                <th scope="col">{said.copies}</th>
                <th scope="col" className="wide">
                  {said.engineSays}
                </th>
              </tr>
            </thead>
            <tbody>
              {nodes.map(assignment => (
                <tr key={assignment.member}>
                  <th scope="row">
                    <Member on={assignment} />
                  </th>
                  <td>
                    {said.state[assignment.state]}
                    {assignment.replicas !== null && (
                      <span className="quiet"> × {assignment.replicas.toLocaleString()}</span>
                    )}
                  </td>
                  <td>
                    <ul>
                      {assignment.copies.nodes.map(copy => (
                        <li key={`${copy.group}/${copy.kind}/${copy.namespace}/${copy.name}`}>
                          {copy.object ? (
                            <>
                              <Link to="/object" search={{ id: copy.object.id }}>
                                {copy.kind} {copy.namespace !== null && `${copy.namespace}/`}
                                {copy.name}
                              </Link>{' '}
                              <StatusMark status={copy.object.status} />{' '}
                              <span className="quiet">{copy.object.reason}</span>
                              {copy.owned === false && <span className="suspended">{said.notOwned}</span>}
                            </>
                          ) : (
                            <>
                              {copy.kind} {copy.namespace !== null && `${copy.namespace}/`}
                              {copy.name} <span className="quiet">{said.noObject}</span>
                            </>
                          )}
                        </li>
                      ))}
                    </ul>
                    {assignment.copies.totalCount > assignment.copies.nodes.length && (
                      <span className="quiet">
                        {said.moreCopies(assignment.copies.totalCount - assignment.copies.nodes.length)}
                      </span>
                    )}
                  </td>
                  <td className="wide">
                    {said.report[assignment.reported]}
                    {assignment.applied !== null && `, ${said.applied[assignment.applied ? 'true' : 'false']}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {totalCount > nodes.length && <p className="quiet">{said.beyond(totalCount - nodes.length)}</p>}
    </section>
  );
}

interface CandidatesProps {
  readonly candidates: Placed['candidates'];
  readonly heading: Heading;
}

function Candidates({ candidates: { nodes, totalCount, complete }, heading: Heading }: CandidatesProps) {
  const hasScores = nodes.some(({ score }) => score !== null);
  return (
    <section>
      <Heading>{said.candidates}</Heading>
      {!complete && <p className="quiet">{said.incomplete}</p>}
      {nodes.length > 0 && (
        <div className="table-frame" role="region" aria-label={said.candidates} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{said.member}</th>
                <th scope="col">{said.verdictOf}</th>
                <th scope="col">{said.because}</th>
                {hasScores && (
                  <th scope="col" className="number">
                    {said.score}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {inOrder(nodes).map(({ member, memberObject, verdict, rejections, unevaluated, score }) => (
                <tr key={member}>
                  <th scope="row">
                    {memberObject ? (
                      <Link to="/object" search={{ id: memberObject.id }}>
                        {member}
                      </Link>
                    ) : (
                      member
                    )}
                  </th>
                  <td>
                    <VerdictMark verdict={verdict} />
                  </td>
                  <td className="because">
                    {rejections.map(({ filter, detail }, at) => (
                      <div key={at}>
                        {said.filter[filter]}
                        {detail !== '' && (
                          <>
                            : <code>{detail}</code>
                          </>
                        )}
                      </div>
                    ))}
                    {rejections.length === 0 && <span className="quiet">{said.verdictWhat[verdict]}</span>}
                    {unevaluated.length > 0 && (
                      <div className="quiet">
                        {said.unevaluated(unevaluated.map(it => said.filterName[it]).join(', '))}
                      </div>
                    )}
                  </td>
                  {hasScores && <td className="number">{score?.toLocaleString()}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {totalCount > nodes.length && <p className="quiet">{said.beyond(totalCount - nodes.length)}</p>}
    </section>
  );
}
