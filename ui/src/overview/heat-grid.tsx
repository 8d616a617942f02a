/**
 * Clusters as tiles, grouped by environment. A tile shows the number of failed objects, and is redder if a larger share
 * has failed. The border is dashed if the cluster is not up to date.
 */
import { Link } from '@tanstack/react-router';
import { environmentsOf, isProduction, type Environment } from '../clusters/environment.ts';
import { ProductionMark } from '../clusters/production.tsx';
import { counted } from '../format/count.ts';
import { Name } from '../parts/name.tsx';
import { useRoving } from '../parts/roving.ts';
import { printQuery, withValues } from '../query/language.ts';
import { texts } from '../texts.ts';
import { allOf, heatOf, MOST_NAMED, type ClusterHealth } from './health.ts';
import { overviewTexts as said } from './texts.ts';

export function HeatGrid({ clusters, beyond }: { clusters: readonly ClusterHealth[]; beyond: number }) {
  const environments = environmentsOf(clusters);
  const isNamed = clusters.length <= MOST_NAMED;
  const withFailures = clusters.filter(({ statusCounts }) => statusCounts && statusCounts.failed > 0).length;
  const notCovered = clusters.filter(({ coverage }) => coverage.state !== 'INDEXED').length;
  return (
    <>
      <p>{said.healthWords(withFailures, clusters.length, notCovered)}</p>
      {environments.map(environment => (
        <EnvironmentPart
          key={environment.name ?? ''}
          environment={environment}
          isNamed={isNamed}
          hasHeading={environments.length > 1 || environment.name !== undefined}
        />
      ))}
      {beyond > 0 && <p className="quiet">{said.beyond(beyond)}</p>}
    </>
  );
}

interface EnvironmentPartProps {
  readonly environment: Environment<ClusterHealth>;
  readonly isNamed: boolean;
  readonly hasHeading: boolean;
}

function EnvironmentPart({ environment: { name, clusters }, isNamed, hasHeading }: EnvironmentPartProps) {
  const roving = useRoving(clusters.map(({ name }) => name));
  const failures = clusters.reduce((sum, { statusCounts }) => sum + (statusCounts?.failed ?? 0), 0);
  const title = name ?? said.noEnvironment;
  return (
    <div className="environment">
      {hasHeading && (
        <h3>
          {title} {isProduction(name) && name !== texts.production && <ProductionMark />}{' '}
          <span className="quiet">{said.environment(clusters.length, failures)}</span>
        </h3>
      )}
      <ul className={isNamed ? 'heat named' : 'heat'} aria-label={title} {...roving.group}>
        {clusters.map(cluster => (
          <li key={cluster.name}>
            <Tile cluster={cluster} isNamed={isNamed} stop={roving.stop(cluster.name)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface TileProps {
  readonly cluster: ClusterHealth;
  readonly isNamed: boolean;
  readonly stop: ReturnType<ReturnType<typeof useRoving>['stop']>;
}

function Tile({ cluster: { name, statusCounts, coverage }, isNamed, stop }: TileProps) {
  const failed = statusCounts?.failed ?? 0;
  const all = statusCounts ? allOf(statusCounts) : 0;
  const isCovered = coverage.state === 'INDEXED';
  const words = statusCounts
    ? said.tile(all, isCovered ? undefined : texts.coverageState[coverage.state])
    : said.notCounted;
  const terms = withValues([], 'cluster', [name]);
  return (
    <Link
      to="/objects"
      search={{ q: printQuery(failed > 0 ? withValues(terms, 'status', ['failed']) : terms) }}
      preload={false}
      className="tile"
      data-heat={heatOf(failed, all)}
      data-uncovered={isCovered ? undefined : ''}
      title={`${name}: ${statusCounts ? counted(failed) : '?'} ${words}`}
      {...stop}
    >
      <span className={isNamed ? 'tile-name' : 'sr-only'} dir="ltr">
        {isNamed ? <Name name={name} /> : name}
      </span>{' '}
      <span className="tile-figure">{statusCounts ? counted(failed) : '?'}</span>{' '}
      <span className="sr-only">{words}</span>
    </Link>
  );
}
