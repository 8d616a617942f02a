/**
 * Registrations with problems, for administrators: registrations that cannot be used, and registered clusters that are
 * neither indexed nor listed on the page.
 */
import { RegistrationsDocument } from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { ClusterState } from './cluster-state.tsx';

interface RegistrationsProps {
  /** Names of clusters that the page already lists. */
  readonly listed: readonly string[];
}

/** Renders nothing if the caller is not an administrator, or if there is nothing to list. */
export function Registrations({ listed }: RegistrationsProps) {
  const { data } = useAnswer(RegistrationsDocument, {}, { everyMs: LIST_EVERY_MS });
  const said = texts.registrations;
  const known = new Set(listed);
  const { registrations, problems } = data?.administration ?? {};
  const unlisted = registrations?.nodes.filter(({ name, state }) => state !== 'INDEXED' && !known.has(name)) ?? [];
  if (unlisted.length === 0 && !problems?.totalCount) return null;
  return (
    <section aria-labelledby="registrations">
      <h2 id="registrations">{said.title}</h2>
      <p className="quiet">{said.forAdministrators}</p>
      <div className="table-frame" role="group" aria-labelledby="registrations" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{said.cluster}</th>
              <th scope="col">{said.object}</th>
              <th scope="col">{said.why}</th>
            </tr>
          </thead>
          <tbody>
            {unlisted.map(({ name, object, ...coverage }) => (
              <tr key={`cluster ${name}`}>
                <th scope="row">{name}</th>
                <td>{object}</td>
                <td>
                  <ClusterState coverage={coverage} whole />
                </td>
              </tr>
            ))}
            {problems?.nodes.map(({ source, object, cluster, cause, reason }) => (
              <tr key={JSON.stringify([source, object, cluster, cause])}>
                <th scope="row">{cluster}</th>
                <td>{object ?? said.source[source]}</td>
                <td className="problem">{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problems && problems.totalCount > problems.nodes.length && (
        <p className="quiet">{said.beyond(problems.totalCount - problems.nodes.length)}</p>
      )}
    </section>
  );
}
