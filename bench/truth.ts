/** Checks the product before it is timed. Compares its totals, facets and pages with the truth about the data set. */
import { isDeepStrictEqual } from 'node:util';
import { countBy, trueRows, type DataSet, type Person, type TrueRow } from './data-set.ts';
import type { GraphClient } from './graph.ts';

const CHECK = `query Check($first: Int!) {
  objects(first: $first, orderBy: [{ field: NAME }, { field: CLUSTER }, { field: KIND }, { field: NAMESPACE }]) {
    totalCount
    nodes { cluster { name } kind namespace name }
    facets(fields: [CLUSTER, KIND, NAMESPACE, STATUS], limit: 500) { field values { title count } }
  }
}`;
const FIRST = 500;

/**
 * Compares the answers to each person with the truth. Returns the number of rows that the platform admin sees.
 * @throws an error that names the first difference
 */
export async function checkAnswers(dataSet: DataSet, clients: Readonly<Record<Person, GraphClient>>): Promise<number> {
  for (const person of Object.keys(clients) as Person[]) {
    const { objects } = await clients[person].data({ query: CHECK, variables: { first: FIRST } });
    const rows = trueRows(dataSet, person);
    const wrong = (what: string, expected: unknown, answered: unknown) => {
      if (!isDeepStrictEqual(expected, answered))
        throw new Error(
          `${what} of ${person} is wrong, so nothing is measured. Expected ${JSON.stringify(expected)?.slice(0, 2_000)}, answered ${JSON.stringify(answered)?.slice(0, 2_000)}`,
        );
    };
    wrong('totalCount', rows.length, objects.totalCount);
    const fields = { CLUSTER: 'cluster', KIND: 'kind', NAMESPACE: 'namespace' } as const;
    for (const { field, values } of objects.facets as Facet[]) {
      const counts = new Map(values.map(({ title, count }) => [title, count]));
      if (field in fields) wrong(`The facet ${field}`, trueCounts(rows, fields[field as keyof typeof fields]), counts);
      else if (field === 'STATUS')
        wrong(
          'The sum of the facet STATUS',
          rows.length,
          [...counts.values()].reduce((sum, count) => sum + count, 0),
        );
    }
    const page = objects.nodes.map((node: any) =>
      textOf({ ...node, cluster: node.cluster.name, namespace: node.namespace ?? '' }),
    );
    wrong('The first page', [...rows].sort(byName).slice(0, FIRST).map(textOf), page);
  }
  return trueRows(dataSet, 'platform-admin').length;
}

interface Facet {
  readonly field: string;
  readonly values: readonly { readonly title: string; readonly count: number }[];
}

/** Counts of rows by value. Omits the empty value, because cluster-scoped rows are in no namespace. */
function trueCounts(rows: readonly TrueRow[], field: keyof TrueRow): Map<string, number> {
  const counts = new Map(countBy(rows, field));
  counts.delete('');
  return counts;
}

const textOf = ({ name, cluster, kind, namespace }: TrueRow) => `${name} ${cluster} ${kind} ${namespace}`;

function byName(a: TrueRow, b: TrueRow): number {
  for (const field of ['name', 'cluster', 'kind', 'namespace'] as const) {
    if (a[field] !== b[field]) return a[field] < b[field] ? -1 : 1;
  }
  return 0;
}
