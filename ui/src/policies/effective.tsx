/**
 * Policies on a path: each rule with the policy that defines the rule. Rules that another policy replaces, and dropped
 * rules, are struck through.
 */
import { Link } from '@tanstack/react-router';
import { Mark } from '../parts/status.tsx';
import type { PolicyStanding } from '../graph/graphql.ts';
import { policyTexts as said } from './texts.ts';
import { nameOf, STATUS_OF, wordsOf, type Effective } from './topology.ts';

/** Name of an object, or of a section of an object, with a link to the object. */
export function NodeLink({ id, brief = false }: { id: string; brief?: boolean }) {
  const { objectId, kind, namespace, name, section } = nameOf(id);
  return (
    <Link to="/object" search={{ id: objectId }} title={wordsOf(id)}>
      {brief ? name : `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`}
      {section !== undefined && ` · ${section}`}
    </Link>
  );
}

export function NodeLinks({ ids, brief = false }: { ids: readonly string[]; brief?: boolean }) {
  return ids.map((id, at) => (
    <span key={id}>
      {at > 0 && ', '}
      <NodeLink id={id} brief={brief} />
    </span>
  ));
}

export function StandingMark({ standing }: { standing: PolicyStanding }) {
  return <Mark status={STATUS_OF[standing]} word={said.standing[standing]} title={said.standingWhat[standing]} />;
}

export function EffectivePolicies({ effective }: { effective: readonly Effective[] }) {
  if (effective.length === 0) return <p className="quiet">{said.nothing}</p>;
  return (
    <ul className="effective-list">
      {effective.map(it => (
        <EffectivePolicy key={it.id} effective={it} />
      ))}
    </ul>
  );
}

function EffectivePolicy({ effective: { kind, rules, displaced, complete } }: { effective: Effective }) {
  return (
    <li className="effective">
      <b title={kind}>{kind.split('.')[0]}</b>
      <ul>
        {rules.map(({ key, source }) => (
          <li key={key}>
            <Rule name={key} /> <span className="quiet">{said.definedBy}</span> <NodeLink id={source.id} brief />
          </li>
        ))}
        {rules.length === 0 && <li className="quiet">{said.noRules}</li>}
        {displaced.map(({ key, source, by }) => (
          <li key={`${source.id} ${key}`} className="displaced">
            <del>
              <Rule name={key} /> <span className="quiet">{said.definedBy}</span> <NodeLink id={source.id} brief />
            </del>{' '}
            <span className="quiet">{by.length === 0 ? said.dropped : said.replacedBy('')}</span>
            <NodeLinks ids={by.map(({ id }) => id)} brief />
          </li>
        ))}
      </ul>
      {!complete && <p className="quiet small">{said.incomplete}</p>}
    </li>
  );
}

const Rule = ({ name }: { name: string }) => (name === '*' ? <span>{said.whole}</span> : <code>{name}</code>);
