/**
 * Page of one object, which explains the state of the object. Shows data from the index first, then live data from the
 * cluster.
 */
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Actions } from '../actions/actions.tsx';
import { InProduction } from '../clusters/production.tsx';
import { partsOfId } from '../format/object-id.ts';
import { withCard } from '../extensions/configured.ts';
import { shortRevision } from '../format/revision.ts';
import { age, instant } from '../format/time.ts';
import {
  LiveDocument,
  ObjectDocument,
  type EndsFragment,
  type LiveQuery,
  type ObjectQuery,
  type RowFragment,
} from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { CopyMenu } from '../objects/copy-menu.tsx';
import { rememberedSearch } from '../objects/lists.ts';
import { useNow } from '../parts/clock.ts';
import { code } from '../parts/code.ts';
import { useKeys } from '../parts/keyboard.ts';
import { StatusMark } from '../parts/status.tsx';
import { printQuery } from '../query/language.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { Cause } from './cause.tsx';
import { Conditions } from './conditions.tsx';
import { Events } from './events.tsx';
import { KindDetails } from './kind-details.tsx';
import { hasUsage, isDescribed, logsOf } from './kind-descriptions.ts';
import type { Content } from './kinds/parts.ts';
import { LiveWords } from './live-words.tsx';
import { UsageHistory } from './usage-history.tsx';
import { Why } from './why.tsx';
import './object.css';

const route = getRouteApi('/object');
const Relations = lazy(code(async () => ({ default: (await import('../relations/relations.tsx')).Relations })));
const Logs = lazy(code(async () => ({ default: (await import('../logs/logs.tsx')).Logs })));
const WorkloadLogs = lazy(code(async () => ({ default: (await import('../logs/workload-logs.tsx')).WorkloadLogs })));
const Packaged = lazy(code(async () => ({ default: (await import('./packaged.tsx')).Packaged })));
const ObjectPolicies = lazy(
  code(async () => ({ default: (await import('../policies/object-policies.tsx')).ObjectPolicies })),
);
const ObjectMesh = lazy(code(async () => ({ default: (await import('../mesh/object-mesh.tsx')).ObjectMesh })));
const ObjectPlacement = lazy(
  code(async () => ({ default: (await import('../workloads/object-placement.tsx')).ObjectPlacement })),
);
const ExtensionCards = lazy(
  code(async () => ({ default: (await import('../extensions/extension-cards.tsx')).ExtensionCards })),
);
const Yaml = lazy(code(async () => ({ default: (await import('./yaml.tsx')).Yaml })));

const BESIDE_SUMMARY = ['logs', 'tree', 'yaml', 'access'] as const;

export function ObjectPage() {
  const { id, show = 'summary' } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const index = useAnswer(ObjectDocument, { id }, { everyMs: DETAILS_EVERY_MS });
  const { data, problem } = index;
  const said = texts.object;
  const object = data?.object ?? undefined;
  // For an invalid id, the server returns an error, which does not mean that the object is absent.
  const isAbsent = data !== undefined && !object && !problem;
  const [seen, setSeen] = useState<string>();
  if (object && seen !== id) setSeen(id);
  const parts = partsOfId(id);
  const live = useAnswer(
    LiveDocument,
    { id, whole: isDescribed(parts), keys: hasKeys(parts) },
    { everyMs: DETAILS_EVERY_MS },
  );
  const logs = logsOf(parts);
  const hasLogs = logs !== undefined;
  useEffect(() => {
    document.title = texts.title(parts.name);
  }, [parts.name]);
  const leave = () => (router.history.canGoBack() ? router.history.back() : void navigate({ to: '/objects' }));
  useKeys({ Escape: leave, Backspace: leave });

  return (
    <div className="page object">
      <p className="crumbs">
        <Link to="/objects" search={rememberedSearch()}>
          {texts.nav.objects}
        </Link>{' '}
        {parts.cluster !== '' && (
          <Link to="/cluster" search={{ name: parts.cluster }}>
            {parts.cluster}
          </Link>
        )}
        {parts.namespace !== '' && (
          <Link
            to="/objects"
            search={{ q: printQuery([condition('cluster', parts.cluster), condition('namespace', parts.namespace)]) }}
          >
            {parts.namespace}
          </Link>
        )}
      </p>
      <header className="object-head">
        <h1>
          <span className="quiet">{parts.kind}</span> {parts.name || id || said.noId}
        </h1>
        <InProduction cluster={parts.cluster} />
        {object && <StatusMark status={object.status} suspended={object.suspended} />}
        {object && <IndexWords object={object} />}
        <span className="fill" />
        {(object ?? isAbsent) && (
          <Actions
            key={id}
            object={{ id, ...parts, uid: object?.uid ?? null }}
            onActed={() => void Promise.all([live.refresh(), index.refresh()])}
          />
        )}
        {(object ?? isAbsent) && (
          <Link to="/elsewhere" search={{ id }} className="plain-button">
            {said.elsewhere}
          </Link>
        )}
        {object && <CopyMenu row={object} />}
      </header>
      {problem && <p className="problem">{object ? said.notRead(problem.message) : problem.message}</p>}
      {isAbsent && <Absent wasSeen={seen === id} />}
      {!data && !problem && <p className="quiet">{said.reading}</p>}
      {object && <CoverageWords coverage={object.cluster.coverage} />}
      {object && (
        <div className="object-messages">
          {object.message != null && (
            <p className="object-message" data-status={object.status}>
              {object.reason && <b>{object.reason}: </b>}
              {object.message}
            </p>
          )}
          <Cause id={id} isFailing={object.status !== 'CURRENT'} />
        </div>
      )}
      {(object ?? isAbsent) && (
        <Tabs
          selectedKey={show === 'logs' && !hasLogs ? 'summary' : show}
          onSelectionChange={key => {
            const chosen = BESIDE_SUMMARY.find(it => it === key);
            void navigate({ search: { id, ...(chosen && { show: chosen }) }, replace: true });
          }}
        >
          <TabList aria-label={said.tabs.label} className="tabs">
            <Tab id="summary">{said.tabs.summary}</Tab>
            {hasLogs && <Tab id="logs">{said.tabs.logs}</Tab>}
            <Tab id="tree">{said.tabs.tree}</Tab>
            <Tab id="yaml">{said.tabs.yaml}</Tab>
            <Tab id="access">{said.tabs.access}</Tab>
          </TabList>
          <TabPanel id="summary" className="object-summary">
            {object ? (
              <>
                <div>
                  <LiveWords
                    live={live.data && (live.data.object?.live ?? null)}
                    cluster={object.cluster.name}
                    problem={live.problem}
                  />
                  {live.data?.object?.live?.state === 'OK' ? (
                    <KindDetails
                      object={{ id, ...parts }}
                      content={contentOf(live.data.object.live)}
                      columns={live.data.object.live.columns ?? []}
                    />
                  ) : (
                    // The usage history comes from Prometheus, so the history is shown even if the cluster does not
                    // answer.
                    live.data && hasUsage(parts) && <UsageHistory key={id} id={id} />
                  )}
                  <Suspense fallback={null}>
                    <Packaged key={id} id={id} />
                    {mayBeInTopology(parts) && <ObjectPolicies key={`policies ${id}`} id={id} />}
                    {mayBePlaced(parts) && <ObjectPlacement key={`placement ${id}`} id={id} />}
                    {mayBeInMesh(parts) && <ObjectMesh key={`mesh ${id}`} id={id} />}
                  </Suspense>
                  {withCard(parts).length > 0 && (
                    <Suspense fallback={null}>
                      <ExtensionCards key={`extensions ${id}`} object={{ id, ...parts }} />
                    </Suspense>
                  )}
                  <Conditions conditions={live.data?.object?.live?.conditions ?? undefined} />
                  <Events id={id} conditions={live.data?.object?.live?.conditions ?? undefined} />
                </div>
                <Facts object={object} live={live.data?.object?.live ?? undefined} />
              </>
            ) : (
              <Why id={id} brief />
            )}
          </TabPanel>
          {hasLogs && (
            <TabPanel id="logs">
              <Suspense fallback={<p className="quiet">{said.readingYaml}</p>}>
                {logs === 'pod' ? (
                  <Logs key={id} id={id} pod={parts.name} cluster={parts.cluster} />
                ) : (
                  <WorkloadLogs key={id} id={id} name={parts.name} />
                )}
              </Suspense>
            </TabPanel>
          )}
          <TabPanel id="tree">
            <Suspense fallback={<p className="quiet">{texts.relations.reading}</p>}>
              <Relations key={id} id={id} />
            </Suspense>
          </TabPanel>
          <TabPanel id="yaml">
            <Suspense fallback={<p className="quiet">{said.readingYaml}</p>}>
              <Yaml id={id} />
            </Suspense>
          </TabPanel>
          <TabPanel id="access">
            <Why id={id} />
          </TabPanel>
        </Tabs>
      )}
    </div>
  );
}

type IndexedObject = NonNullable<ObjectQuery['object']>;

function IndexWords({ object }: { object: IndexedObject }) {
  const now = useNow(5_000);
  const said = texts.object;
  return (
    <span className="quiet small index-words">
      {object.transitionedAt && <span>{said.since(age(object.transitionedAt, now) ?? '')}</span>}
      <span title={said.indexHow}>{said.index(age(object.syncedAt, now) ?? '')}</span>
    </span>
  );
}

function CoverageWords({ coverage: { state, reason, cause } }: { coverage: IndexedObject['cluster']['coverage'] }) {
  if (state === 'INDEXED') return null;
  return (
    <p className="problem">
      {texts.coverageState[state]}. {reason} {cause && texts.advice[cause]}
    </p>
  );
}

type LiveObject = NonNullable<NonNullable<LiveQuery['object']>['live']>;

function hasKeys({ group, kind }: { readonly group: string; readonly kind: string }): boolean {
  return group === '' && (kind === 'Secret' || kind === 'ConfigMap');
}

/** Input of KindDetails. Reduces the values of a ConfigMap to their sizes. */
function contentOf({ spec, status, resource }: LiveObject): Content {
  if (resource?.__typename === 'CoreSecret') return { spec, status, keys: resource.keys ?? [] };
  if (resource?.__typename !== 'CoreConfigMap') return { spec, status };
  const [data, binary] = [resource.data, resource.binaryData].map(of => Object.entries(of ?? {}));
  const texts = data!.map(([name, value]) => ({ name, size: new TextEncoder().encode(value).length }));
  return {
    spec,
    status,
    keys: [
      ...texts,
      ...binary!.map(([name, value]) => ({ name, size: Math.floor((value.replace(/=+$/, '').length * 3) / 4) })),
    ],
  };
}

function Facts({ object, live }: { object: IndexedObject; live: LiveObject | undefined }) {
  const said = texts.facts;
  const labels = Object.entries(object.labels);
  const sourceRevision = laggingBehind(object);
  return (
    <dl className="facts">
      <Fact title={said.cluster}>
        <Link to="/cluster" search={{ name: object.cluster.name }}>
          {object.cluster.name}
        </Link>
      </Fact>
      {object.namespace !== null && <Fact title={said.namespace}>{object.namespace}</Fact>}
      <Fact title={said.kind}>
        {object.kind}{' '}
        <span className="quiet">
          {object.group === '' ? '' : `${object.group}/`}
          {object.version}
        </span>
      </Fact>
      {object.source && (
        <Fact title={said.source}>
          <Related to={object.source} />
        </Fact>
      )}
      {object.managedBy && (
        <Fact title={said.managedBy}>
          <Related to={object.managedBy} />
        </Fact>
      )}
      {live?.owners && live.owners.length > 0 && (
        <Fact title={said.owners}>
          {live.owners.map(owner => (
            <div key={owner.id}>
              <Related to={owner} />
            </div>
          ))}
        </Fact>
      )}
      <Ends title={said.usedBy} ends={object.usedBy} />
      <Ends title={said.selectedBy} ends={object.selectedBy} />
      {object.revision && (
        <Fact title={said.revision}>
          <code>{object.revision}</code>
          {sourceRevision !== undefined && (
            <div className="lags" title={sourceRevision}>
              {said.lags(shortRevision(sourceRevision))}
            </div>
          )}
        </Fact>
      )}
      {object.images.length > 0 && (
        <Fact title={said.images}>
          {object.images.map(image => (
            <div key={image}>
              <Link to="/objects" search={{ q: printQuery([condition('image', `=${image}`)]) }} title={said.sameImage}>
                <code>{image}</code>
              </Link>
            </div>
          ))}
        </Fact>
      )}
      {object.attemptedRevision && object.attemptedRevision !== object.revision && (
        <Fact title={said.attempted}>
          <code>{object.attemptedRevision}</code>
        </Fact>
      )}
      {object.createdAt && <Fact title={said.created}>{instant(object.createdAt)}</Fact>}
      {object.transitionedAt && <Fact title={said.transitioned}>{instant(object.transitionedAt)}</Fact>}
      {live?.metadata?.deletionTimestamp && (
        <Fact title={said.deleted}>{instant(live.metadata.deletionTimestamp)}</Fact>
      )}
      {live?.metadata && live.metadata.finalizers.length > 0 && (
        <Fact title={said.finalizers}>{live.metadata.finalizers.join(', ')}</Fact>
      )}
      {live?.columns && live.columns.length > 0 && isDescribed(object) && (
        <Fact title={said.columns}>
          {live.columns.map(({ name, value }, at) => (
            <div key={at}>
              <span className="quiet">{name}</span> {value}
            </div>
          ))}
        </Fact>
      )}
      {labels.length > 0 && (
        <Fact title={said.labels}>
          <span className="chips">
            {labels.map(([key, value]) => (
              <Link
                key={key}
                to="/objects"
                search={{ q: printQuery([condition('label', `${key}=${value}`)]) }}
                className="chip"
                title={said.sameLabel}
              >
                {key}={value}
              </Link>
            ))}
          </span>
        </Fact>
      )}
    </dl>
  );
}

/** Revision of the source of a Kustomization, if the Kustomization runs another revision. Undefined for other kinds. */
function laggingBehind({ group, kind, revision, source }: IndexedObject): string | undefined {
  const compares = group === 'kustomize.toolkit.fluxcd.io' && kind === 'Kustomization' && revision && source?.revision;
  return compares && source.revision !== revision ? source.revision! : undefined;
}

/** Targets of a relation. A target that is not in the index is shown by its id. */
function Ends({ title, ends }: { title: string; ends: EndsFragment | null }) {
  if (!ends || ends.edges.length === 0) return null;
  return (
    <Fact title={title}>
      {ends.edges.map(({ id, node }) => (
        <div key={id}>{node ? <Related to={node} /> : <code>{id}</code>}</div>
      ))}
      {ends.totalCount > ends.edges.length && (
        <div className="quiet">{texts.facts.moreEnds(ends.totalCount - ends.edges.length)}</div>
      )}
    </Fact>
  );
}

function Related({ to: { id, kind, namespace, name, status, suspended } }: { to: RowFragment }) {
  return (
    <>
      <Link to="/object" search={{ id }}>
        {kind} {namespace !== null && `${namespace}/`}
        {name}
      </Link>{' '}
      <StatusMark status={status} suspended={suspended} />
    </>
  );
}

function Fact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Absent({ wasSeen }: { wasSeen: boolean }) {
  return (
    <div className="empty">
      <p>{wasSeen ? texts.object.gone : texts.object.absent}</p>
      <p className="quiet">{wasSeen ? texts.object.whyGone : texts.object.whyAbsent}</p>
    </div>
  );
}

function condition(field: 'cluster' | 'namespace' | 'label' | 'image', value: string) {
  return { field, negated: false, values: [value] };
}

type Kinded = Readonly<Record<'group' | 'kind', string>>;

/**
 * True if the object may be in the topology of policies: a Service, or an object whose group has a dot. Policies may be
 * of any group with a dot.
 */
const mayBeInTopology = ({ group, kind }: Kinded): boolean => (group === '' ? kind === 'Service' : group.includes('.'));
const IN_MESH = new Set(['Service', 'Deployment', 'StatefulSet', 'DaemonSet']);
const mayBeInMesh = ({ group, kind }: Kinded): boolean =>
  group.endsWith('.istio.io') || ((group === '' || group === 'apps') && IN_MESH.has(kind));

/**
 * Kinds whose page shows no placement. Pods and ReplicaSets are created on each cluster by the controllers of their
 * workload.
 */
const NOT_PLACED = new Set(['Pod', 'Node', 'Event', 'ReplicaSet']);
const mayBePlaced = ({ kind }: Kinded): boolean => !NOT_PLACED.has(kind);
