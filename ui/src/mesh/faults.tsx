/** Faults of the Istio configuration, over all clusters. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { MeshFaultsDocument, type MeshFaultsQuery } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { useAnswer } from '../use-answer.ts';
import { Incomplete } from './incomplete.tsx';
import { meshTexts as said } from './texts.ts';

const route = getRouteApi('/mesh');
const SHOWN = 500;

type Fault = NonNullable<MeshFaultsQuery['meshValidations']>['nodes'][number];

export function Faults() {
  const { code } = route.useSearch();
  const { data, problem } = useAnswer(
    MeshFaultsDocument,
    { filter: null, first: SHOWN, after: null },
    { everyMs: DETAILS_EVERY_MS },
  );
  const found = data?.meshValidations;
  const counts = useMemo(
    () => [...Map.groupBy(found?.nodes ?? [], ({ code }) => code)].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    [found],
  );
  const shown = (found?.nodes ?? []).filter(it => code === undefined || it.code === code);
  return (
    <>
      {problem && <p className="problem">{problem.message}</p>}
      {!found && !problem && <p className="quiet">{said.readingFaults}</p>}
      {found && <Incomplete {...found} />}
      {found?.nodes.length === 0 && <p className="empty">{said.noFaults}</p>}
      {counts.length > 0 && (
        <nav className="chips" aria-label={said.allCodes}>
          {counts.map(([it, faults]) => (
            <Link
              key={it}
              from="/mesh"
              to="/mesh"
              search={before => ({ ...before, code: it === code ? '' : it })}
              className="chip"
              aria-current={it === code || undefined}
              title={said.code[it]}
              replace
            >
              {it} {faults.length.toLocaleString()}
            </Link>
          ))}
        </nav>
      )}
      {found && found.nodes.length > 0 && shown.length === 0 && <p className="empty">{said.noFaultsOf}</p>}
      {shown.length > 0 && (
        <div className="table-frame" role="region" aria-label={said.view.faults} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{said.object}</th>
                <th scope="col">{said.cluster}</th>
                <th scope="col">{said.fault}</th>
                <th scope="col" className="wide">
                  {said.place}
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(fault => (
                <FaultRow key={`${fault.object.id} ${fault.code} ${fault.path}`} fault={fault} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {found && found.totalCount > found.nodes.length && (
        <p className="quiet">{said.moreFaults(found.nodes.length, found.totalCount)}</p>
      )}
    </>
  );
}

const FaultRow = ({ fault: { object, code, severity, path, certain } }: { fault: Fault }) => (
  <tr>
    <th scope="row">
      <Link to="/object" search={{ id: object.id }}>
        {object.kind} {object.namespace !== null && `${object.namespace}/`}
        {object.name}
      </Link>
    </th>
    <td>{object.cluster.name}</td>
    <td>
      <b className={severity === 'ERROR' ? 'failing' : undefined}>{said.severity[severity]}</b> {said.code[code]}{' '}
      {!certain && <span className="quiet">{said.uncertain}</span>} <span className="quiet">{code}</span>
    </td>
    <td className="wide">
      <code>{path}</code>
    </td>
  </tr>
);
