/** Page of the service mesh: traffic over all clusters as a diagram and as a list, and faults in the configuration. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { DiagramView } from '../diagram/diagram-view.tsx';
import { instant } from '../format/time.ts';
import {
  MeshItemDocument,
  MeshNamespacesDocument,
  MeshTrafficGraphDocument,
  type MeshGraphType,
} from '../graph/graphql.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { Faults } from './faults.tsx';
import { HealthMark } from './health.tsx';
import { Incomplete } from './incomplete.tsx';
import { Item } from './item.tsx';
import { meshTexts as said } from './texts.ts';
import {
  diagramOf,
  itemIdOf,
  nodeName,
  nodeWords,
  percentWords,
  rateWords,
  trafficWords,
  worstFirst,
  type Graph,
  type MeshEdge,
} from './traffic.ts';
import './mesh.css';

const route = getRouteApi('/mesh');
const NAMESPACES_EVERY_MS = 60_000;
const MOST_NAMESPACES = 20;
/** Maximum number of namespaces that are selected at first: the namespaces with the most Services. */
const FIRST_NAMESPACES = 6;
const SHOWN_CALLS = 25;
const NEVER_MS = 86_400_000;
const TYPES = Object.keys(said.types) as readonly MeshGraphType[];
const WINDOWS = Object.keys(said.windows) as readonly (keyof typeof said.windows)[];
const REFRESHES = Object.keys(said.refreshes) as readonly (keyof typeof said.refreshes)[];
/** Namespaces of Kubernetes and Istio, and the namespace `default`. These namespaces are not selected at first. */
const OF_THE_SYSTEM = /^(kube-|istio-|default$)/;

export function MeshPage() {
  const { show } = route.useSearch();
  const isTraffic = show !== 'faults';
  useEffect(() => {
    document.title = texts.title(said.title);
  }, []);
  return (
    <div className="page mesh">
      <header className="page-head">
        <h1>{said.title}</h1>
      </header>
      <nav className="view-links" aria-label={said.views}>
        {(['traffic', 'faults'] as const).map(it => (
          <Link
            key={it}
            from="/mesh"
            to="/mesh"
            search={before => ({ ...before, show: it === 'traffic' ? '' : it })}
            aria-current={isTraffic === (it === 'traffic') ? 'page' : undefined}
            replace
          >
            {said.view[it]}
          </Link>
        ))}
      </nav>
      {isTraffic ? <Traffic /> : <Faults />}
    </div>
  );
}

/** Arguments of the query from the URL, the known namespaces, and a function that changes the URL. */
function useQuestion() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, problem } = useAnswer(MeshNamespacesDocument, {}, { everyMs: NAMESPACES_EVERY_MS });
  const facet = data?.objects?.facets?.find(({ field }) => field === 'NAMESPACE');
  const known = facet?.values.map(({ value }) => value) ?? [];
  const chosen =
    search.namespaces?.split(',').filter(Boolean) ??
    known.filter(name => !OF_THE_SYSTEM.test(name)).slice(0, FIRST_NAMESPACES);
  return {
    change: (changed: Partial<typeof search>) =>
      void navigate({ search: before => ({ ...before, ...changed }), replace: true }),
    known: [...new Set([...known, ...chosen])].sort(),
    isKnown: data !== undefined,
    hasMore: facet?.truncated === true,
    problem,
    namespaces: chosen.slice(0, MOST_NAMESPACES),
    cluster: search.cluster ?? '',
    type: TYPES.find(it => it === search.type) ?? 'VERSIONED_APP',
    window: WINDOWS.find(it => it === search.window) ?? '10m',
    at: search.at !== undefined && !Number.isNaN(Date.parse(search.at)) ? search.at : null,
    idle: search.idle === 'true',
    refresh: REFRESHES.find(it => it === search.refresh) ?? '15',
    node: search.node,
  };
}
type Question = ReturnType<typeof useQuestion>;

function Traffic() {
  const question = useQuestion();
  const { namespaces, cluster, type, window, at, idle, refresh, change, node } = question;
  const asks = namespaces.length > 0;
  const variables = {
    namespaces,
    clusters: cluster === '' ? null : [cluster],
    ...{ type, serviceNodes: true, idle, window, at },
  };
  const everyMs = refresh === '0' ? NEVER_MS : Number(refresh) * 1_000;
  const answer = useAnswer(MeshTrafficGraphDocument, variables, { everyMs, paused: !asks });
  const graph = answer.data?.meshGraph ?? undefined;
  const diagram = useMemo(() => graph && diagramOf(graph), [graph]);
  return (
    <>
      <AsOf question={question} graph={graph} onRefresh={() => void answer.refresh()} />
      <Controls question={question} graph={graph} />
      {[question.problem, answer.problem].map(
        (it, place) =>
          it && (
            <p key={place} className="problem">
              {it.message}
            </p>
          ),
      )}
      {!question.isKnown && !question.problem && <p className="quiet">{said.readingNamespaces}</p>}
      {question.isKnown && !asks && (
        <p className="empty">{question.known.length === 0 ? said.noNamespaces : said.chooseNamespaces}</p>
      )}
      {asks && !graph && !answer.problem && <p className="quiet">{said.reading}</p>}
      {graph && <Gaps graph={graph} />}
      {graph && diagram && graph.nodes.length === 0 && <p className="empty">{said.noTraffic}</p>}
      {graph && diagram && graph.nodes.length > 0 && (
        <>
          <div className="with-panel">
            <DiagramView
              title={said.title}
              diagram={diagram}
              selected={node}
              onSelect={id => change({ node: id ?? '' })}
            />
            <Panel graph={graph} chosen={node} window={window} at={at} />
          </div>
          <Calls graph={graph} onChoose={id => change({ node: id })} />
        </>
      )}
    </>
  );
}

interface AsOfProps {
  readonly question: Question;
  readonly graph: Graph | undefined;
  readonly onRefresh: () => void;
}

function AsOf({ question: { refresh, change }, graph, onRefresh }: AsOfProps) {
  return (
    <div className="page-filters">
      <p className="quiet">{said.what}</p>
      <span className="fill" />
      {graph && (
        <span className="quiet small" role="status">
          {said.asOf(instant(graph.at))}
        </span>
      )}
      <select aria-label={said.refresh} value={refresh} onChange={event => change({ refresh: event.target.value })}>
        {REFRESHES.toSorted((a, b) => (Number(a) || Infinity) - (Number(b) || Infinity)).map(it => (
          <option key={it} value={it}>
            {said.refreshes[it]}
          </option>
        ))}
      </select>
      <button className="plain-button" onClick={onRefresh}>
        {said.refreshNow}
      </button>
    </div>
  );
}

function Controls({ question, graph }: { question: Question; graph: Graph | undefined }) {
  const { change, known, namespaces, cluster, type, window, at, idle, hasMore } = question;
  const clusters = [
    ...new Set([
      ...(graph?.nodes ?? []).flatMap(node => node.cluster?.name ?? []),
      ...(cluster === '' ? [] : [cluster]),
    ]),
  ].sort();
  const toggle = (name: string) =>
    change({
      namespaces:
        (namespaces.includes(name) ? namespaces.filter(it => it !== name) : [...namespaces, name]).join(',') || ',',
    });
  return (
    <div className="page-filters">
      <details className="choose-namespaces">
        <summary className="plain-button">{said.namespaces(namespaces.length)}</summary>
        <fieldset className="popover">
          <legend className="quiet small">{said.mostNamespaces(MOST_NAMESPACES)}</legend>
          {known.map(name => (
            <label key={name} className="switch">
              <input
                type="checkbox"
                checked={namespaces.includes(name)}
                disabled={!namespaces.includes(name) && namespaces.length >= MOST_NAMESPACES}
                onChange={() => toggle(name)}
              />{' '}
              {name}
            </label>
          ))}
          {hasMore && <p className="quiet small">{said.more}</p>}
        </fieldset>
      </details>
      <select aria-label={said.cluster} value={cluster} onChange={event => change({ cluster: event.target.value })}>
        <option value="">{said.allClusters}</option>
        {clusters.map(name => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select aria-label={said.type} value={type} onChange={event => change({ type: event.target.value })}>
        {TYPES.map(it => (
          <option key={it} value={it}>
            {said.types[it]}
          </option>
        ))}
      </select>
      <select aria-label={said.window} value={window} onChange={event => change({ window: event.target.value })}>
        {WINDOWS.map(it => (
          <option key={it} value={it}>
            {said.windows[it]}
          </option>
        ))}
      </select>
      <label className="switch">
        {said.until}{' '}
        <input
          type="datetime-local"
          value={at === null ? '' : localTime(at)}
          onChange={event =>
            change({ at: event.target.value === '' ? '' : new Date(event.target.value).toISOString() })
          }
        />
      </label>
      {at !== null && (
        <button className="link-button" onClick={() => change({ at: '' })}>
          {said.now}
        </button>
      )}
      <label className="switch">
        <input
          type="checkbox"
          checked={idle}
          onChange={event => change({ idle: event.target.checked ? 'true' : '' })}
        />{' '}
        {said.idleToo}
      </label>
    </div>
  );
}

/** Time as an input field of type `datetime-local` expects it. */
function localTime(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function Gaps({ graph: { missing, ...coverage } }: { graph: Graph }) {
  return (
    <>
      {[...Map.groupBy(missing, ({ cause }) => cause)].map(([cause, namespaces]) => (
        <p key={cause} className="problem">
          {said.missingOf(namespaces.map(({ namespace }) => namespace).join(', '), said.missing[cause])}
        </p>
      ))}
      <Incomplete {...coverage} />
    </>
  );
}

function Panel({
  graph,
  chosen,
  window,
  at,
}: {
  graph: Graph;
  chosen: string | undefined;
  window: string;
  at: string | null;
}) {
  const node = graph.nodes.find(({ id }) => id === chosen);
  const edge = graph.edges.find(({ id }) => id === chosen);
  const nameOf = (id: string) => {
    const found = graph.nodes.find(it => it.id === id);
    return found ? nodeWords(found) : id;
  };
  const itemId = node && itemIdOf(node);
  return (
    <aside className="panel" aria-label={said.selected}>
      {!node && !edge && <p className="quiet">{said.choose}</p>}
      {edge && (
        <>
          <h2>{said.call(nameOf(edge.source), nameOf(edge.target))}</h2>
          <p>
            <HealthMark health={edge.health} /> {edge.crossCluster === true && said.crossCluster}
          </p>
          <Rates edge={edge} />
        </>
      )}
      {node && (
        <>
          <h2>
            <span className="quiet">{said.nodeType[node.type]}</span> {nodeName(node)}
          </h2>
          <p className="quiet">{[node.namespace, node.cluster?.name].filter(Boolean).join(', ')}</p>
          {(['inbound', 'outbound'] as const).map(direction => {
            const edges = worstFirst(
              graph.edges.filter(it => (direction === 'inbound' ? it.target : it.source) === node.id),
            );
            return (
              <section key={direction}>
                <h3>{said[direction]}</h3>
                {edges.length === 0 && <p className="quiet">{said.none}</p>}
                <ul>
                  {edges.map(it => (
                    <li key={it.id}>
                      <HealthMark health={it.health} /> {nameOf(direction === 'inbound' ? it.source : it.target)}:{' '}
                      {trafficWords(it.traffic)}
                    </li>
                  ))}
                </ul>
              </section>
            );
          })}
          {itemId !== undefined && <Instances key={itemId} id={itemId} window={window} at={at} />}
        </>
      )}
    </aside>
  );
}

function Rates({ edge }: { edge: MeshEdge }) {
  return edge.traffic.map(it => (
    <dl key={it.protocol} className="facts">
      <div>
        <dt>{it.protocol}</dt>
        <dd>
          {rateWords(it)} {it.errorPercent !== null && said.errors(percentWords(it.errorPercent))}
        </dd>
      </div>
      {it.responseTimeMs !== null && (
        <div>
          <dt>{said.responseTime}</dt>
          <dd>{said.milliseconds(it.responseTimeMs.toLocaleString())}</dd>
        </div>
      )}
      {it.mtlsPercent !== null && (
        <div>
          <dt>{said.mtls}</dt>
          <dd>{percentWords(it.mtlsPercent)}</dd>
        </div>
      )}
      {it.codes.length > 0 && (
        <div>
          <dt>{said.codes}</dt>
          <dd>
            {it.codes.map(({ code, flags, rate }) => (
              <div key={`${code} ${flags}`}>
                <code>{flags === '-' ? code : `${code} ${flags}`}</code> {rateWords({ protocol: it.protocol, rate })}
              </div>
            ))}
          </dd>
        </div>
      )}
    </dl>
  ));
}

function Instances({ id, window, at }: { id: string; window: string; at: string | null }) {
  const { data, problem } = useAnswer(MeshItemDocument, { id, window, at }, { everyMs: 15_000 });
  return (
    <section>
      <h3>{said.instances}</h3>
      {problem && <p className="problem">{problem.message}</p>}
      {!data && !problem && <p className="quiet">{said.readingItem}</p>}
      {data && !data.meshItem && !problem && <p className="quiet">{said.noItem}</p>}
      {data?.meshItem && <Item item={data.meshItem} />}
    </section>
  );
}

function Calls({ graph, onChoose }: { graph: Graph; onChoose: (id: string) => void }) {
  const [all, setAll] = useState(false);
  const byId = useMemo(() => new Map(graph.nodes.map(node => [node.id, node])), [graph]);
  const edges = useMemo(() => worstFirst(graph.edges), [graph]);
  const end = (id: string) => {
    const node = byId.get(id);
    return (
      node && (
        <EndOfCall name={nodeName(node)} place={[node.namespace, node.cluster?.name].filter(Boolean).join(', ')} />
      )
    );
  };
  return (
    <section>
      <h2>{said.calls}</h2>
      <div className="table-frame" role="region" aria-label={said.calls} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{said.state}</th>
              <th scope="col">{said.from}</th>
              <th scope="col">{said.to}</th>
              <th scope="col" className="number">
                {said.rate}
              </th>
              <th scope="col" className="number">
                {said.errorShare}
              </th>
              <th scope="col" className="number wide">
                {said.responseTime}
              </th>
              <th scope="col" className="number wide">
                {said.mtls}
              </th>
            </tr>
          </thead>
          <tbody>
            {(all ? edges : edges.slice(0, SHOWN_CALLS)).map(edge => (
              <tr key={edge.id}>
                <td>
                  <button className="link-button" onClick={() => onChoose(edge.id)}>
                    <HealthMark health={edge.health} />
                  </button>
                </td>
                <th scope="row">{end(edge.source)}</th>
                <td>{end(edge.target)}</td>
                <Cells edge={edge} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!all && edges.length > SHOWN_CALLS && (
        <p>
          <button className="link-button" onClick={() => setAll(true)}>
            {said.allCalls(edges.length)}
          </button>
        </p>
      )}
    </section>
  );
}

const EndOfCall = ({ name, place }: { name: string; place: string }) => (
  <>
    {name} <span className="quiet">{place}</span>
  </>
);

function Cells({ edge: { traffic } }: { edge: MeshEdge }) {
  const lines = (cell: (it: MeshEdge['traffic'][number]) => string | false) =>
    traffic.map(it => <div key={it.protocol}>{cell(it)}</div>);
  return (
    <>
      <td className="number">{lines(rateWords)}</td>
      <td className="number">{lines(({ errorPercent }) => errorPercent !== null && percentWords(errorPercent))}</td>
      <td className="number wide">
        {lines(({ responseTimeMs }) => responseTimeMs !== null && said.milliseconds(responseTimeMs.toLocaleString()))}
      </td>
      <td className="number wide">{lines(({ mtlsPercent }) => mtlsPercent !== null && percentWords(mtlsPercent))}</td>
    </>
  );
}
