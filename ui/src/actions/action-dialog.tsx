/**
 * Dialog of one action on one or more objects. Shows the result of a dry run on the clusters first. After the user
 * confirms, runs the action and shows its results.
 */
import { useEffect, useRef, useState } from 'react';
import { InProduction } from '../clusters/production.tsx';
import { texts } from '../texts.ts';
import { act, newKey, type ActionAnswer } from './act.ts';
import { Became } from './became.tsx';
import { pluralOf, type ObjectOfAction } from './changes.ts';
import { actInBatches, BATCH, undoSteps, type BatchAnswer, type UndoStep } from './in-batches.ts';
import { replicasNow, wouldBeDone, type ObjectAction } from './offered.ts';
import { isGiven, NO_SETTINGS, settingsOf } from './settings.ts';

export interface ChosenAction {
  readonly action: ObjectAction;
  readonly objects: readonly [ObjectOfAction, ...ObjectOfAction[]];
}

interface ActionDialogProps extends ChosenAction {
  readonly onActed: () => void;
  readonly onClose: () => void;
}

/** `tried`: the dry run has ended. `done`: the action has ended. `undone`: reverting the action has ended. */
type Stage =
  | { readonly type: 'asking' | 'trying' }
  | { readonly type: 'doing'; readonly done: number; readonly of: number; readonly isStopping: boolean }
  | { readonly type: 'tried' | 'done' | 'undone'; readonly answer: BatchAnswer };

export function ActionDialog({ action, objects, onActed, onClose }: ActionDialogProps) {
  const [object] = objects;
  const now = replicasNow(objects);
  const isOne = objects.length === 1;
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const key = useRef(newKey());
  const latest = useRef(0);
  const stopped = useRef(false);
  const [stage, setStage] = useState<Stage>({ type: 'asking' });
  const [given, setGiven] = useState(action === 'SCALE' && now && now[0] === now[1] ? String(now[0]) : '');
  const [withSource, setWithSource] = useState(false);
  const [typed, setTyped] = useState('');
  const said = texts.actions;
  const settings = settingsOf(action, given);
  const isWrong = settings === undefined && given !== '';
  const known = action === 'DELETE' ? objects.filter(({ uid }) => uid !== null) : objects;
  /**
   * Ids of objects that the action has changed, or that needed no change. Another attempt skips these objects, because
   * a second restart would restart the Pods again.
   */
  const finished = useRef(new Set<string>());
  const left = () => known.filter(({ id }) => !finished.current.has(id));
  // Objects for which the latest dry run succeeded. The action is sent for these objects only.
  const doable = useRef(known);

  const send = async (dryRun: boolean, input: { withSource: boolean }) => {
    if (settings === undefined || known.length === 0) return;
    const turn = ++latest.current;
    stopped.current = false;
    if (dryRun) setStage({ type: 'trying' });
    const meant = identified(dryRun ? left() : doable.current);
    const answer = await actInBatches(
      action,
      { objects: meant, settings, ...input, dryRun, key: dryRun ? null : key.current },
      { progress: done => void (!dryRun && goesOn(done, meant.length)), isStopped: () => stopped.current, send: act },
    );
    if (!dryRun) {
      // After an answer, the next attempt is a new action with a new key.
      if (answer.acted) key.current = newKey();
      for (const { id, outcome } of answer.acted ?? []) if (isDone(outcome)) finished.current.add(id);
      onActed();
    }
    if (turn !== latest.current) return;
    if (dryRun)
      doable.current = left().filter(({ id }) => answer.acted?.some(it => it.id === id && wouldBeDone(it.outcome)));
    setStage({ type: dryRun ? 'tried' : 'done', answer });
  };
  const goesOn = (done: number, of: number) => setStage({ type: 'doing', done, of, isStopping: false });
  const undo = async (steps: readonly UndoStep[]) => {
    const turn = ++latest.current;
    stopped.current = false;
    const of = steps.reduce((sum, { objects }) => sum + objects.length, 0);
    const all: BatchAnswer[] = [];
    for (const step of steps) {
      const before = all.reduce((sum, { acted }) => sum + (acted?.length ?? 0), 0);
      const input = {
        objects: identified(step.objects),
        settings: step.settings,
        withSource: false,
        dryRun: false,
        key: newKey(),
      };
      const requested = {
        progress: (done: number) => goesOn(before + done, of),
        isStopped: () => stopped.current,
        send: act,
      };
      if (!stopped.current && !all.some(({ problem }) => problem))
        all.push(await actInBatches(step.action, input, requested));
    }
    onActed();
    if (turn !== latest.current) return;
    const acted = all.some(({ acted }) => acted) ? all.flatMap(({ acted }) => acted ?? []) : undefined;
    const problem = all.find(({ problem }) => problem)?.problem;
    setStage({ type: 'undone', answer: { acted, problem, notSent: acted && !problem ? of - acted.length : 0 } });
  };
  useEffect(() => {
    dialog.current?.showModal();
    // An action that takes an input waits for the input.
    if (!isGiven(action)) void send(true, { withSource: false });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once, because each action opens a new dialog
  }, []);
  /** Starts over, because the dry run was made with the old input. */
  const change = () => {
    key.current = newKey();
    finished.current.clear();
    latest.current++;
    setStage({ type: 'asking' });
  };

  const confirmed = isOne ? object.name : String(stage.type === 'tried' ? doneBy(stage.answer) : 0);
  const isBusy = stage.type === 'trying' || stage.type === 'doing';
  const canDo = stage.type === 'tried' && (stage.answer.acted?.some(({ outcome }) => wouldBeDone(outcome)) ?? false);
  const isOver =
    stage.type === 'undone' ||
    (stage.type === 'done' &&
      isWhole(stage.answer) &&
      (stage.answer.acted?.every(({ outcome }) => isDone(outcome)) ?? false));
  const back = stage.type === 'done' ? undoSteps(action, objects, stage.answer.acted ?? []) : [];
  useEffect(() => {
    // The focused element may have been removed with the previous stage.
    if (!dialog.current?.contains(document.activeElement)) close.current?.focus();
  }, [stage.type]);
  return (
    <dialog
      ref={dialog}
      className="dialog action"
      data-many={isOne ? undefined : ''}
      aria-labelledby="action-title"
      onClose={onClose}
    >
      <h2 id="action-title">
        {said.titles[action](isOne ? `${object.kind} ${object.name}` : countedObjects(objects, objects.length))}
      </h2>
      <p className="quiet">
        {isOne && (
          <>
            <InProduction cluster={object.cluster} /> {said.on(object.cluster, object.namespace)}
          </>
        )}{' '}
        {said.what[action]}
      </p>
      {action === 'RECONCILE' && (
        <label className="switch">
          <input
            type="checkbox"
            checked={withSource}
            disabled={stage.type === 'doing' || isOver}
            onChange={({ target }) => {
              setWithSource(target.checked);
              change();
              void send(true, { withSource: target.checked });
            }}
          />{' '}
          {said.withSource}
        </label>
      )}
      {isGiven(action) && (
        <form
          className="action-input"
          onSubmit={event => {
            event.preventDefault();
            void send(true, { withSource });
          }}
        >
          <label>
            {said.given[action]}
            <input
              type="text"
              inputMode="numeric"
              value={given}
              disabled={stage.type === 'doing' || isOver}
              aria-invalid={isWrong}
              onChange={({ target }) => {
                setGiven(target.value);
                change();
              }}
            />
          </label>
          <button className="plain-button" disabled={isBusy || isOver || settings === undefined}>
            {said.check}
          </button>
        </form>
      )}
      {action === 'SCALE' && !isOne && now && <p className="quiet">{said.replicasNow(...now)}</p>}
      {isWrong && isGiven(action) && <p className="problem">{said.notGiven[action]}</p>}
      {known.length < objects.length && (
        <p className="problem">{isOne ? said.noUid : said.noUids(objects.length - known.length)}</p>
      )}
      <div role="status" className="action-status">
        {stage.type === 'trying' && <p className="quiet">{said.trying}</p>}
        {stage.type === 'doing' && (
          <p className="quiet">{stage.of > 1 ? said.doingMany(stage.done, stage.of) : said.doing}</p>
        )}
        {stage.type === 'undone' && <p>{said.undone}</p>}
        {(stage.type === 'tried' || stage.type === 'done' || stage.type === 'undone') && (
          <Became
            answer={stage.answer}
            action={action}
            objects={objects}
            settings={settings ?? NO_SETTINGS}
            dryRun={stage.type === 'tried'}
          />
        )}
      </div>
      {stage.type === 'doing' && stage.of > 1 && (
        <progress
          className="action-progress"
          value={stage.done}
          max={stage.of}
          aria-label={said.doingMany(stage.done, stage.of)}
        />
      )}
      {action === 'DELETE' && canDo && (
        <label className="action-name">
          {isOne ? said.typeName(object.name) : said.typeCount(confirmed)}
          <input
            type="text"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
      )}
      <div className="action-buttons">
        {canDo && (
          <button
            className="main-button"
            data-tone={action === 'DELETE' ? 'bad' : undefined}
            disabled={action === 'DELETE' && typed !== confirmed}
            onClick={() => void send(false, { withSource })}
          >
            {said.confirm(
              action,
              isOne ? object.name : countedObjects(objects, doneBy(stage.answer)),
              settings ?? NO_SETTINGS,
            )}
          </button>
        )}
        {((stage.type === 'tried' && !canDo) || (stage.type === 'done' && !isOver)) && (
          <button
            className="plain-button"
            // If the action got no answer, it is sent again with its key. Otherwise the dry run is repeated.
            onClick={() => void send(stage.type === 'tried' || stage.answer.acted !== undefined, { withSource })}
          >
            {said.tryAgain}
          </button>
        )}
        {back.length > 0 && (
          <button className="plain-button" onClick={() => void undo(back)}>
            {undoWords(back)}
          </button>
        )}
        {stage.type === 'doing' && stage.of > BATCH && (
          <button
            className="plain-button"
            disabled={stage.isStopping}
            onClick={() => {
              stopped.current = true;
              setStage({ ...stage, isStopping: true });
            }}
          >
            {stage.isStopping ? said.stopping : said.stop}
          </button>
        )}
        <button ref={close} className="plain-button" onClick={() => dialog.current?.close()}>
          {stage.type === 'done' || stage.type === 'undone' || stage.type === 'doing' ? said.close : said.cancel}
        </button>
      </div>
    </dialog>
  );
}

/** `12 Kustomizations`, or `12 objects` for several kinds. */
function countedObjects([{ kind }, ...rest]: ChosenAction['objects'], count: number): string {
  const isOfOneKind = rest.every(object => object.kind === kind);
  return texts.actions.counted(count, isOfOneKind ? (count === 1 ? kind : pluralOf(kind)) : undefined);
}

/** Label of the undo button. Names or counts only the objects that the action changed. */
function undoWords(steps: readonly UndoStep[]): string {
  const [first] = steps;
  const [one, ...rest] = steps.flatMap(({ objects }) => objects);
  if (!first || !one) return '';
  const objects = rest.length === 0 ? one.name : countedObjects([one, ...rest], rest.length + 1);
  if (first.action !== 'SCALE') return texts.actions.undo(texts.actions.titles[first.action](objects));
  return texts.actions.undo(texts.actions.scaleBack(objects, steps.length === 1 ? first.settings.replicas : undefined));
}

const identified = (objects: readonly ObjectOfAction[]) => objects.map(({ id, uid }) => ({ id, uid: uid ?? '' }));

const isWhole = ({ problem, notSent }: BatchAnswer): boolean => !problem && notSent === 0;

const doneBy = ({ acted = [] }: ActionAnswer): number => acted.filter(({ outcome }) => wouldBeDone(outcome)).length;

const isDone = (outcome: string): boolean => outcome === 'DONE' || outcome === 'UNCHANGED';
