/**
 * Orders to Karmada's scheduler, as merge patches of a binding. An order keeps the copies of a member, removes them, or
 * assigns the member again. All functions are pure.
 *
 * A hold adds no copy. A release changes only tasks of the mover. A restore assigns a member only if the binding has a
 * task of the mover for this member. Tasks of other controllers stay unchanged.
 */
import { at, integer, isRecord, list, text } from '../kinds/untrusted.ts';
import { resourceVersion } from './move-state.ts';

/** Producer that marks the mover's eviction tasks. */
export const PRODUCER = 'fleetgraph';
const REASON = 'FleetgraphMove';

const isOurTask = (task: unknown): boolean => at(task, 'producer') === PRODUCER;

const targetsOf = (binding: unknown) => list(at(binding, 'spec', 'clusters'));
const tasksOf = (binding: unknown) => list(at(binding, 'spec', 'gracefulEvictionTasks'));

/** A merge patch. Undefined if nothing needs to change. */
type Order = object | undefined;

function patchOf(binding: unknown, clusters: readonly unknown[], gracefulEvictionTasks: readonly unknown[]): Order {
  return { metadata: { resourceVersion: resourceVersion(binding) }, spec: { clusters, gracefulEvictionTasks } };
}

/**
 * Keeps the copies in these members, and removes the members from the assignments.
 * @param isOwn False for a dependency. Members that its binding assigns stay unchanged: another policy chose them
 */
export function hold(binding: unknown, members: readonly string[], isOwn: boolean): Order {
  const tasks = tasksOf(binding);
  const known = new Set(tasks.map(task => at(task, 'fromCluster')));
  const targets = targetsOf(binding);
  const others = new Set(isOwn ? [] : targets.map(target => at(target, 'name')));
  const added = members
    .filter(member => !known.has(member) && !others.has(member))
    .map(member => {
      const replicas = integer(
        at(
          targets.find(target => at(target, 'name') === member),
          'replicas',
        ),
      );
      return {
        ...{ fromCluster: member, purgeMode: 'Gracefully', producer: PRODUCER, reason: REASON, suppressDeletion: true },
        ...(replicas !== undefined && replicas > 0 && { replicas }),
      };
    });
  // A member with a task of another controller stays unchanged.
  const ours = new Set([...added, ...tasks.filter(isOurTask)].map(task => at(task, 'fromCluster')));
  const isLeft = (name: unknown) => members.includes(text(name)) && ours.has(name) && !others.has(name);
  const kept = targets.filter(target => !isLeft(at(target, 'name')));
  return added.length === 0 && kept.length === targets.length
    ? undefined
    : patchOf(binding, kept, [...tasks, ...added]);
}

/** Lets the engine remove the copies in these members. */
export function release(binding: unknown, members: readonly string[]): Order {
  const tasks = tasksOf(binding);
  const isKept = (task: unknown) =>
    isOurTask(task) && members.includes(text(at(task, 'fromCluster'))) && at(task, 'suppressDeletion') !== false;
  if (!tasks.some(isKept)) return undefined;
  return patchOf(
    binding,
    targetsOf(binding),
    tasks.map(task => (isKept(task) && isRecord(task) ? { ...task, suppressDeletion: false } : task)),
  );
}

/**
 * Removes the mover's tasks for these members, and assigns the members again.
 * @param isOwn False for a dependency. A dependency without replicas is not assigned, because it follows the bindings
 * that require it
 */
export function restore(binding: unknown, members: readonly string[], isOwn: boolean): Order {
  const tasks = tasksOf(binding);
  const ours = tasks.filter(task => isOurTask(task) && members.includes(text(at(task, 'fromCluster'))));
  if (ours.length === 0) return undefined;
  const targets = targetsOf(binding);
  const there = new Set(targets.map(target => at(target, 'name')));
  const back = ours.flatMap(task => {
    const [name, replicas] = [text(at(task, 'fromCluster')), integer(at(task, 'replicas'))];
    return there.has(name) || (!isOwn && replicas === undefined)
      ? []
      : [{ name, ...(replicas !== undefined && { replicas }) }];
  });
  return patchOf(
    binding,
    [...targets, ...back],
    tasks.filter(task => !ours.includes(task)),
  );
}
