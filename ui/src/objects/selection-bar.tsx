/**
 * Bar of actions on the selected rows. An action applies only to rows of a suitable kind, on clusters that do not deny
 * the action.
 */
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { ChosenAction } from '../actions/action-dialog.tsx';
import type { ObjectOfAction } from '../actions/changes.ts';
import { checksOf, fitting, OBJECT_ACTIONS, offered, RIGHTS_EVERY_MS, type ObjectAction } from '../actions/offered.ts';
import { MayActOnDocument, type Action, type MayActOnQuery } from '../graph/graphql.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import type { Row } from './object-list.ts';
import '../actions/actions.css';

/**
 * Milliseconds between the last change of the selection and the permission checks. Each check costs a request to a
 * cluster.
 */
const REST_MS = 400;
/**
 * Maximum number of selected rows for an action. Equals the default of `limits.actionObjects` in the configuration. If
 * the operator has set a lower limit, the dry run reports that limit.
 */
const AT_MOST = 100;

interface SelectionBarProps {
  readonly rows: readonly Row[];
  readonly enabled: readonly Action[];
  readonly onClear: () => void;
  /**
   * Opens the dialog of the action. The dialog belongs to the page, not to this bar. The action may remove all selected
   * rows from the list, and then this bar disappears.
   */
  readonly onAct: (chosen: ChosenAction) => void;
  /** Problem of the list. Shown in this bar, because the bar covers the line that normally shows the problem. */
  readonly children: ReactNode;
}

export function SelectionBar({ rows, enabled, onClear, onAct, children }: SelectionBarProps) {
  const checks = useMemo(() => checksOf([...new Set(rows.flatMap(row => fitting(enabled, row)))]), [rows, enabled]);
  const tooMany = rows.length > AT_MOST;
  // Sorted, so that the key does not change when rows change places.
  const ids = rows.map(({ id }) => id).toSorted();
  const key = JSON.stringify(ids);
  const [rested, setRested] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setRested(key), REST_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const paused = tooMany || checks.length === 0;
  const rights = useAnswer(
    MayActOnDocument,
    { ids, checks },
    { everyMs: RIGHTS_EVERY_MS, paused: paused || rested !== key },
  );
  const isKnown = rights.data !== undefined || rights.problem !== undefined;
  const actions = paused || !isKnown ? [] : objectsOf(rows, enabled, rights.data);
  const said = texts.actions;
  return (
    <div className="selection" role="group" aria-label={said.selected(rows.length)}>
      <b>{said.selected(rows.length)}</b>
      {actions.map(([action, [first, ...rest]]) => (
        <button key={action} className="plain-button" onClick={() => onAct({ action, objects: [first, ...rest] })}>
          {said.some(said.buttons[action], rest.length + 1, rows.length)}
        </button>
      ))}
      {tooMany ? (
        <span className="problem">{said.atMost(AT_MOST)}</span>
      ) : !isKnown && !paused ? (
        <span className="quiet">{said.asking}</span>
      ) : (
        actions.length === 0 && <span className="quiet">{said.nothingFits}</span>
      )}
      <button className="link-button" onClick={onClear}>
        {said.clear}
      </button>
      {children}
    </div>
  );
}

type Objects = readonly [ObjectOfAction, ...ObjectOfAction[]];

function objectsOf(
  rows: readonly Row[],
  enabled: readonly Action[],
  rights: MayActOnQuery | undefined,
): [ObjectAction, Objects][] {
  const lives = new Map(
    rights?.nodes?.flatMap(node => (node && 'id' in node ? [[node.id, node.live ?? undefined] as const] : [])),
  );
  const byAction = new Map<ObjectAction, ObjectOfAction[]>();
  for (const row of rows) {
    const live = lives.get(row.id);
    if (live?.state === 'NOT_FOUND') continue;
    const object = {
      ...row,
      cluster: row.cluster.name,
      namespace: row.namespace ?? '',
      uid: live?.metadata?.uid ?? null,
      replicas: typeof live?.replicas === 'number' ? live.replicas : undefined,
      suspend: live?.suspend,
      unschedulable: live?.unschedulable,
    };
    for (const action of offered(fitting(enabled, row), live))
      byAction.set(action, [...(byAction.get(action) ?? []), object]);
  }
  return OBJECT_ACTIONS.flatMap(action => {
    const [first, ...rest] = byAction.get(action) ?? [];
    return first ? [[action, [first, ...rest]] as [ObjectAction, Objects]] : [];
  });
}
