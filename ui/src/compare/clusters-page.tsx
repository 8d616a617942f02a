/**
 * Comparison of two clusters: kinds with their versions, objects that only one cluster has, and objects of one kind
 * that differ.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, type SyntheticEvent } from 'react';
import { ask } from '../client.ts';
import { ClusterState } from '../clusters/cluster-state.tsx';
import { shortRevision } from '../format/revision.ts';
import {
  ComparedObjectsDocument,
  FleetClustersDocument,
  TwoClustersDocument,
  type TwoClustersQuery,
} from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { printQuery, withValues } from '../query/language.ts';
import { StatusMark } from '../parts/status.tsx';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import {
  kindDiffs,
  objectsDiff,
  type ComparedObject,
  type Facet,
  type KindDiff,
  type KindSide,
} from './cluster-diff.ts';
import { compareTexts } from './texts.ts';
import { pageOf, useWhole } from './use-whole.ts';
import './compare.css';

const route = getRouteApi('/compare');
const said = compareTexts.clusters;
const OBJECT_PAGES = 10;
const OBJECTS_A_PAGE = 500;
const SHOWN = 100;
/** Kinds whose objects have generated names, which are different on each cluster. */
const GENERATED = new Set(['Pod', 'ReplicaSet.apps', 'ControllerRevision.apps', 'EndpointSlice.discovery.k8s.io']);

type Compared = NonNullable<TwoClustersQuery['left']>;

export function CompareClustersPage() {
  const { left = '', right = '' } = route.useSearch();
  const navigate = route.useNavigate();
  useEffect(() => {
    document.title = texts.title(said.title);
  }, []);
  const names = useAnswer(FleetClustersDocument, {}, { everyMs: DETAILS_EVERY_MS }).data?.clusters?.nodes ?? [];
  const isRequested = left !== '' && right !== '' && left !== right;
  const { data, problem } = useAnswer(
    TwoClustersDocument,
    { left, right, both: [left, right] },
    { everyMs: DETAILS_EVERY_MS, paused: !isRequested },
  );
  const show = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const name = (side: string) => (typed.get(side) as string).trim();
    void navigate({ search: ({ kind: _, ...before }) => ({ ...before, left: name('left'), right: name('right') }) });
  };
  return (
    <div className="page">
      <header className="page-head">
        <h1>{said.title}</h1>
        <Link to="/diff" className="plain-button">
          {compareTexts.diff.title}
        </Link>
      </header>
      <form className="two-sides" key={`${left} ${right}`} onSubmit={show} autoComplete="off">
        {([['left', left, said.left] as const, ['right', right, said.right] as const] as const).map(
          ([side, name, label]) => (
            <label key={side}>
              {label}
              <input
                name={side}
                type="text"
                defaultValue={name}
                list="clusters-to-compare"
                required
                spellCheck={false}
              />
            </label>
          ),
        )}
        <datalist id="clusters-to-compare">
          {names.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <div className="two-sides-buttons">
          <button className="main-button">{said.show}</button>
          <button
            type="button"
            className="plain-button"
            disabled={!isRequested}
            onClick={() => void navigate({ search: before => ({ ...before, left: right, right: left }) })}
          >
            {said.swap}
          </button>
        </div>
      </form>
      {!isRequested && <p className="empty">{left !== '' && left === right ? said.same : said.choose}</p>}
      {isRequested && problem && <p className="problem">{problem.message}</p>}
      {isRequested && !data && !problem && <p className="quiet">{said.reading}</p>}
      {isRequested && data && !data.left && <p className="problem">{said.absent(left)}</p>}
      {isRequested && data && !data.right && <p className="problem">{said.absent(right)}</p>}
      {isRequested && data?.left && data.right && (
        <>
          <Facts left={data.left} right={data.right} />
          <Kinds left={data.left} right={data.right} groups={data.objects?.groups} />
        </>
      )}
    </div>
  );
}

function Facts({ left, right }: { left: Compared; right: Compared }) {
  const keys = [...new Set([left, right].flatMap(({ labels }) => Object.keys(labels)))].sort();
  const facts = [
    [said.kubernetes, ({ kubernetesVersion }: Compared) => kubernetesVersion ?? ''],
    [said.objects, ({ objectCount }: Compared) => objectCount.toLocaleString()],
    ...keys.map(key => [key, ({ labels }: Compared) => labels[key] ?? ''] as const),
  ] as const;
  return (
    <section>
      <h2>{said.facts}</h2>
      <div className="table-frame" role="region" aria-label={said.facts} tabIndex={0}>
        <table className="table two-clusters">
          <thead>
            <tr>
              <td />
              {[left, right].map(({ name }) => (
                <th key={name} scope="col">
                  <Link to="/cluster" search={{ name }}>
                    {name}
                  </Link>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">{said.state}</th>
              {[left, right].map(({ name, coverage }) => (
                <td key={name}>
                  <ClusterState coverage={coverage} />
                </td>
              ))}
            </tr>
            {facts.map(([title, of]) => (
              <tr key={title} data-differs={of(left) !== of(right) || undefined}>
                <th scope="row">{title}</th>
                <td>{of(left)}</td>
                <td>
                  {of(left) !== of(right) && <Unequal />} {of(right)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Unequal() {
  return (
    <span className="deviates">
      <span aria-hidden="true">≠</span>
    </span>
  );
}

interface KindsProps {
  readonly left: Compared;
  readonly right: Compared;
  readonly groups: NonNullable<TwoClustersQuery['objects']>['groups'] | undefined;
}

function Kinds({ left, right, groups }: KindsProps) {
  const { kind: open, all } = route.useSearch();
  const navigate = route.useNavigate();
  const counts = (groups?.nodes ?? []).map(({ values: [kind, cluster], count, statusCounts }) => ({
    kind: kind?.value ?? '',
    cluster: cluster?.value ?? '',
    count,
    failed: statusCounts.failed,
  }));
  const diffs = kindDiffs(left, right, counts);
  const shown = all === undefined ? diffs.filter(it => it.differs !== 'nothing' || it.value === open) : diffs;
  const isWhole = [left, right].every(({ coverage: { state } }) => state === 'INDEXED');
  const sides = [left, right].map(({ name }) => name);
  return (
    <section>
      <h2>{said.kinds}</h2>
      <p className="quiet">{said.caution}</p>
      {!isWhole && <p className="problem">{said.notWhole}</p>}
      {groups && groups.totalCount > groups.nodes.length && <p className="problem">{said.beyond}</p>}
      <p>
        <label className="switch">
          <input
            type="checkbox"
            checked={all !== undefined}
            onChange={event => {
              const isAll = event.target.checked;
              void navigate({
                search: ({ all: _, ...before }) => ({ ...before, ...(isAll && { all: 'yes' }) }),
                replace: true,
              });
            }}
          />{' '}
          {said.all}
        </label>{' '}
        {all === undefined && <span className="quiet">{said.equalKinds(diffs.length - shown.length)}</span>}
      </p>
      {shown.length === 0 && <p className="quiet">{said.noKinds}</p>}
      {shown.length > 0 && (
        <div className="table-frame" role="region" aria-label={said.kinds} tabIndex={0}>
          <table className="table kind-diffs">
            <thead>
              <tr>
                <th scope="col">{said.kind}</th>
                <th scope="col">{said.difference}</th>
                {sides.map(name => (
                  <th key={name} scope="col">
                    {said.version(name)}
                  </th>
                ))}
                {sides.map(name => (
                  <th key={name} scope="col" className="number">
                    {said.count(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(diff => (
                <KindRow
                  key={diff.value}
                  diff={diff}
                  left={left.name}
                  right={right.name}
                  isOpen={open === diff.value}
                  onToggle={() =>
                    void navigate({
                      search: ({ kind: _, ...before }) => ({
                        ...before,
                        ...(open !== diff.value && { kind: diff.value }),
                      }),
                      replace: true,
                      resetScroll: false,
                    })
                  }
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

interface KindRowProps {
  readonly diff: KindDiff;
  readonly left: string;
  readonly right: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function KindRow({ diff, left, right, isOpen, onToggle }: KindRowProps) {
  const number = (cluster: string, side: KindSide | undefined) => (
    <td className="number">
      {side &&
        (side.count === 0 ? (
          0
        ) : (
          <Link
            to="/objects"
            preload={false}
            search={{ q: printQuery(withValues(withValues([], 'cluster', [cluster]), 'kind', [diff.value])) }}
            aria-label={`${side.count.toLocaleString()} ${diff.value} ${cluster}`}
          >
            {side.count.toLocaleString()}
          </Link>
        ))}
    </td>
  );
  return (
    <>
      <tr data-differs={diff.differs}>
        <th scope="row">
          <button className="group-toggle" aria-expanded={isOpen} onClick={onToggle} title={diff.value}>
            <span aria-hidden="true" className="group-arrow" />
            <span>
              {diff.kind} <span className="quiet small">{diff.group}</span>
            </span>
          </button>
        </th>
        <td className="difference">{diff.differs === 'nothing' ? '' : said.differs[diff.differs](left, right)}</td>
        <td>{diff.left?.version ?? '–'}</td>
        <td>{diff.right?.version ?? '–'}</td>
        {number(left, diff.left)}
        {number(right, diff.right)}
      </tr>
      {isOpen && (
        <tr className="inner">
          <td colSpan={6}>
            <Objects key={`${left} ${right} ${diff.value}`} left={left} right={right} kind={diff.value} />
          </td>
        </tr>
      )}
    </>
  );
}

function useObjects(cluster: string, kind: string) {
  return useWhole<ComparedObject>(
    `${cluster} ${kind}`,
    async after => {
      const { data, problem } = await ask(ComparedObjectsDocument, {
        cluster,
        kind,
        ...(after !== undefined && { after }),
      });
      return pageOf(data?.objects, problem);
    },
    OBJECT_PAGES,
  );
}

function Objects({ left, right, kind }: { left: string; right: string; kind: string }) {
  const one = useObjects(left, kind);
  const other = useObjects(right, kind);
  if (!one || !other) return <p className="quiet">{said.readingObjects}</p>;
  const problem = one.problem ?? other.problem;
  const diff = objectsDiff({ objects: one.items, isPart: one.isPart }, { objects: other.items, isPart: other.isPart });
  const isEqual = diff.onlyLeft.length + diff.onlyRight.length + diff.changed.length === 0;
  return (
    <div className="objects-diff">
      {problem && <p className="problem">{problem.message}</p>}
      {GENERATED.has(kind) && <p className="quiet">{said.generated}</p>}
      {(one.isPart || other.isPart) && <p className="problem">{said.part(OBJECT_PAGES * OBJECTS_A_PAGE)}</p>}
      <Only cluster={left} objects={diff.onlyLeft} />
      <Only cluster={right} objects={diff.onlyRight} />
      {diff.changed.length > 0 && (
        <div>
          <h3>{said.changed(diff.changed.length)}</h3>
          <ul>
            {diff.changed.slice(0, SHOWN).map(({ left, right, what }) => (
              <li key={left.id}>
                <Link to="/elsewhere" search={{ id: left.id }} preload={false}>
                  {nameOf(left)}
                </Link>{' '}
                {what.map(facet => (
                  <span key={facet} className="facet-diff">
                    <span className="quiet">{said.facet[facet]}</span> <FacetOf object={left} facet={facet} />
                    {' → '}
                    <FacetOf object={right} facet={facet} />
                  </span>
                ))}{' '}
                <Link
                  to="/diff"
                  search={{ left: left.id, right: right.id }}
                  preload={false}
                  aria-label={said.diffOf(nameOf(left))}
                >
                  {said.diff}
                </Link>
              </li>
            ))}
          </ul>
          <Beyond count={diff.changed.length - SHOWN} />
        </div>
      )}
      {isEqual && <p>{said.nothing}</p>}
      <p className="quiet">{said.sameCount(diff.sameCount)}</p>
    </div>
  );
}

function Only({ cluster, objects }: { cluster: string; objects: readonly ComparedObject[] }) {
  if (objects.length === 0) return null;
  return (
    <div>
      <h3>{said.onlyOn(cluster, objects.length)}</h3>
      <ul className="only">
        {objects.slice(0, SHOWN).map(it => (
          <li key={it.id}>
            <Link to="/object" search={{ id: it.id }} preload={false}>
              {nameOf(it)}
            </Link>
            {it.status !== 'CURRENT' && <StatusMark status={it.status} />}
          </li>
        ))}
      </ul>
      <Beyond count={objects.length - SHOWN} />
    </div>
  );
}

function Beyond({ count }: { count: number }) {
  return count > 0 && <p className="quiet">{said.moreObjects(count)}</p>;
}

function FacetOf({ object, facet }: { object: ComparedObject; facet: Facet }) {
  if (facet === 'status') return texts.status[object.status];
  if (facet === 'version') return object.version;
  const values = facet === 'images' ? object.images : object.revision === null ? [] : [object.revision];
  return <code title={values.join('\n')}>{values.map(shortRevision).join(', ') || '–'}</code>;
}

const nameOf = ({ namespace, name }: ComparedObject): string => (namespace === null ? name : `${namespace}/${name}`);
