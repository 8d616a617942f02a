/** Marks and links for the phases, verdicts and member clusters of placed workloads. */
import { Link } from '@tanstack/react-router';
import type { PlacedOnFragment, PlacementPhase, PlacementVerdict } from '../graph/graphql.ts';
import { Mark, StatusMark } from '../parts/status.tsx';
import { STATUS_OF, STATUS_OF_VERDICT } from './placement.ts';
import { workloadTexts as said } from './texts.ts';

export function PhaseMark({ phase }: { phase: PlacementPhase }) {
  return <Mark status={STATUS_OF[phase]} word={said.phase[phase]} title={said.phaseWhat[phase]} />;
}

export function VerdictMark({ verdict }: { verdict: PlacementVerdict }) {
  return <Mark status={STATUS_OF_VERDICT[verdict]} word={said.verdict[verdict]} title={said.verdictWhat[verdict]} />;
}

export function Member({ on: { member, cluster } }: { on: Pick<PlacedOnFragment, 'member' | 'cluster'> }) {
  return (
    <>
      {cluster ? (
        <Link to="/cluster" search={{ name: cluster.name }}>
          {member}
        </Link>
      ) : (
        <span title={said.noCluster}>{member}</span>
      )}
      {cluster && cluster.name !== member && <span className="quiet"> {cluster.name}</span>}
    </>
  );
}

export function MemberChip({ on }: { on: PlacedOnFragment }) {
  return (
    <li className="member-chip">
      <Member on={on} /> {on.status && <StatusMark status={on.status} />}
      {on.replicas !== null && <span className="quiet"> × {on.replicas.toLocaleString()}</span>}
      {on.state !== 'ASSIGNED' && <span className="suspended">{said.state[on.state]}</span>}
    </li>
  );
}
