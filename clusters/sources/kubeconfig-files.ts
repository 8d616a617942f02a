/**
 * Kubeconfigs on this machine, which are read again when they change. There are three forms:
 *
 * - a file, whose selected contexts become clusters with the names of the contexts
 * - a directory, whose files become clusters: `leaf-1.yaml` becomes leaf-1, with its current context
 * - the clusters of the configuration, each with a configured name, file and context
 *
 * These files belong to the operator. So they may run commands and name other files.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { KubeconfigError } from '../../kubernetes/kubeconfig-error.ts';
import { readKubeconfig, type Kubeconfig } from '../../kubernetes/kubeconfig.ts';
import type { Logger } from '../../telemetry/log.ts';
import type { Registration } from '../registry.ts';
import { sourceOfFiles } from '../source-kind.ts';
import {
  fingerprintOf,
  type Candidate,
  type ClusterSource,
  type LeafPolicy,
  type SourceProblem,
  type SourceState,
} from '../source.ts';
import { watchDirectory } from '../watched-path.ts';

export const kubeconfigs = sourceOfFiles({
  type: 'kubeconfig',
  about: 'Kubeconfigs on this machine, watched for changes.',
  keys: {
    path: z
      .string()
      .min(1)
      .describe(
        'A file with one cluster per context, or a directory with one cluster per file, named after the file. The path is relative to this file.',
      ),
  },
  place: ['path'],
  open: ({ path, policy, log }) => kubeconfigPath(path, policy, { log }),
});

export interface ClusterSpec extends Pick<Registration, 'name' | 'identity' | 'authorization' | 'collect' | 'labels'> {
  readonly kubeconfig: string;
  /** Context in the file. @default the current context */
  readonly context?: string | undefined;
}

/** Source for the clusters of the configuration. */
export function configuredClusters(clusters: readonly ClusterSpec[]): ClusterSource {
  const of = (path: string) => clusters.filter(({ kubeconfig }) => kubeconfig === path);
  const paths = [...new Set(clusters.map(({ kubeconfig }) => kubeconfig))];
  const directories = paths.map(path => dirname(resolve(path)));
  return new KubeconfigFiles(
    { type: 'configuration', title: 'the configuration' },
    directories,
    async () => paths,
    (path, kubeconfig) =>
      of(path).map(({ name, context, labels = {}, identity, authorization, collect }) => ({
        ...{ name, labels, identity, authorization, collect },
        ...wayOf(kubeconfig, name, context),
      })),
    path => of(path).map(({ name }) => name),
  );
}

export interface ContextsOptions {
  /** Contexts to use. @default one context for each server */
  readonly contexts?: readonly string[] | undefined;
  readonly log: Logger;
}

/** Source for the contexts of a file, or of several files as in `$KUBECONFIG`. */
export function kubeconfigContexts(path: string, policy: LeafPolicy, options: ContextsOptions): ClusterSource {
  const clustersOf = contextsAsClusters(policy, options);
  return new KubeconfigFiles(
    { type: 'kubeconfig', title: `the contexts of ${path}` },
    partsOf(path).map(dirname),
    async () => [path],
    (_path, kubeconfig) => clustersOf(kubeconfig),
  );
}

/**
 * Makes a cluster of each context in `contexts`. If `contexts` is undefined, uses one context per server, preferably
 * the current context.
 */
function contextsAsClusters(
  policy: LeafPolicy,
  { contexts, log }: ContextsOptions,
): (kubeconfig: Kubeconfig) => Candidate[] {
  let reported = '';
  const chosenOf = (kubeconfig: Kubeconfig): readonly string[] => {
    if (contexts) return contexts;
    const { currentContext } = kubeconfig;
    const byServer = [...Map.groupBy(kubeconfig.contexts, name => kubeconfig.serverOf(name)).values()];
    const chosen = byServer.map(names => names.find(name => name === currentContext) ?? names[0]!);
    const others = kubeconfig.contexts.filter(name => !chosen.includes(name));
    if (others.length > 0 && reported !== others.join())
      log.warn(
        { contexts: others.slice(0, 20) },
        'these contexts lead to clusters that other contexts lead to, and are left out; --context chooses',
      );
    reported = others.join();
    return chosen;
  };
  return kubeconfig =>
    chosenOf(kubeconfig).map(name => ({ ...policy, name, labels: {}, ...wayOf(kubeconfig, name, name) }));
}

/** Source for a directory of files, or for the contexts of one file. */
export function kubeconfigPath(path: string, policy: LeafPolicy, options: Pick<ContextsOptions, 'log'>): ClusterSource {
  const clustersOf = contextsAsClusters(policy, options);
  const nameOf = (file: string) => basename(file).replace(/\.(ya?ml|kubeconfig|conf|json)$/, '');
  const files = async () => {
    const entries = await stat(path).then(async found => (found.isDirectory() ? await readdir(path) : undefined));
    // Files whose names begin with a dot are ignored, such as kubelet's link `..data`.
    return entries
      ? entries
          .filter(name => !name.startsWith('.'))
          .toSorted()
          .map(name => join(path, name))
      : [path];
  };
  return new KubeconfigFiles(
    { type: 'kubeconfig', title: `the kubeconfigs of ${path}` },
    [dirname(path), path],
    files,
    (file, kubeconfig) => {
      if (file === path) return clustersOf(kubeconfig);
      const name = nameOf(file);
      return [{ ...policy, name, labels: {}, ...wayOf(kubeconfig, name, undefined) }];
    },
    file => (file === path ? [] : [nameOf(file)]),
  );
}

function wayOf(
  kubeconfig: Kubeconfig,
  cluster: string,
  context = kubeconfig.currentContext,
): Pick<Candidate, 'origin' | 'fingerprint' | 'target'> {
  return {
    origin: kubeconfig.source,
    fingerprint: fingerprintOf(context, context === undefined ? '' : kubeconfig.fingerprint(context)),
    target: async () => {
      if (context !== undefined) return kubeconfig.target(context, cluster);
      const { source, contexts } = kubeconfig;
      throw new KubeconfigError(
        `${source}: it has no current-context. Set the context of cluster "${cluster}" to one of: ${contexts.join(', ') || '(there are none)'}.`,
      );
    },
  };
}

interface ReadFile {
  /** Digest of the bytes of the files in the path. Empty if no file can be read. */
  readonly digest: string;
  readonly kubeconfig: Kubeconfig | undefined;
  readonly problem: string | undefined;
}

class KubeconfigFiles implements ClusterSource {
  readonly type: string;
  readonly title: string;
  readonly #directories: readonly string[];
  readonly #list: () => Promise<readonly string[]>;
  readonly #clusters: (path: string, kubeconfig: Kubeconfig) => Candidate[];
  readonly #names: (path: string) => readonly string[];
  #watchers: { close(): void }[] = [];
  #changed: () => void = () => undefined;
  #read: ReadonlyMap<string, ReadFile> | undefined;
  #problem: string | undefined;
  #reading: Promise<void> = Promise.resolve();
  #isDue = false;

  constructor(
    { type, title }: Pick<ClusterSource, 'type' | 'title'>,
    directories: readonly string[],
    list: () => Promise<readonly string[]>,
    clusters: (path: string, kubeconfig: Kubeconfig) => Candidate[],
    /** Names of a file's clusters. Empty if they are known only after reading. */
    names: (path: string) => readonly string[] = () => [],
  ) {
    this.type = type;
    this.title = title;
    this.#directories = directories;
    this.#list = list;
    this.#clusters = clusters;
    this.#names = names;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  start(changed: () => void): void {
    this.#changed = changed;
    this.#watchers = [...new Set(this.#directories)].map(directory => watchDirectory(directory, () => this.#look()));
    this.#look();
  }

  state(): SourceState | undefined {
    if (!this.#read) return undefined;
    const candidates: Candidate[] = [];
    const problems: SourceProblem[] = [];
    for (const [path, { kubeconfig, problem }] of this.#read) {
      if (problem !== undefined) problems.push(...this.#problemsOf(path, problem));
      if (kubeconfig) candidates.push(...this.#clusters(path, kubeconfig));
      // The clusters of a problem's origin stay registered. With the file as origin, a broken entry would keep clusters
      // that the file no longer names. So the message is the origin.
      for (const message of kubeconfig?.problems ?? []) problems.push({ origin: message, message });
    }
    return { candidates, problems };
  }

  #problemsOf(path: string, message: string): SourceProblem[] {
    const names = this.#names(path);
    return names.length > 0 ? names.map(cluster => ({ origin: path, cluster, message })) : [{ origin: path, message }];
  }

  async close(): Promise<void> {
    for (const watcher of this.#watchers) watcher.close();
    this.#changed = () => undefined;
    await this.#reading;
  }

  #look(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#reading = this.#reading.then(() => {
      this.#isDue = false;
      return this.#readAll();
    });
  }

  async #readAll(): Promise<void> {
    const before = this.#read;
    let problem: string | undefined;
    const read = new Map<string, ReadFile>();
    try {
      for (const path of await this.#list()) read.set(path, await this.#readOne(path, before?.get(path)));
    } catch (error) {
      // If a directory cannot be listed, its known clusters stay unchanged.
      problem = (error as Error).message;
    }
    const isSame = before?.size === read.size && [...read].every(([path, file]) => before.get(path) === file);
    if (problem === this.#problem && (problem !== undefined || isSame)) return;
    this.#problem = problem;
    if (problem === undefined) this.#read = read;
    this.#changed();
  }

  async #readOne(path: string, before: ReadFile | undefined): Promise<ReadFile> {
    const digest = await digestOf(path);
    if (before && digest !== undefined && digest === before.digest) return before;
    try {
      return { digest: digest ?? '', kubeconfig: await readKubeconfig(path), problem: undefined };
    } catch (error) {
      if (!(error instanceof KubeconfigError)) throw error;
      return before?.problem === error.message
        ? before
        : { digest: digest ?? '', kubeconfig: undefined, problem: error.message };
    }
  }
}

function partsOf(path: string): string[] {
  return path
    .split(delimiter)
    .filter(part => part !== '')
    .map(part => resolve(part.startsWith('~/') ? homedir() + part.slice(1) : part));
}

/** Digest of all files in a path list. Undefined if no file can be read. */
async function digestOf(path: string): Promise<string | undefined> {
  const texts = await Promise.all(partsOf(path).map(part => readFile(part).catch(() => undefined)));
  if (texts.every(text => text === undefined)) return undefined;
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text?.length ?? -1}:`).update(text ?? '');
  return hash.digest('base64');
}
