/**
 * Finds namespaces, kinds and names of the rows that a RowAuthorizer shows. Each scope has at least one row. A fully
 * visible namespace is therefore reported without reading its rows. For namespaces and kinds, rows are read only where
 * masks and tallies do not decide.
 */
import type { Steps } from '../../async/fair-turns.ts';
import { addTo } from '../table/containers.ts';
import { type ClusterScopes, kindOf, type ScopeTallies } from '../table/scopes.ts';
import type { RowTable } from '../table/row-table.ts';
import type { Selection } from './selection.ts';
import { type ShownCluster, VISIBLE } from './visibility-mask.ts';

/** Number of namespaces found between two yields. */
const STEP = 4096;

/**
 * Returns the namespaces of visible rows by cluster.
 * @param selection Selection whose filter has no conditions except on clusters
 */
export function* namespacesByCluster(table: RowTable, selection: Selection): Steps<Map<string, string[]>> {
  const { scopes, columns } = table;
  const found = new Map<string, string[]>();
  const isSeen = new Uint8Array(scopes.capacity);
  const others: ShownCluster[] = [];
  for (const shown of selection.shown) {
    const isWhole = wholeMasks(selection, shown.cluster);
    const inPart = shown.scopes.filter(
      scope => scopes.namespaceName(scope) !== '' && !isWhole(selection.maskOf(scope)),
    );
    if (inPart.length > 0) others.push({ ...shown, scopes: inPart });
    yield;
  }
  yield* selection.forEachBlock((block, count) => {
    for (let i = 0; i < count; i++) isSeen[columns.scope[block[i]!]!] = 1;
  }, others);
  for (const { cluster, scopes: visible } of selection.shown) {
    const isWhole = wholeMasks(selection, cluster);
    const names: string[] = [];
    for (const scope of visible) {
      const namespace = scopes.namespaceName(scope);
      if (namespace !== '' && (isSeen[scope] === 1 || isWhole(selection.maskOf(scope)))) names.push(namespace);
      if (names.length % STEP === 1) yield;
    }
    if (names.length > 0) found.set(cluster.name, names);
    yield;
  }
  return found;
}

export function* namesByCluster(
  { columns, scopes, names }: RowTable,
  selection: Selection,
): Steps<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  yield* selection.forEachBlock((block, count) => {
    for (let i = 0; i < count; i++) {
      const cluster = scopes.clusterName(columns.scope[block[i]!]!);
      const name = names.text(columns.name[block[i]!]!);
      addTo(found, cluster, name);
    }
  });
  return found;
}

/** Returns a mask for each cluster. The mask is 1 at the number of each kind that has visible rows. */
export function* kindsByCluster(
  { columns, scopes, kinds }: RowTable,
  selection: Selection,
): Steps<Map<string, Uint8Array>> {
  const { tallies } = scopes;
  const width = kinds.capacity;
  const seen = new Uint8Array(scopes.clusterNames.capacity * width);
  const others: ShownCluster[] = [];
  for (const shown of selection.shown) {
    const { cluster, alike } = shown;
    if (!alike) {
      const found = seen.subarray(cluster.id * width, (cluster.id + 1) * width);
      const untold = shown.scopes.filter(scope => !tallies.isComplete || !addKinds(found, tallies, scope, selection));
      if (untold.length > 0) others.push({ ...shown, scopes: untold });
    }
    for (let kind = 0; alike && kind < width; kind++) {
      const inNamespaces = selection.cell(alike.inNamespaces, kind) === VISIBLE && cluster.tally.total(kind, true) > 0;
      const atScope = selection.cell(alike.atScope, kind) === VISIBLE && cluster.tally.total(kind, false) > 0;
      if (inNamespaces || atScope) seen[cluster.id * width + kind] = 1;
    }
    yield;
  }
  yield* selection.forEachBlock((block, count) => {
    for (let i = 0; i < count; i++)
      seen[scopes.cluster[columns.scope[block[i]!]!]! * width + columns.kind[block[i]!]!] = 1;
  }, others);
  return new Map(
    selection.shown.map(({ cluster: { id, name } }) => [name, seen.subarray(id * width, (id + 1) * width)]),
  );
}

/** Adds the visible kinds of a scope's rows. Returns false if the rows themselves must be read. */
function addKinds(
  seen: Uint8Array,
  { first, length, words }: ScopeTallies,
  scope: number,
  selection: Selection,
): boolean {
  if (selection.hasRowsByName(scope)) return false;
  const mask = selection.maskOf(scope);
  for (let at = first[scope]!, end = at + length[scope]!; at < end; at++) {
    const kind = kindOf(words[at]!);
    if (selection.cell(mask, kind) === VISIBLE) seen[kind] = 1;
  }
  return true;
}

/** Returns a function that is true for masks that show every kind with rows in the cluster's namespaces. */
function wholeMasks(selection: Selection, { tally }: ClusterScopes): (mask: number) => boolean {
  const judged = new Map<number, boolean>();
  return mask => {
    let isWhole = judged.get(mask);
    if (isWhole === undefined) {
      isWhole = true;
      for (let kind = 0; kind < selection.width; kind++)
        isWhole &&= selection.cell(mask, kind) === VISIBLE || tally.total(kind, true) === 0;
      judged.set(mask, isWhole);
    }
    return isWhole;
  };
}
