/**
 * The questions as SQL, with the person's permissions in the query. If there are several good ways to write a
 * question, the benchmark runs them and takes the fastest.
 */
import { clusterName, KINDS, namespaceName } from '../scale/fleet.ts';
import { orderSql, type ListOrder } from '../scale/orders.ts';
import { placeColumns, type Person } from '../scale/people.ts';
import {
  FACET_LIMIT,
  facetsOf,
  mostFrequent,
  NAMES_PAGE,
  PAGE_SIZE,
  type FacetName,
  type Numbers,
  type Question,
} from '../scale/questions.ts';

export interface Sql {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Returns SQL for the rows that a person sees. Further conditions can follow with AND. */
type Source = (values: unknown[]) => string;

/**
 * Ways to select rows by permission: a join with the grants as parameters, a join with a table of grants, or a lookup
 * in this table. A person who sees whole clusters or everything needs none of these ways.
 */
function sources({ name, scope }: Person): readonly Source[] {
  if (scope.type === 'everything') return [() => 'objects r WHERE true'];
  if (scope.type === 'clusters')
    return [values => `objects r WHERE r.cluster = ANY(${parameter(values, scope.clusters.map(clusterName))}::text[])`];
  const { clusters, namespaces } = placeColumns(scope.places);
  const unnested: Source = values =>
    `unnest(${parameter(values, clusters)}::text[], ${parameter(values, namespaces)}::text[]) AS g (cluster, namespace) JOIN objects r USING (cluster, namespace) WHERE true`;
  const joined: Source = values =>
    `grants g JOIN objects r USING (cluster, namespace) WHERE g.person = ${parameter(values, name)}`;
  const requested: Source = values =>
    `objects r WHERE EXISTS (SELECT FROM grants g WHERE g.person = ${parameter(values, name)} AND g.cluster = r.cluster AND g.namespace = r.namespace)`;
  // Sending more than 50 000 grants with every question would be slow.
  return clusters.length > 50_000 ? [joined, requested] : [unnested, joined, requested];
}

function conditions({ kinds, keyword }: Question, values: unknown[]): string {
  const parts = [];
  if (kinds)
    parts.push(
      kinds.length === 1
        ? `r.kind = ${parameter(values, kinds[0])}`
        : `r.kind = ANY(${parameter(values, kinds)}::text[])`,
    );
  if (keyword) {
    const pattern = parameter(values, `%${keyword}%`);
    parts.push(`(r.name ILIKE ${pattern} OR r.message ILIKE ${pattern})`);
  }
  return parts.map(part => ` AND ${part}`).join('');
}

const COLUMNS =
  'r.cluster, r.grp, r.kind, r.namespace, r.name, r.status, r.suspended, r.reason, r.message, r.revision, r.created, r.transitioned';
const NAME_ORDER = 'r.name, r.cluster, r.grp, r.kind, r.namespace';

export function pageSql(person: Person, question: Question, order?: ListOrder): readonly Sql[] {
  return sources(person).map(source => {
    const values: unknown[] = [];
    const from = source(values) + conditions(question, values);
    return {
      text: `SELECT ${COLUMNS} FROM ${from} ORDER BY ${order ? orderSql(order) : NAME_ORDER} LIMIT ${PAGE_SIZE}`,
      values,
    };
  });
}

/**
 * SQL as an expert would write it for a small number of kinds. Reads the first page of each kind by its index, and
 * then takes the first rows of these pages.
 */
export function pagePerKindSql(person: Person, question: Question): readonly Sql[] {
  return sources(person).map(source => {
    const values: unknown[] = [];
    const from = source(values);
    const kinds = parameter(values, question.kinds);
    const each = `SELECT ${COLUMNS} FROM ${from} AND r.kind = k.kind ORDER BY ${NAME_ORDER} LIMIT ${PAGE_SIZE}`;
    return {
      text: `SELECT r.* FROM unnest(${kinds}::text[]) AS k (kind) CROSS JOIN LATERAL (${each}) r ORDER BY ${NAME_ORDER} LIMIT ${PAGE_SIZE}`,
      values,
    };
  });
}

export type Names = 'namespaces' | 'kinds' | 'clusters';

/**
 * SQL for names. A page of namespaces has the number of rows of each namespace, and the total number of namespaces.
 */
export function namesSql(person: Person, what: Names): readonly Sql[] {
  return sources(person).map(source => {
    const values: unknown[] = [];
    const from = source(values);
    if (what === 'kinds') {
      const text = `SELECT r.kind || '/' || r.grp AS name, count(DISTINCT r.cluster) AS clusters FROM ${from} GROUP BY r.kind, r.grp ORDER BY r.kind, r.grp`;
      return { text, values };
    }
    if (what === 'clusters') return { text: `SELECT DISTINCT r.cluster AS name FROM ${from} ORDER BY 1`, values };
    const text = `SELECT r.namespace || '/' || r.cluster AS name, count(*) AS rows, count(*) OVER () AS total
      FROM ${from} GROUP BY r.namespace, r.cluster ORDER BY r.namespace, r.cluster LIMIT ${NAMES_PAGE}`;
    return { text, values };
  });
}

/** Ids in the same form as in the graph. Their parts contain no character that needs encoding. */
export function pageIds(
  rows: readonly { cluster: string; grp: string; kind: string; namespace: string; name: string }[],
): string[] {
  return rows.map(({ cluster, grp, kind, namespace, name }) => `${cluster}/${grp}/${kind}/${namespace}/${name}`);
}

/**
 * Total and facets in one statement. One way reads the rows once. The other way reads them twice, but lets Postgres
 * use several processes.
 */
export function numbersSql(person: Person, question: Question): readonly Sql[] {
  return sources(person).flatMap(source => [onePass, twoPasses].map(shape => shape(source, question)));
}

function onePass(source: Source, question: Question): Sql {
  const values: unknown[] = [];
  const from = source(values) + conditions(question, values);
  const counts = `SELECT GROUPING(r.cluster, r.namespace, r.kind, r.status) AS facet, r.cluster, r.namespace, r.kind, r.grp, r.status, count(*) AS n
    FROM ${from} GROUP BY GROUPING SETS ((r.cluster), (r.namespace), (r.kind, r.grp), (r.status), ())`;
  const value = `CASE facet WHEN 7 THEN cluster WHEN 11 THEN namespace WHEN 13 THEN kind || CASE grp WHEN '' THEN '' ELSE '.' || grp END WHEN 14 THEN status END`;
  const facet = `CASE facet WHEN 7 THEN 'CLUSTER' WHEN 11 THEN 'NAMESPACE' WHEN 13 THEN 'KIND' WHEN 14 THEN 'STATUS' END`;
  return { text: mostFrequentOf(`SELECT ${facet} AS facet, ${value} AS value, n FROM (${counts}) sets`), values };
}

function twoPasses(source: Source, question: Question): Sql {
  const values: unknown[] = [];
  const from = source(values) + conditions(question, values);
  const facet = (name: FacetName, value: string, counts: string) =>
    `SELECT '${name}' AS facet, ${value} AS value, sum(n)::bigint AS n FROM ${counts} GROUP BY ${value}`;
  const text = `WITH a AS MATERIALIZED (SELECT r.cluster, r.kind, r.grp, r.status, count(*) AS n FROM ${from} GROUP BY 1, 2, 3, 4),
    b AS MATERIALIZED (SELECT r.namespace, count(*) AS n FROM ${from} GROUP BY 1)
    ${mostFrequentOf(
      [
        facet('CLUSTER', 'cluster', 'a'),
        facet('NAMESPACE', 'namespace', 'b'),
        facet('KIND', `kind || CASE grp WHEN '' THEN '' ELSE '.' || grp END`, 'a'),
        facet('STATUS', 'status', 'a'),
        `SELECT NULL AS facet, NULL AS value, coalesce(sum(n), 0)::bigint AS n FROM b`,
      ].join(' UNION ALL '),
    )}`;
  return { text, values };
}

/** Limits each facet to its most frequent values, so that Postgres sends only values that a list shows. */
function mostFrequentOf(counts: string): string {
  return `SELECT facet, value, n FROM (SELECT *, row_number() OVER (PARTITION BY facet ORDER BY n DESC, value) AS place FROM (${counts}) c) ranked WHERE place <= ${FACET_LIMIT}`;
}

export function sqlNumbers(rows: readonly { facet: FacetName | null; value: string; n: string }[]): Numbers {
  const of = (wanted: FacetName) =>
    mostFrequent(rows.filter(({ facet }) => facet === wanted).map(({ value, n }) => [value, Number(n)] as const));
  return { count: Number(rows.find(({ facet }) => facet === null)?.n ?? 0), facets: facetsOf(of) };
}

function parameter(values: unknown[], value: unknown): string {
  values.push(value);
  return `$${values.length}`;
}

// The following queries use the data model of ACM search: one document per object, permissions as a condition in the
// SQL text.

/** SQL condition that search-v2-api builds for fine-grained permissions. */
function documentRights({ scope }: Person): string {
  if (scope.type === 'everything') return 'true';
  if (scope.type === 'clusters') return `cluster = ANY(ARRAY[${quoted(scope.clusters.map(clusterName))}])`;
  if (scope.places.length === 0) return 'false';
  const bindings = [...Map.groupBy(scope.places, ({ cluster }) => cluster)].map(([cluster, places]) => {
    return `(cluster = '${clusterName(cluster)}' AND data->'namespace' ?| ARRAY[${quoted(places.map(({ namespace }) => namespaceName(namespace)))}])`;
  });
  const rules = [...Map.groupBy(KINDS, ({ group }) => group)].map(([group, kinds]) => {
    return `(data->'apigroup' ?| ARRAY['${group}'] AND data->'kind_plural' ?| ARRAY[${quoted(kinds.map(({ plural }) => plural))}])`;
  });
  return `((${bindings.join(' OR ')}) AND (${rules.join(' OR ')}))`;
}

function documentFilter({ kinds, keyword }: Question): string {
  const parts = [];
  if (kinds)
    parts.push(kinds.length === 1 ? `data->'kind' ? '${kinds[0]}'` : `data->'kind' ?| ARRAY[${quoted(kinds)}]`);
  if (keyword) parts.push(`(data->>'name' ILIKE '%${keyword}%' OR data->>'message' ILIKE '%${keyword}%')`);
  return parts.map(part => `${part} AND `).join('');
}

const quoted = (texts: readonly string[]) => texts.map(text => `'${text}'`).join(', ');

export function documentPageSql(person: Person, question: Question): Sql {
  const where = documentFilter(question) + documentRights(person);
  const text = `SELECT DISTINCT uid, cluster, data, data->>'name' AS name FROM search.resources WHERE ${where} ORDER BY data->>'name' LIMIT ${PAGE_SIZE}`;
  return { text, values: [] };
}

export function documentCountSql(person: Person, question: Question): Sql {
  return {
    text: `SELECT count(uid) AS n FROM search.resources WHERE ${documentFilter(question)}${documentRights(person)}`,
    values: [],
  };
}

export function documentIds(rows: readonly { cluster: string; data: Record<string, string> }[]): string[] {
  return rows.map(
    ({ cluster, data }) => `${cluster}/${data['apigroup']}/${data['kind']}/${data['namespace']}/${data['name']}`,
  );
}
