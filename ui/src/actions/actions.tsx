/**
 * Buttons for the actions on an object. Shows actions that are enabled, fit the kind, and are not denied by the
 * cluster.
 */
import { lazy, Suspense, useState } from 'react';
import { ActionsDocument, MayActDocument } from '../graph/graphql.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { code } from '../parts/code.ts';
import type { ChosenAction } from './action-dialog.tsx';
import type { ObjectOfAction } from './changes.ts';
import { checksOf, fitting, offered, RIGHTS_EVERY_MS, type KindOfObject, type ObjectAction } from './offered.ts';
import './actions.css';

const ActionDialog = lazy(code(async () => ({ default: (await import('./action-dialog.tsx')).ActionDialog })));

interface ActionsProps {
  readonly object: Omit<ObjectOfAction, 'replicas' | 'suspend' | 'unschedulable'> & KindOfObject;
  /** Called after an action was sent, because the object may have changed. */
  readonly onActed: () => void;
}

export function Actions({ object, onActed }: ActionsProps) {
  const enabled = useAnswer(ActionsDocument, {}, { everyMs: RIGHTS_EVERY_MS });
  const fit = fitting(enabled.data?.actions ?? [], object);
  const paused = fit.length === 0;
  const rights = useAnswer(
    MayActDocument,
    { id: object.id, checks: checksOf(fit) },
    { everyMs: RIGHTS_EVERY_MS, paused },
  );
  const [open, setOpen] = useState<ChosenAction>();
  const live = rights.data?.object?.live ?? undefined;
  const isGone = rights.data !== undefined && (rights.data.object === null || live?.state === 'NOT_FOUND');
  const shown = !isGone && (rights.data || rights.problem) ? offered(fit, live) : [];
  const said = texts.actions;
  const begin = (action: ObjectAction) => {
    const { replicas, suspend, unschedulable } = live ?? {};
    const uid = live?.metadata?.uid ?? object.uid;
    const before = {
      suspend,
      unschedulable,
      replicas: typeof replicas === 'number' ? replicas : undefined,
    };
    setOpen({ action, objects: [{ ...object, uid, ...before }] });
  };
  return (
    <>
      {shown.length > 0 && (
        <div className="actions" role="group" aria-label={said.label}>
          {shown.map(action => (
            <button key={action} className="plain-button" onClick={() => begin(action)}>
              {said.buttons[action]}
            </button>
          ))}
        </div>
      )}
      {open && (
        <Suspense fallback={<p className="quiet">{said.loading}</p>}>
          <ActionDialog
            {...open}
            onClose={() => setOpen(undefined)}
            onActed={() => {
              onActed();
              void rights.refresh();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
