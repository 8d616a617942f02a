/** Page of the caller's identity, and of the kinds that the caller may list on each cluster. */
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AccessDocument, type AccessQuery } from '../graph/graphql.ts';
import { printQuery } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import './access.css';

const EVERY_MS = 30_000;
const PAGE = 50;
const MOST = 500;

export function AccessPage() {
  const [first, setFirst] = useState(PAGE);
  const { data, problem } = useAnswer(AccessDocument, { first }, { everyMs: EVERY_MS });
  const said = texts.access;
  useEffect(() => {
    document.title = texts.title(said.title);
  }, [said.title]);
  const viewer = data?.viewer;
  const beyond = (viewer?.access?.totalCount ?? 0) - (viewer?.access?.nodes.length ?? 0);
  return (
    <div className="page">
      <h1>{said.title}</h1>
      {problem && <p className="problem">{problem.message}</p>}
      {!data && !problem && <p className="quiet">{said.reading}</p>}
      {viewer && (
        <>
          <p>
            {said.you} <b>{viewer.user}</b>
            {viewer.groups.length > 0 && (
              <>
                , {said.inGroups} {viewer.groups.join(', ')}
              </>
            )}
            . <span className="quiet">{said.how}</span>
          </p>
          {viewer.access?.nodes.length === 0 && <p className="empty">{said.nothing}</p>}
          {alike(viewer.access?.nodes ?? [], viewer.clusters).map(({ clusters, access, there }) => (
            <Alike key={clusters[0]} clusters={clusters} access={access} there={there} />
          ))}
          {beyond > 0 && first < MOST && (
            <button className="plain-button" onClick={() => setFirst(Math.min(MOST, first + 100))}>
              {said.more(beyond)}
            </button>
          )}
        </>
      )}
    </div>
  );
}

type ClusterAccess = NonNullable<AccessQuery['viewer']['access']>['nodes'][number];
type There = Omit<AccessQuery['viewer']['clusters'][number], 'cluster'>;

interface AlikeClusters {
  readonly clusters: readonly [string, ...string[]];
  readonly access: ClusterAccess;
  readonly there: There | undefined;
}

/**
 * Merges clusters with equal access into one entry. Access is equal if the user name, the groups and the kinds that the
 * caller may list are equal.
 */
function alike(all: readonly ClusterAccess[], viewers: AccessQuery['viewer']['clusters']): readonly AlikeClusters[] {
  const there = new Map(viewers.map(({ cluster, user, groups }) => [cluster.name, { user, groups }]));
  const groups = new Map<string, AlikeClusters>();
  for (const access of all) {
    const { cluster, ...rights } = access;
    const key = JSON.stringify([rights, there.get(cluster.name)]);
    const known = groups.get(key);
    groups.set(key, {
      clusters: known ? [...known.clusters, cluster.name] : [cluster.name],
      access,
      there: there.get(cluster.name),
    });
  }
  return [...groups.values()];
}

function Alike({ clusters, access, there }: AlikeClusters) {
  const said = texts.access;
  return (
    <section className="cluster-access">
      <h2 className="cluster-names">
        {clusters.map(cluster => (
          <Link key={cluster} to="/cluster" search={{ name: cluster }}>
            {cluster}
          </Link>
        ))}
      </h2>
      {there && <p className="quiet small">{said.there(there.user, there.groups.join(', '))}</p>}
      {access.everywhere.length > 0 && (
        <div className="access-line">
          <span>{said.everywhere}</span>
          <KindLinks kinds={access.everywhere} clusters={clusters} />
        </div>
      )}
      {access.inNamespaces.map(({ kinds, namespaces, namespaceCount }) => (
        <div key={namespaces.join()} className="access-line">
          <span>
            {said.inNamespaces(namespaceCount)} <b>{namespaces.join(', ')}</b>
            {namespaceCount > namespaces.length && <> {said.andOthers(namespaceCount - namespaces.length)}</>}
          </span>
          <KindLinks kinds={kinds} clusters={clusters} />
        </div>
      ))}
      {access.byName && <p className="access-line">{said.byName}</p>}
      {access.everywhere.length + access.inNamespaces.length === 0 && !access.byName && (
        <p className="quiet">{said.nothingHere}</p>
      )}
      {access.truncated && <p className="quiet small">{said.truncated}</p>}
    </section>
  );
}

function KindLinks({ kinds, clusters }: { kinds: readonly string[]; clusters: readonly string[] }) {
  return (
    <span className="chips">
      {kinds.map(kind => (
        <Link
          key={kind}
          to="/objects"
          className="chip"
          title={kind}
          search={{
            q: printQuery([
              { field: 'kind', negated: false, values: [kind] },
              { field: 'cluster', negated: false, values: clusters },
            ]),
          }}
        >
          {kind.split('.', 1)[0]}
        </Link>
      ))}
    </span>
  );
}
