/**
 * Parses the file of `fleetgraph register -f`. Each line is a cluster: `CONTEXT [NAME] [LABEL=VALUE …]`. `#` starts a
 * comment. This file does no I/O.
 */
import { clusterNameProblem } from '../../schema/cluster-name.ts';
import { UsageError } from '../usage-error.ts';

export interface ListedCluster {
  /** Context in the kubeconfig. */
  readonly context: string;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

const MAX_CLUSTERS = 10_000;

/** @throws UsageError that names the line */
export function clusterList(text: string, file: string): ListedCluster[] {
  const clusters: ListedCluster[] = [];
  const lineOf = new Map<string, number>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const words = line.replace(/(^|\s)#.*$/, '').split(/\s+/).filter(Boolean); // prettier-ignore
    const [context, ...rest] = words;
    if (context === undefined) continue;
    const where = `${file}:${i + 1}`;
    const called = rest[0]?.includes('=') ? undefined : rest.shift();
    const cluster = { context, name: clusterName(called ?? context, where), labels: labelsOf(rest, where) };
    const before = lineOf.get(cluster.name);
    if (before !== undefined)
      throw new UsageError(`${where}: "${cluster.name}" is also in line ${before}. Rename one of the two.`);
    lineOf.set(cluster.name, i + 1);
    clusters.push(cluster);
    if (clusters.length > MAX_CLUSTERS)
      throw new UsageError(`${file} has more than ${MAX_CLUSTERS} clusters. Split the file.`);
  }
  if (clusters.length === 0)
    throw new UsageError(`${file} names no cluster. Write one cluster per line: CONTEXT [NAME] [LABEL=VALUE …]`);
  return clusters;
}

/** @throws UsageError */
export function clusterName(name: string, where: string): string {
  const problem = clusterNameProblem(name);
  if (problem !== undefined)
    throw new UsageError(`${where}: ${JSON.stringify(name.slice(0, 260))} is not a valid name: ${problem}.`);
  return name;
}

/** @throws UsageError */
export function labelsOf(words: readonly string[], where: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const word of words) {
    const [key = '', value] = word.split(/=(.*)/s);
    if (key === '' || value === undefined)
      throw new UsageError(`${where}: ${JSON.stringify(word.slice(0, 100))} is not a label. Write KEY=VALUE.`);
    labels[key] = value;
  }
  return labels;
}
