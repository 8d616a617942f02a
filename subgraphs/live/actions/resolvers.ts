/** Converts the arguments of mutations to actions on objects. */
import type { ActionName } from '../../../schema/actions.ts';
import type { ObjectId } from '../../../schema/object-id.ts';
import { objectIdArgument, quoted } from '../arguments.ts';
import { inputError } from '../../arguments.ts';
import type { Action } from './action.ts';
import { type ActionResult, type Item, type RequestActions, deleteIf, type DeleteConditions } from './actions.ts';
import {
  apply,
  canBeName,
  definedKind,
  idOfManifest,
  inexactPart,
  manifestProblem,
  manifestsIn,
  orderOf,
  versionOf,
  type ApplyOptions,
  type Manifest,
} from './apply.ts';
import { isMemberName, MAX_MEMBERS } from '../../placement-intent.ts';
import { bound, drain, move } from './placement.ts';
import { reconcile, setSuspended, type ReconcileOptions } from './flux.ts';
import { restart, run, scale, setCordoned, undo } from './workloads.ts';

interface Context {
  readonly actions: RequestActions;
}

interface Input {
  readonly dryRun: boolean;
  readonly idempotencyKey?: string | null;
}

interface OfIds extends Input {
  readonly ids: readonly string[];
}

interface DeleteInput extends Input {
  readonly objects: readonly (Omit<DeleteConditions, 'propagation'> & { readonly id: string })[];
  readonly propagation?: DeleteConditions['propagation'];
}

interface MoveInput extends OfIds {
  readonly clusters?: readonly string[] | null;
  readonly volumes: 'RESPECT' | 'LEAVE';
}

interface ApplyInput extends Input, ApplyOptions {
  readonly cluster: string;
  readonly manifests: readonly unknown[];
  readonly yaml?: string | null;
}

export const actionResolvers = {
  Query: {
    actions: (_: unknown, __: unknown, { actions }: Context) => actions.allowed.map(name => name.toUpperCase()),
  },
  Mutation: {
    reconcile: mutation('reconcile', (input: OfIds & Omit<ReconcileOptions, 'now'>) =>
      ofIds(input, reconcile({ ...input, now: new Date() })),
    ),
    suspend: mutation('suspend', (input: OfIds) => ofIds(input, setSuspended(true))),
    resume: mutation('resume', (input: OfIds) => ofIds(input, setSuspended(false))),
    restart: mutation('restart', (input: OfIds) => ofIds(input, restart(new Date()))),
    scale: mutation('scale', (input: OfIds & { readonly replicas: number }) => {
      if (input.replicas < 0) throw inputError('input.replicas: give 0 or more.', 'input');
      return ofIds(input, scale(input.replicas));
    }),
    run: mutation('run', (input: OfIds) => ofIds(input, run())),
    undo: mutation('undo', (input: OfIds & { readonly toRevision?: number | null }) => {
      const { toRevision } = input;
      if (toRevision != null && toRevision < 1)
        throw inputError('input.toRevision: give 1 or more, or leave it out.', 'input');
      return ofIds(input, undo(toRevision ?? undefined));
    }),
    cordon: mutation('cordon', (input: OfIds) => ofIds(input, setCordoned(true))),
    uncordon: mutation('uncordon', (input: OfIds) => ofIds(input, setCordoned(false))),
    apply: mutation('apply', manifestsOf),
    delete: mutation('delete', ({ objects, propagation }: DeleteInput) =>
      objects.map(({ id, ...conditions }, i) => ({
        id: objectIdArgument(id, 'input', `input.objects[${i}].id`),
        action: deleteIf({ ...conditions, ...(propagation && { propagation }) }),
      })),
    ),
    move: mutation('move', ({ clusters, volumes, ...input }: MoveInput) =>
      ofIds(input, move({ clusters: memberNames(clusters), leavesVolumes: volumes === 'LEAVE' })),
    ),
    drain: mutation('drain', (input: OfIds & { readonly drained: boolean }) => ofIds(input, drain(input.drained))),
    bound: mutation('bound', (input: OfIds & { readonly pods?: number | null }) => {
      const { pods } = input;
      if (pods != null && (pods < 1 || pods > MAX_BOUND))
        throw inputError(`input.pods: give a number from 1 to ${MAX_BOUND}, or null to remove the bound.`, 'input');
      return ofIds(input, bound(pods ?? undefined));
    }),
  },
  ActionResult: {
    warnings: ({ warnings }: ActionResult) => warnings ?? [],
    object: ({ object }: ActionResult) => object,
  },
};

function mutation<I extends Input>(
  name: ActionName,
  itemsOf: (input: I, actions: RequestActions) => readonly Item[] | Promise<readonly Item[]>,
) {
  return async (_: unknown, { input }: { input: I }, { actions }: Context) => {
    const { idempotencyKey, ...requested } = input;
    const { dryRun } = input;
    // itemsOf() must run before JSON.stringify(), because it restores the exact numbers of manifests in `input`.
    const items = await itemsOf(input, actions);
    return {
      results: await actions.run({ name, items, dryRun, idempotencyKey, requested: JSON.stringify([name, requested]) }),
    };
  };
}

function ofIds({ ids }: OfIds, action: Action): Item[] {
  return ids.map((id, i) => ({ id: objectIdArgument(id, 'input', `input.ids[${i}]`), action }));
}

const MAX_BOUND = 999_999_999;

/** @throws GraphQLError BAD_USER_INPUT */
function memberNames(clusters: readonly string[] | null | undefined): readonly string[] | undefined {
  if (clusters == null) return undefined;
  if (clusters.length === 0)
    throw inputError(
      'input.clusters: give 1 to 100 names of member clusters, or null to end the assignment by name.',
      'input',
    );
  if (clusters.length > MAX_MEMBERS)
    throw inputError(
      `input.clusters: ${clusters.length} names were given, and at most ${MAX_MEMBERS} are taken.`,
      'input',
    );
  const i = clusters.findIndex((name, i) => !isMemberName(name) || clusters.indexOf(name) < i);
  const what =
    i >= 0 && isMemberName(clusters[i]) ? 'is there twice. Name each member once.' : 'is no name of a member cluster.';
  if (i >= 0) throw inputError(`input.clusters[${i}]: ${quoted(clusters[i]!)} ${what}`, 'input');
  return clusters;
}

async function manifestsOf(input: ApplyInput, actions: RequestActions): Promise<Item[]> {
  const { cluster, manifests, yaml, fieldManager, force } = input;
  // Kubernetes also allows at most 128 characters.
  if (!/^[\x20-\x7e]{1,128}$/.test(fieldManager))
    throw inputError('input.fieldManager: give a text of 1 to 128 printable ASCII characters.', 'input');
  if (cluster === '' || !canBeName(cluster)) throw inputError('input.cluster: name the cluster.', 'input');
  const inYaml = yaml == null ? [] : await actions.yamlDocuments(yaml);
  const found = [
    ...manifestsIn(manifests).map(({ value, place }) => ({ value, place: `input.manifests${place}` })),
    ...inYaml.flatMap(({ line, value: document }) =>
      manifestsIn([document]).map(({ value, place }) => ({
        value,
        place: `input.yaml: line ${line}${place.slice('[0]'.length)}`,
      })),
    ),
  ];
  const all = found.map(({ value, place }) => {
    const problem = manifestProblem(value) ?? inexactPart(value as object);
    if (problem !== undefined) throw inputError(`${place}: ${problem}`, 'input');
    return value as Manifest;
  });
  const kindKey = ({ group, kind }: Pick<ObjectId, 'group' | 'kind'>) => JSON.stringify([group, kind]);
  const defined = new Map(all.flatMap(manifest => definedKind(manifest) ?? []).map(kind => [kindKey(kind), kind]));
  const ids = all.map(manifest => idOfManifest(cluster, manifest));
  // Results with an idempotency key stay in memory, so they include no preview. A request for several objects gets no
  // preview, because many previews would take too much memory.
  const previews = input.dryRun && input.idempotencyKey == null && all.length === 1;
  const appliedWith = new Set(ids.map(({ kind, name }) => `${kind}/${name}`));
  return all.map((manifest, i) => {
    const written = ids[i]!;
    const definition = defined.get(kindKey(written));
    const id = definition?.namespaced === false ? { ...written, namespace: '' } : written;
    const others = { order: orderOf(id), isDefinedHere: definition !== undefined, appliedWith };
    return { id, version: versionOf(manifest), action: apply(manifest, { fieldManager, force }, previews), ...others };
  });
}
