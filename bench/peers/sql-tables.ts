/**
 * Rows of the benchmark as tables in two forms. The normalised form is the form that an engineer would design for
 * these questions. The other form is the form of ACM search, with one JSON document per object. The generator fills
 * both through COPY, cluster by cluster.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { OBJECT_STATUSES, type Row } from '../../store/store.ts';
import { KINDS, plannedRows, rowOf, type FleetShape } from '../scale/fleet.ts';
import { placeColumns, type Person } from '../scale/people.ts';
import type { Postgres } from './postgres.ts';

/** Ranks statuses in the order of OBJECT_STATUSES. */
const STATUS_RANK = `CASE status ${OBJECT_STATUSES.map((status, rank) => `WHEN '${status}' THEN ${rank}`).join(' ')} END`;

/** Times are stored as milliseconds since the epoch, as in the rows of the index. */
const NORMALISED = `
CREATE UNLOGGED TABLE objects (cluster text NOT NULL, namespace text NOT NULL, grp text NOT NULL, kind text NOT NULL, name text NOT NULL,
  status text NOT NULL, status_rank smallint NOT NULL GENERATED ALWAYS AS (${STATUS_RANK}) STORED, suspended boolean NOT NULL, reason text NOT NULL, message text NOT NULL, revision text NOT NULL, labels jsonb NOT NULL,
  created bigint NOT NULL, transitioned bigint NOT NULL);
CREATE UNLOGGED TABLE grants (person text NOT NULL, cluster text NOT NULL, namespace text NOT NULL, PRIMARY KEY (person, cluster, namespace));
`;

/** The last index has all columns of totals and facets, so that Postgres can answer from the index alone. */
const NORMALISED_INDEXES = `
CREATE INDEX ON objects (kind, cluster, namespace);
CREATE INDEX ON objects (kind, name);
CREATE INDEX ON objects (kind, status, name);
CREATE INDEX ON objects (cluster, namespace, kind, status, grp);
VACUUM (ANALYZE) objects;
VACUUM (ANALYZE) grants;
`;

export async function loadNormalised(
  postgres: Postgres,
  shape: FleetShape,
  people: readonly Person[],
  signal: AbortSignal,
): Promise<void> {
  await postgres.run(NORMALISED);
  await postgres.copy('objects', clusterTexts(shape, normalisedLine), signal);
  for (const { name, scope } of people) {
    if (scope.type !== 'places') continue;
    const { clusters, namespaces } = placeColumns(scope.places);
    await postgres.copy(
      'grants',
      [clusters.map((cluster, i) => `${name}\t${cluster}\t${namespaces[i]}\n`).join('')],
      signal,
    );
  }
  await postgres.run(NORMALISED_INDEXES);
}

const DOCUMENTS = `
CREATE SCHEMA search;
CREATE UNLOGGED TABLE search.resources (uid text PRIMARY KEY, cluster text, data jsonb);
`;

const DOCUMENT_INDEXES = `
CREATE INDEX ON search.resources USING gin ((data->'kind'));
CREATE INDEX ON search.resources USING gin ((data->'namespace'));
CREATE INDEX ON search.resources USING gin ((data->'name'));
CREATE INDEX ON search.resources (cluster);
CREATE INDEX ON search.resources USING gin ((data->'namespace'), (data->'apigroup'), (data->'kind_plural'));
VACUUM (ANALYZE) search.resources;
`;

export async function loadDocuments(postgres: Postgres, shape: FleetShape, signal: AbortSignal): Promise<void> {
  await postgres.run(DOCUMENTS);
  await postgres.copy('search.resources', clusterTexts(shape, documentLine), signal);
  await postgres.run(DOCUMENT_INDEXES);
}

async function* clusterTexts(shape: FleetShape, line: (row: Row) => string): AsyncIterable<string> {
  for (let cluster = 0; cluster < shape.clusters; cluster++) {
    let text = '';
    for (const planned of plannedRows(shape, cluster)) text += line(rowOf(planned));
    yield text;
    await nextTurn(); // lets this process also compute the truth during the load
  }
}

/** Formats a row for COPY. The generated texts contain no character that COPY's format would escape. */
function normalisedLine(row: Row): string {
  const {
    cluster,
    namespace,
    group,
    kind,
    name,
    status,
    suspended,
    reason,
    message,
    revision,
    labels,
    createdAt,
    transitionedAt,
  } = row;
  const fields = [cluster, namespace, group, kind, name, status, suspended ? 't' : 'f', reason, message, revision];
  return `${fields.join('\t')}\t${JSON.stringify(labels)}\t${createdAt}\t${transitionedAt}\n`;
}

const PLURALS = new Map(KINDS.map(({ kind, plural }) => [kind, plural]));

function documentLine(row: Row): string {
  const {
    cluster,
    namespace,
    group,
    version,
    kind,
    name,
    status,
    suspended,
    reason,
    message,
    revision,
    labels,
    createdAt,
    transitionedAt,
  } = row;
  const data = {
    ...{
      kind,
      kind_plural: PLURALS.get(kind),
      apigroup: group,
      apiversion: version,
      namespace,
      name,
      status,
      suspended,
      reason,
      message,
    },
    ...{ revision, label: labels, created: createdAt, transitioned: transitionedAt },
  };
  return `${cluster}/${row.uid}\t${cluster}\t${JSON.stringify(data)}\n`;
}
