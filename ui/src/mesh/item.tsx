/** A service, workload or app of the mesh, with one column for each cluster that has an instance. */
import { Link } from '@tanstack/react-router';
import type { MeshItemPartFragment } from '../graph/graphql.ts';
import { HealthMark } from './health.tsx';
import { meshTexts as said } from './texts.ts';
import { percentWords, rateWords } from './traffic.ts';

type Instance = MeshItemPartFragment['instances'][number];

export function Item({ item }: { item: MeshItemPartFragment }) {
  const { instances, differences } = item;
  const causes = [...new Set(instances.flatMap(({ health }) => health.missing ?? []))];
  const cells = (title: string, cell: (instance: Instance) => React.ReactNode) => (
    <tr>
      <th scope="row">{title}</th>
      {instances.map(instance => (
        <td key={instance.cluster.name}>{cell(instance)}</td>
      ))}
    </tr>
  );
  const requests = (direction: 'INBOUND' | 'OUTBOUND') => (instance: Instance) => {
    const own = instance.health.requests.filter(it => it.direction === direction);
    if (own.length === 0) return <span className="quiet">{said.none}</span>;
    return own.map(it => (
      <div key={it.protocol} className={it.status === 'FAILURE' ? 'failing' : undefined}>
        {rateWords(it)} {it.errorPercent > 0 && said.errors(percentWords(it.errorPercent))}
      </div>
    ));
  };
  return (
    <>
      <div
        className="table-frame"
        role="region"
        aria-label={`${said.instances}: ${said.nodeType[item.type]} ${item.name}`}
        tabIndex={0}
      >
        <table className="table side-by-side">
          <thead>
            <tr>
              <td />
              {instances.map(({ cluster, stale }) => (
                <th key={cluster.name} scope="col">
                  <Link to="/cluster" search={{ name: cluster.name }}>
                    {cluster.name}
                  </Link>{' '}
                  {stale && <span className="suspended">{said.stale}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {cells(said.state, ({ health }) => (
              <HealthMark health={health.status} />
            ))}
            {cells(said.requests.INBOUND, requests('INBOUND'))}
            {item.type !== 'SERVICE' && cells(said.requests.OUTBOUND, requests('OUTBOUND'))}
            {item.type !== 'SERVICE' &&
              cells(said.replicas, ({ health }) =>
                health.replicas.map(({ object, available, desired, status }) => (
                  <div key={object.id} className={status === 'FAILURE' ? 'failing' : undefined}>
                    {said.replicasOf(available, desired)}
                  </div>
                )),
              )}
            {item.type !== 'SERVICE' &&
              !differences.some(({ field }) => field === 'VERSIONS') &&
              cells(said.versions, ({ versions }) => versions.join(', '))}
            {differences.map(({ field, values }) => (
              <tr key={field}>
                <th scope="row">
                  {said.difference[field]} <span className="suspended">{said.differs}</span>
                </th>
                {instances.map(({ cluster }) => (
                  <td key={cluster.name}>
                    <code>
                      {values.find(({ clusters }) => clusters.some(({ name }) => name === cluster.name))?.value}
                    </code>
                  </td>
                ))}
              </tr>
            ))}
            {cells(said.objects, ({ objects }) =>
              objects.map(({ id, kind, name }) => (
                <div key={id}>
                  <Link to="/object" search={{ id }}>
                    {kind} {name}
                  </Link>
                </div>
              )),
            )}
            {instances.some(({ tracesUrl }) => tracesUrl !== null) &&
              cells(
                said.traces,
                ({ cluster, tracesUrl }) =>
                  tracesUrl !== null && (
                    <a href={tracesUrl} target="_blank" rel="noreferrer" aria-label={said.openTracesOf(cluster.name)}>
                      {said.openTraces}
                    </a>
                  ),
              )}
          </tbody>
        </table>
      </div>
      {causes.map(cause => (
        <p key={cause} className="problem">
          {said.missing[cause]}
        </p>
      ))}
    </>
  );
}
