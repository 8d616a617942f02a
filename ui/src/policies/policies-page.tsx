/**
 * Page of policies: hostnames and routes with the policies that apply to each, the topology as a diagram, all policies,
 * and problems.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { DiagramView } from '../diagram/diagram-view.tsx';
import type { PolicyFilter } from '../graph/graphql.ts';
import { texts } from '../texts.ts';
import { EffectivePolicies, NodeLink, NodeLinks, StandingMark } from './effective.tsx';
import { Impact } from './impact.tsx';
import { PolicyFacts } from './policy-facts.tsx';
import { useTopology, type Read } from './read-topology.ts';
import { policyTexts as said } from './texts.ts';
import {
  contentOf,
  diagramOf,
  effectiveOf,
  faultsOf,
  hostnamesOf,
  nameOf,
  policiesOf,
  wordsOf,
  type Attachment,
  type Fault,
} from './topology.ts';
import './policies.css';

const route = getRouteApi('/policies');
const VIEWS = ['hostnames', 'picture', 'policies', 'faults'] as const;
type View = (typeof VIEWS)[number];
/** Maximum number of nodes to draw as a diagram. */
const MOST_DRAWN = 800;

export function PoliciesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { hostname = '', cluster = '', around } = search;
  const view: View = VIEWS.find(it => it === search.show) ?? 'hostnames';
  const filter: PolicyFilter = {
    ...(hostname !== '' && { hostname }),
    ...(cluster !== '' && { clusters: [cluster] }),
    ...(around !== undefined && { around: [around] }),
  };
  const { read, problem } = useTopology(filter);
  const faults = useMemo(() => (read ? faultsOf(read.topology) : []), [read]);
  const change = (changed: Partial<typeof search>) =>
    void navigate({ search: before => ({ ...before, ...changed }), replace: true });
  useEffect(() => {
    document.title = texts.title(said.title);
  }, []);
  return (
    <div className="page policies">
      <header className="page-head">
        <h1>{said.title}</h1>
        <form className="page-filters" role="search" onSubmit={event => event.preventDefault()}>
          <input
            type="search"
            defaultValue={hostname}
            key={hostname}
            placeholder={said.hostnameHint}
            aria-label={said.hostname}
            onBlur={event => event.target.value !== hostname && change({ hostname: event.target.value.trim() })}
            onKeyDown={event => event.key === 'Enter' && change({ hostname: event.currentTarget.value.trim() })}
          />
          <Clusters read={read} chosen={cluster} onChoose={cluster => change({ cluster })} />
        </form>
      </header>
      <p className="quiet">{said.what}</p>
      {around !== undefined && (
        <p>
          {said.around(wordsOf(around))}{' '}
          <Link from="/policies" to="/policies" search={({ around: _, ...rest }) => rest}>
            {said.everything}
          </Link>
        </p>
      )}
      <nav className="view-links" aria-label={said.views}>
        {VIEWS.map(it => (
          <Link
            key={it}
            from="/policies"
            to="/policies"
            search={before => ({ ...before, show: it === 'hostnames' ? '' : it })}
            aria-current={it === view ? 'page' : undefined}
            replace
          >
            {it === 'faults' && faults.length > 0 ? said.counted(said.view[it], faults.length) : said.view[it]}
          </Link>
        ))}
      </nav>
      {problem && <p className="problem">{problem.message}</p>}
      {!read && !problem && <p className="quiet">{said.reading}</p>}
      {read && <Coverage read={read} />}
      {read && read.topology.nodes.length === 0 && (
        <p className="empty">{hostname + cluster === '' ? said.none : said.noneFound}</p>
      )}
      {read && read.topology.nodes.length > 0 && (
        <>
          {view === 'hostnames' && <Hostnames read={read} />}
          {view === 'picture' && <Picture read={read} />}
          {view === 'policies' && <Policies read={read} />}
          {view === 'faults' && <Faults faults={faults} />}
        </>
      )}
    </div>
  );
}

function Clusters({
  read,
  chosen,
  onChoose,
}: {
  read: Read | undefined;
  chosen: string;
  onChoose: (cluster: string) => void;
}) {
  const names = [
    ...new Set([
      ...(read?.topology.nodes ?? []).map(({ id }) => nameOf(id).cluster),
      ...(chosen === '' ? [] : [chosen]),
    ]),
  ].sort();
  return (
    <select aria-label={said.cluster} value={chosen} onChange={event => onChoose(event.target.value)}>
      <option value="">{said.allClusters}</option>
      {names.map(name => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}

function Coverage({ read: { ready, waiting, leftOut, beyond } }: { read: Read }) {
  return (
    <>
      {!ready && waiting.length > 0 && (
        <p className="problem">
          {said.notReady} {waiting.map(({ cluster, kinds }) => said.waiting(cluster.name, kinds.join(', '))).join('; ')}
        </p>
      )}
      {!ready && waiting.length === 0 && <p className="problem">{said.hidden}</p>}
      {leftOut.length > 0 && <p className="problem">{said.leftOut(leftOut.join(', '))}</p>}
      {beyond !== undefined && <p className="problem">{said.tooMany(beyond)}</p>}
    </>
  );
}

function Hostnames({ read: { topology, effective } }: { read: Read }) {
  const hostnames = useMemo(() => hostnamesOf(topology, effective), [topology, effective]);
  if (hostnames.length === 0) return <p className="empty">{said.noneFound}</p>;
  return hostnames.map(({ name, attachments }) => (
    <section key={name} className="hostname">
      <h2>{name === '' ? said.anyHostname : name}</h2>
      <div className="table-frame" role="region" aria-label={name === '' ? said.anyHostname : name} tabIndex={0}>
        <table className="table attachments">
          <colgroup>
            <col />
            <col />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{said.route}</th>
              <th scope="col">{said.on}</th>
              <th scope="col">{said.applies}</th>
            </tr>
          </thead>
          <tbody>
            {attachments.map(it => (
              <AttachmentRow key={`${it.listenerId} ${it.routeId}`} attachment={it} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  ));
}

function AttachmentRow({
  attachment: { routeId, listenerId, refusals, ofListener, groups },
}: {
  attachment: Attachment;
}) {
  return (
    <tr>
      <th scope="row">
        <NodeLink id={routeId} />
        <div className="quiet small">{nameOf(routeId).cluster}</div>
      </th>
      <td>
        {listenerId === undefined ? <span className="quiet">{said.notKnownAbove}</span> : <NodeLink id={listenerId} />}
        {refusals.map(it => (
          <p key={it} className="refusal">
            {said.refusals[it]}
          </p>
        ))}
        {ofListener.length > 0 && <EffectivePolicies effective={ofListener} />}
      </td>
      <td>
        {refusals.length > 0 && <span className="quiet">{said.nothing}</span>}
        {refusals.length === 0 && groups.length === 0 && <span className="quiet">{said.noRules}</span>}
        {refusals.length === 0 &&
          groups.map(({ rules, backends, effective }) => (
            <div key={rules[0]} className="rule-group">
              <p className="quiet small">
                {groups.length === 1
                  ? said.allRules(rules.length)
                  : said.rules(rules.map(id => nameOf(id).section).join(', '))}{' '}
                {backends.length > 0 && (
                  <>
                    {said.to('')}
                    <NodeLinks ids={[...new Set(backends.map(({ to }) => to.id))]} brief />
                  </>
                )}
              </p>
              <EffectivePolicies effective={effective} />
            </div>
          ))}
      </td>
    </tr>
  );
}

function Picture({ read: { topology, effective } }: { read: Read }) {
  const { node } = route.useSearch();
  const navigate = route.useNavigate();
  const diagram = useMemo(() => diagramOf(topology), [topology]);
  if (diagram.nodes.length > MOST_DRAWN) return <p className="problem">{said.tooManyDrawn(diagram.nodes.length)}</p>;
  const select = (id: string | undefined) =>
    void navigate({ search: before => ({ ...before, node: id ?? '' }), replace: true });
  const edge = topology.edges.find(({ id }) => id === node);
  const chosen = edge ? edge.to.id : node;
  const policy = topology.nodes.find(({ id }) => id === chosen)?.policy;
  return (
    <div className="with-panel">
      <DiagramView title={said.title} diagram={diagram} selected={node} onSelect={select} />
      <aside className="panel" aria-label={said.selected}>
        {chosen === undefined ? (
          <p className="quiet">{said.choose}</p>
        ) : (
          <>
            <h2>{wordsOf(chosen)}</h2>
            <p className="panel-links">
              <Link to="/object" search={{ id: nameOf(chosen).objectId }}>
                {said.openObject}
              </Link>
              <Link from="/policies" to="/policies" search={before => ({ ...before, around: chosen })}>
                {said.only}
              </Link>
            </p>
            {policy && <StandingMark standing={policy.standing} />}
            {policy && <PolicyFacts policy={policy} />}
            <h3>{said.hereTitle}</h3>
            <EffectivePolicies effective={distinct(effectiveOf(chosen, effective))} />
            <Impact key={chosen} id={chosen} />
          </>
        )}
      </aside>
    </div>
  );
}

/** Effective policies without duplicates. Several paths may have equal effective policies. */
const distinct = (effective: Read['effective']): Read['effective'] => [
  ...new Map(effective.map(it => [contentOf(it), it])).values(),
];

function Policies({ read: { topology } }: { read: Read }) {
  const policies = useMemo(() => policiesOf(topology), [topology]);
  if (policies.length === 0) return <p className="empty">{said.noPolicies}</p>;
  return (
    <div className="table-frame" role="region" aria-label={said.view.policies} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{said.policy}</th>
            <th scope="col">{said.state}</th>
            <th scope="col">{said.targets}</th>
            <th scope="col">{said.overridden}</th>
            <th scope="col" className="wide">
              {said.strategy}
            </th>
            <th scope="col" className="wide">
              {said.reported}
            </th>
          </tr>
        </thead>
        <tbody>
          {policies.map(({ id, standing, targets, overriddenBy, strategy, agrees }) => (
            <tr key={id}>
              <th scope="row">
                {standing === 'OVERRIDDEN' || standing === 'CONFLICTED' ? (
                  <del>
                    <NodeLink id={id} />
                  </del>
                ) : (
                  <NodeLink id={id} />
                )}
                <div className="quiet small">{nameOf(id).cluster}</div>
              </th>
              <td>
                <StandingMark standing={standing} />
              </td>
              <td>
                <NodeLinks ids={targets.map(it => it.id)} />
              </td>
              <td>
                <NodeLinks ids={overriddenBy.map(it => it.id)} />
              </td>
              <td className="wide quiet">{said.strategies[strategy]}</td>
              <td className={agrees === false ? 'wide failing' : 'wide quiet'}>
                {agrees !== null && (agrees ? said.agrees : said.disagrees)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Faults({ faults }: { faults: readonly Fault[] }) {
  if (faults.length === 0) return <p className="empty">{said.noFaults}</p>;
  return (
    <div className="table-frame" role="region" aria-label={said.view.faults} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{said.faultOf}</th>
            <th scope="col">{said.fault}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map(({ of, words, certain }) => (
            <tr key={`${of} ${words}`}>
              <th scope="row">
                <NodeLink id={of} />
                <div className="quiet small">{nameOf(of).cluster}</div>
              </th>
              <td>
                {!certain && <span className="suspended">{said.perhaps}</span>} {words}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
