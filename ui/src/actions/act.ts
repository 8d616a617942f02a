/** Sends an action on one or more objects to the server. */
import { ask, type Problem } from '../client.ts';
import {
  BoundDocument,
  CordonDocument,
  DeleteDocument,
  ReconcileDocument,
  RestartDocument,
  ResumeDocument,
  RunDocument,
  ScaleDocument,
  SuspendDocument,
  UncordonDocument,
  UndoDocument,
  type ActedFragment,
} from '../graph/graphql.ts';
import type { ObjectAction } from './offered.ts';
import type { Settings } from './settings.ts';

export interface ActionInput {
  /** `uid`: UID of the object. Deleting fails if the object now has another UID. */
  readonly objects: readonly { readonly id: string; readonly uid: string }[];
  readonly settings: Settings;
  readonly withSource: boolean;
  readonly dryRun: boolean;
  /**
   * Idempotency key. If a server process receives this key again within ten minutes, the process does nothing and
   * returns the first results. Null for a dry run.
   */
  readonly key: string | null;
}

export interface Acted extends ActedFragment {
  readonly source?: ActedFragment | null;
}

export interface ActionAnswer {
  /** One result for each object. Undefined if the request failed. */
  readonly acted: readonly Acted[] | undefined;
  readonly problem: Problem | undefined;
}

export async function act(
  action: ObjectAction,
  { objects, settings, withSource, dryRun, key }: ActionInput,
): Promise<ActionAnswer> {
  const input = { ids: objects.map(({ id }) => id), dryRun, key };
  switch (action) {
    case 'RECONCILE':
      return answer(await ask(ReconcileDocument, { ...input, withSource }), data => data.reconcile);
    case 'RESTART':
      return answer(await ask(RestartDocument, input), data => data.restart);
    case 'UNDO':
      return answer(await ask(UndoDocument, input), data => data.undo);
    case 'RUN':
      return answer(await ask(RunDocument, input), data => data.run);
    case 'CORDON':
      return answer(await ask(CordonDocument, input), data => data.cordon);
    case 'UNCORDON':
      return answer(await ask(UncordonDocument, input), data => data.uncordon);
    case 'SCALE':
      return answer(await ask(ScaleDocument, { ...input, replicas: settings.replicas }), data => data.scale);
    case 'SUSPEND':
      return answer(await ask(SuspendDocument, input), data => data.suspend);
    case 'RESUME':
      return answer(await ask(ResumeDocument, input), data => data.resume);
    case 'BOUND':
      return answer(await ask(BoundDocument, { ...input, pods: settings.pods }), data => data.bound);
    case 'DELETE':
      return answer(
        await ask(DeleteDocument, { objects: objects.map(({ id, uid }) => ({ id, uid })), dryRun, key }),
        data => data.delete,
      );
  }
}

function answer<Data>(
  { data, problem }: { readonly data: Data | undefined; readonly problem: Problem | undefined },
  payload: (data: Data) => { readonly results: readonly Acted[] } | null,
): ActionAnswer {
  return { acted: data && payload(data)?.results, problem };
}

/** Random key. Not `crypto.randomUUID()`, which browsers lack in insecure contexts (HTTP from another host). */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
