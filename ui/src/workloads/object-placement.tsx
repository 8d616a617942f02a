/**
 * Placement on the page of an object. For a placed object: the clusters and the reasons. For a policy: the workloads
 * that the policy places. For a member cluster: the state of the member.
 */
import { Link } from '@tanstack/react-router';
import { partsOfId } from '../format/object-id.ts';
import {
  ObjectPlacementDocument,
  type ObjectPlacementQuery,
  type PlacedLineFragment,
  type PlacementPolicyPartFragment,
} from '../graph/graphql.ts';
import { LIST_EVERY_MS } from '../live.ts';
import { useAnswer } from '../use-answer.ts';
import { PhaseMark } from './marks.tsx';
import { Move } from './move.tsx';
import { nameOf } from './placement.ts';
import { workloadTexts as said } from './texts.ts';
import { Where } from './where.tsx';
import { DrainWish, MoveWish } from './wishes.tsx';
import './workloads.css';

type Found = NonNullable<ObjectPlacementQuery['object']>;

export function ObjectPlacement({ id }: { id: string }) {
  const { data, refresh } = useAnswer(ObjectPlacementDocument, { id }, { everyMs: LIST_EVERY_MS });
  const object = data?.object;
  if (!object) return null;
  const { placed, placementPolicy, placementMember } = object;
  return (
    <>
      {placed && (
        <section>
          <h2>{said.hereTitle}</h2>
          {placed.bindingId !== id && (
            <p>
              {said.binding}{' '}
              <Link to="/object" search={{ id: placed.bindingId }}>
                {placed.bindingId}
              </Link>
            </p>
          )}
          <Where id={id} />
        </section>
      )}
      {placementPolicy && (
        <section>
          <h2>{said.policyTitle}</h2>
          <PolicyPart policy={placementPolicy} />
          {placementPolicy.object && (
            <MoveWish
              key={id}
              id={id}
              policy={placementPolicy.object}
              hub={partsOfId(id).cluster}
              assigned={placementPolicy.assigned}
              wanted={placementPolicy.wanted}
              onRequested={() => void refresh()}
            />
          )}
          <Placed workloads={placementPolicy.workloads} />
        </section>
      )}
      {placementMember && <MemberPart member={placementMember} onRequested={() => void refresh()} />}
    </>
  );
}

function PolicyPart({ policy: { wanted, assigned, move, engine } }: { policy: PlacementPolicyPartFragment }) {
  return (
    <>
      <dl className="facts">
        <div>
          <dt>{said.assigned}</dt>
          <dd>{assigned.join(', ') || <span className="quiet">{said.nobody}</span>}</dd>
        </div>
        {wanted && (
          <div>
            <dt>{said.requested}</dt>
            <dd>{wanted.join(', ')}</dd>
          </div>
        )}
      </dl>
      {move && <Move move={move} engine={engine} />}
    </>
  );
}

interface MemberPartProps {
  readonly member: NonNullable<Found['placementMember']>;
  readonly onRequested: () => void;
}

function MemberPart({ member, onRequested }: MemberPartProps) {
  const { cluster, available, taints, capacity, bound, drain, workloads } = member;
  const amounts = [
    capacity.cpu !== null && said.cpu(capacity.cpu),
    capacity.memory !== null && said.memory(capacity.memory),
    capacity.pods !== null && said.pods(capacity.pods),
  ].filter(Boolean);
  return (
    <section>
      <h2>{said.memberTitle}</h2>
      <dl className="facts">
        <div>
          <dt>{said.availableTitle}</dt>
          <dd className={available === false ? 'failing' : undefined}>
            {said.available[available === null ? 'null' : available ? 'true' : 'false']}
          </dd>
        </div>
        <div>
          <dt>{said.memberCluster}</dt>
          <dd>
            {cluster ? (
              <Link to="/cluster" search={{ name: cluster.name }}>
                {cluster.name}
              </Link>
            ) : (
              <span className="quiet">{said.noCluster}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{said.taints}</dt>
          <dd>
            {taints.length === 0 && <span className="quiet">{said.noTaints}</span>}
            {taints.map(taint => (
              <div key={taint}>
                <code>{taint}</code>
              </div>
            ))}
          </dd>
        </div>
        {amounts.length > 0 && (
          <div>
            <dt>{said.capacity}</dt>
            <dd>{amounts.join(', ')}</dd>
          </div>
        )}
        {bound && (
          <div>
            <dt>{said.bound}</dt>
            <dd>
              {bound.pods.toLocaleString()} {bound.full && <b className="failing">{said.full}</b>}
            </dd>
          </div>
        )}
      </dl>
      <DrainWish
        key={String(drain !== null)}
        id={member.id}
        member={partsOfId(member.id).name}
        isDrained={drain !== null}
        onRequested={onRequested}
      />
      {drain && (
        <div className="drain" role="status">
          <h3>{said.drain}</h3>
          <p>{drain.done ? said.drained : said.draining(drain.remaining)}</p>
          {drain.stuck.length > 0 && <p>{said.stuck}</p>}
          {drain.stuck.map(policy => (
            <div key={policy.id}>
              <Link to="/object" search={{ id: policy.id }}>
                {policy.object ? `${policy.object.kind} ${policy.object.name}` : policy.id}
              </Link>
              {policy.move && <Move move={policy.move} engine={policy.engine} />}
            </div>
          ))}
        </div>
      )}
      <Placed workloads={workloads} />
    </section>
  );
}

interface PlacedProps {
  readonly workloads: { readonly totalCount: number; readonly nodes: readonly PlacedLineFragment[] };
}

function Placed({ workloads: { totalCount, nodes } }: PlacedProps) {
  return (
    <>
      <h3>{said.workloads(totalCount)}</h3>
      <ul className="placed-list">
        {nodes.map(line => (
          <li key={line.bindingId}>
            <Link to="/object" search={{ id: line.bindingId }}>
              {nameOf(line)}
            </Link>{' '}
            <PhaseMark phase={line.phase} /> <span className="quiet">{line.reason}</span>
          </li>
        ))}
      </ul>
      {totalCount > nodes.length && <p className="quiet">{said.moreMembers(totalCount - nodes.length)}</p>}
    </>
  );
}
