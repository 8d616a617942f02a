/** Impact of deleting a node of the policy topology. Computed only when the user presses the button. */
import { useState } from 'react';
import { ask, type Answer } from '../client.ts';
import { PolicyImpactDocument, type PolicyImpactQuery } from '../graph/graphql.ts';
import { EffectivePolicies, NodeLinks } from './effective.tsx';
import { policyTexts } from './texts.ts';
import { wordsOf } from './topology.ts';

const said = policyTexts.impact;

export function Impact({ id }: { id: string }) {
  const [requested, setRequested] = useState<Answer<PolicyImpactQuery> | 'asking'>();
  const inquire = async () => {
    setRequested('asking');
    setRequested(await ask(PolicyImpactDocument, { id }));
  };
  const impact = requested !== 'asking' ? requested?.data?.policyImpact : undefined;
  return (
    <section className="impact" aria-label={said.title}>
      <p>
        <button className="plain-button" disabled={requested === 'asking'} onClick={() => void inquire()}>
          {said.ask}
        </button>
      </p>
      <div role="status">
        {requested === 'asking' && <p className="quiet">{said.asking}</p>}
        {requested !== 'asking' && requested?.problem && <p className="problem">{requested.problem.message}</p>}
        {requested !== 'asking' && requested?.data && !impact && !requested.problem && (
          <p className="quiet">{said.absent}</p>
        )}
        {impact && <Answered impact={impact} />}
      </div>
    </section>
  );
}

function Answered({ impact }: { impact: NonNullable<PolicyImpactQuery['policyImpact']> }) {
  const { pathCount, hostnames, reaches, orphaned, ifDeleted } = impact;
  return (
    <>
      <h3>{said.title}</h3>
      <p>
        {said.paths(pathCount)} {hostnames.length > 0 && said.hostnames(hostnames.join(', '))}{' '}
        {reaches.totalCount > 0 && said.reaches(reaches.totalCount)}
      </p>
      {orphaned.length > 0 && (
        <p>
          {said.orphaned} <NodeLinks ids={orphaned.map(({ id }) => id)} />
        </p>
      )}
      {ifDeleted.totalCount === 0 ? (
        <p>{said.nothing}</p>
      ) : (
        <>
          <p>{said.changes(ifDeleted.totalCount)}</p>
          <ul className="impact-list">
            {ifDeleted.nodes.map(({ before, after }) => (
              <li key={before.id}>
                <p className="quiet small">
                  {before.path.nodes
                    .slice(-2)
                    .map(({ id }) => wordsOf(id))
                    .join(' → ')}
                </p>
                <div className="impact-sides">
                  <div>
                    <h4>{said.before}</h4>
                    <EffectivePolicies effective={[before]} />
                  </div>
                  <div>
                    <h4>{said.after}</h4>
                    {after ? <EffectivePolicies effective={[after]} /> : <p>{said.gone}</p>}
                  </div>
                </div>
              </li>
            ))}
          </ul>
          {ifDeleted.totalCount > ifDeleted.nodes.length && (
            <p className="quiet">{said.more(ifDeleted.totalCount - ifDeleted.nodes.length)}</p>
          )}
        </>
      )}
    </>
  );
}
