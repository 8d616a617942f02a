/** The generated fleets are equal on every machine, and have the documented shape. */
import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import {
  clusterName,
  KINDS,
  namespaceName,
  plannedRows,
  rowOf,
  SHAPES,
  type FleetShape,
} from '../../bench/scale/fleet.ts';
import { fleetGrants, peopleOf, sightOf } from '../../bench/scale/people.ts';
import { validateBatch } from '../../store/validate.ts';

const CUT: FleetShape = { name: 'cut', clusters: 20, namespaces: 50, rows: 5_000 };
const rowsOf = (shape: FleetShape) =>
  Array.from({ length: shape.clusters }, (_, cluster) => [...plannedRows(shape, cluster)]).flat();
const digest = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

describe('a generated fleet', () => {
  it('is the same every time and everywhere', () => {
    expect(digest(rowsOf(CUT).map(rowOf))).toBe(digest(rowsOf(CUT).map(rowOf)));
    expect(digest([...plannedRows(SHAPES.S1, 17)].map(rowOf))).toBe('cf8cbbd4e3222664');
    expect(digest([...plannedRows(SHAPES.S2, 17)].slice(0, 2_500).map(rowOf))).toBe('cc080096a6099c56');
  });

  it.each([SHAPES.S1, SHAPES.S2])('$name has as many rows as it says, evenly over clusters', shape => {
    const some = [0, 1, shape.clusters - 1].map(cluster => [...plannedRows(shape, cluster)].length);
    expect(new Set(some)).toEqual(new Set([shape.rows / shape.clusters]));
  });

  it('gives every cluster every kind, every namespace and failures', () => {
    for (let cluster = 0; cluster < 3; cluster++) {
      const rows = [...plannedRows(SHAPES.S1, cluster)];
      expect(new Set(rows.map(({ kind }) => kind)).size).toBe(KINDS.length);
      expect(new Set(rows.map(({ namespace }) => namespace)).size).toBe(SHAPES.S1.namespaces);
      expect(rows.filter(({ status }) => status === 'FAILED').length / rows.length).toBeCloseTo(0.05, 1);
    }
  });

  it('holds only rows and grants that the store takes', () => {
    const lease = { cluster: clusterName(3), holder: 'test', epoch: 1 };
    const puts = [...plannedRows(SHAPES.S1, 3)].map(rowOf);
    expect(() => validateBatch(lease, { puts, grantPuts: [...fleetGrants(SHAPES.S1, 3)] })).not.toThrow();
  });

  it('names nearly every object differently', () => {
    const rows = rowsOf(CUT).map(rowOf);
    expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThan(rows.length * 0.99);
    expect(new Set(rows.map(({ uid }) => uid)).size).toBe(rows.length);
  });
});

describe('the people of a generated fleet', () => {
  it.each([SHAPES.S1, SHAPES.S2])('have 3 000 grants over $name, no two of them the same', shape => {
    const { tenants } = peopleOf(shape);
    const scopes = tenants.map(({ scope }) => (scope.type === 'places' ? scope.places : []));
    expect(scopes.every(({ length }) => length === 3_000)).toBe(true);
    expect(new Set(tenants.map(({ groups }) => groups.join())).size).toBe(tenants.length);
  });

  it('see what their places hold and nothing else', () => {
    const { nobody, one, admin } = peopleOf(CUT);
    const rows = rowsOf(CUT);
    expect(rows.filter(sightOf(nobody, CUT))).toEqual([]);
    expect(rows.filter(sightOf(admin, CUT)).length).toBe(rows.length);
    const seen = rows
      .filter(sightOf(one, CUT))
      .map(({ cluster, namespace }) => `${clusterName(cluster)}/${namespaceName(namespace)}`);
    expect(new Set(seen)).toEqual(new Set(['cluster-000/team-7']));
  });
});
