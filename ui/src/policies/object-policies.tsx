/** Policies on the page of an object: the policies that apply to the object, and the impact of deleting the object. */
import { ObjectPoliciesDocument } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { useAnswer } from '../use-answer.ts';
import { EffectivePolicies, StandingMark } from './effective.tsx';
import { Impact } from './impact.tsx';
import { PolicyFacts } from './policy-facts.tsx';
import { policyTexts as said } from './texts.ts';
import { contentOf, nameOf, wordsOf, type Effective } from './topology.ts';
import './policies.css';

const SHOWN = 12;

export function ObjectPolicies({ id }: { id: string }) {
  const { data } = useAnswer(ObjectPoliciesDocument, { id }, { everyMs: DETAILS_EVERY_MS });
  const node = data?.object?.policyNode;
  if (!node) return null;
  const effective = data?.object?.effectivePolicies;
  // Groups paths with equal rules, so that each group is shown only once.
  const groups = [...Map.groupBy(effective?.nodes ?? [], contentOf).values()];
  return (
    <section className="object-policies" aria-labelledby="policies-here">
      <h2 id="policies-here">
        {said.hereTitle} {node.policy && <StandingMark standing={node.policy.standing} />}
      </h2>
      {node.policy && <PolicyFacts policy={node.policy} />}
      {node.unresolved.map(({ to, absent }) => (
        <p key={to} className={absent ? 'problem' : 'quiet'}>
          {absent ? said.absent(wordsOf(to)) : said.notSeen(wordsOf(to))}
        </p>
      ))}
      {node.above
        .filter(({ refusals }) => refusals.length > 0)
        .map(edge => (
          <p key={edge.id} className="problem">
            {said.refused(wordsOf(edge.from.id), edge.refusals.map(it => said.refusals[it]).join('; '))}
          </p>
        ))}
      {groups.length === 0 && <p className="quiet">{said.nothing}</p>}
      {groups.slice(0, SHOWN).map(group => (
        <div key={group[0]!.id} className="object-policies-path">
          <p className="quiet small" title={group.map(pathWords).join('\n')}>
            {group.length === 1 ? said.onPath(pathWords(group[0]!)) : said.samePaths(group.length)}
          </p>
          <EffectivePolicies effective={group.slice(0, 1)} />
        </div>
      ))}
      {groups.length > SHOWN && <p className="quiet">{said.hereMore(groups.slice(SHOWN).flat().length)}</p>}
      {(effective?.leftOut.length ?? 0) > 0 && (
        <p className="problem">{said.leftOut(effective!.leftOut.map(({ name }) => name).join(', '))}</p>
      )}
      <Impact key={id} id={id} />
    </section>
  );
}

const pathWords = ({ path }: Effective): string => {
  const names = path.nodes.filter(({ id }) => !nameOf(id).kind.includes('GatewayClass')).map(({ id }) => wordsOf(id));
  return `${path.hostnames.length > 0 ? `${path.hostnames.join(', ')}: ` : ''}${names.join(' → ')}`;
};
