/**
 * The stream `policyChanges`. A payload is the difference between the state that the stream last sent and the current
 * state. If there are too many changes, or too little memory, a payload is a reset without changes. The next payload
 * then starts from an empty state. A stream keeps only ids and digests, which count against the memory limit of kept
 * topologies (memory.ts).
 */
import type { Followed } from '../../access/changes/open-query.ts';
import type { Steps } from '../../async/fair-turns.ts';
import type { RowReader } from '../../readmodel/question.ts';
import type { Answers, PolicyAccessors, Requested } from './answers.ts';
import { differenceOf, NOTHING_SENT, type PolicyChange, type SentCluster } from './change-state.ts';
import type { ClusterPolicy } from './cluster-policy.ts';
import type { PolicyFilter } from './filter.ts';
import type { PolicyMemory } from './memory.ts';
import type { TopologyReading } from './reading.ts';

export interface PolicyChanges {
  readonly changes: readonly PolicyChange[];
  /** True if all kinds of the topology are completely listed. */
  readonly isListed: boolean;
  readonly requested: Requested;
  readonly reset: 'TOO_MANY' | null;
}

/** A cluster as the stream last sent it. */
interface Sent extends SentCluster {
  /**
   * The topology that the state was made from, if it is still in memory. If the current topology is this object,
   * nothing has changed.
   */
  readonly of?: WeakRef<ClusterPolicy> | undefined;
}

/** The state that a stream last sent, by cluster. */
interface StreamState {
  readonly clusters: ReadonlyMap<string, Sent>;
  readonly bytes: number;
}

const EMPTY: StreamState = { clusters: new Map(), bytes: 0 };

const MOST_CHANGES = 10_000;

export async function policyChanges(
  filter: PolicyFilter,
  accessors: PolicyAccessors,
  { answers, memory }: { readonly answers: Answers; readonly memory: PolicyMemory },
): Promise<PolicyChanges> {
  const followed = await accessors.rbacRows.follow<StreamState>(filter.clusters ? { clusters: filter.clusters } : {});
  const state = followed?.state ?? EMPTY;
  const isOverrun = followed?.isOverrun ?? false;
  // Only a stream keeps its state, so only a stream has a limit.
  const mostBytes = followed ? memory.shareOfCaller : Infinity;
  const { next, ...reported } = await answers.ask(filter.clusters, accessors, (reading, rows) =>
    changesSince(state, { reading, rows, filter, changed: followed?.changed, isOverrun, mostBytes }),
  );
  if (!followed) return reported;
  const room = roomOf(followed, memory);
  const isTooMany = reported.reset !== null || !room.resize(next.bytes);
  if (isTooMany) room.resize(0);
  followed.tell(isTooMany ? EMPTY : next, { changes: reported.changes.length, isReset: isTooMany });
  return isTooMany ? { ...reported, changes: [], reset: 'TOO_MANY' } : reported;
}

interface Since {
  readonly reading: TopologyReading;
  readonly rows: RowReader;
  readonly filter: PolicyFilter;
  /** Clusters that may have changed. Undefined means that any cluster may have changed. */
  readonly changed: ReadonlySet<string> | undefined;
  readonly isOverrun: boolean;
  /** Maximum bytes of the new state. */
  readonly mostBytes: number;
}

function* changesSince(
  state: StreamState,
  { reading, rows, filter, changed, isOverrun, mostBytes }: Since,
): Steps<PolicyChanges & { readonly next: StreamState }> {
  const clusters = new Map(state.clusters);
  const changes: PolicyChange[] = [];
  const { requested } = filter;
  const tooMany = { changes: [], isListed: true, requested, reset: 'TOO_MANY', next: EMPTY } as const;
  if (isOverrun) return tooMany;
  let bytes = 0;
  for (const cluster of new Set([...reading.clusters, ...state.clusters.keys()])) {
    const before: Sent = state.clusters.get(cluster) ?? NOTHING_SENT;
    if (changed?.has(cluster) ?? true) {
      const part = reading.names(cluster) ? yield* reading.part(cluster, filter) : undefined;
      if (!part || before.of?.deref() !== part.whole) {
        if (part) yield* part.select(rows);
        // At least MOST_CHANGES + 1 entries are new, so the differences need not be computed. Computing the ids of all
        // entries may take a tenth of a second.
        if (
          part &&
          part.edges.length + part.effective.length > MOST_CHANGES + before.edges.size + before.effective.size
        )
          return tooMany;
        const difference = yield* differenceOf(before, part, rows, {
          changes: MOST_CHANGES - changes.length,
          bytes: mostBytes - bytes,
        });
        if (!difference) return tooMany;
        for (const change of difference.changes) changes.push(change);
        if (part) clusters.set(cluster, { ...difference.now, of: new WeakRef(part.whole) });
        else clusters.delete(cluster);
      }
      yield;
    }
    bytes += clusters.get(cluster)?.bytes ?? 0;
  }
  const isListed = (yield* reading.waiting()).length === 0;
  return { changes, isListed, requested, reset: null, next: { clusters, bytes } };
}

interface Room {
  resize(bytes: number): boolean;
}

/** The memory that each stream has reserved. */
const rooms = new WeakMap<object, Room>();

function roomOf(followed: Followed<StreamState>, memory: PolicyMemory): Room {
  const known = rooms.get(followed);
  if (known) return known;
  let held = 0;
  let isOver = false;
  const room: Room = {
    resize: bytes => {
      if (isOver) return true;
      if (!memory.resize(followed.caller, held, bytes)) return false;
      held = bytes;
      return true;
    },
  };
  followed.onEnd(() => {
    room.resize(0);
    isOver = true;
  });
  rooms.set(followed, room);
  return room;
}
