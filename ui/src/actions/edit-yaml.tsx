/**
 * Editor of one object. A dry run shows the object as the cluster would store it, and who owns conflicting fields. The
 * apply takes over conflicting fields only if the user agrees.
 */
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ask } from '../client.ts';
import { partsOfId } from '../format/object-id.ts';
import { ApplyDocument, EditableDocument, type ApplyMutation } from '../graph/graphql.ts';
import { openDiffView } from '../object/diff-view.ts';
import { openYamlEditor, type YamlEditor } from '../object/yaml-view.ts';
import { texts } from '../texts.ts';
import { newKey } from './act.ts';
import { editTexts as said } from './edit-texts.ts';
import { editedManifest, EditProblem, MANAGER, type KeptField } from './edited-manifest.ts';
import { isRefusal, isWell, wouldBeDone } from './offered.ts';
import './actions.css';

type Applied = NonNullable<ApplyMutation['apply']>['results'][number];
type Conflict = NonNullable<Applied['conflicts']>[number];

interface Tried {
  readonly manifest: string;
  readonly before: string;
  readonly result: Applied;
  /** Fields to take over from other owners. A dry run without force was refused because of these fields. */
  readonly takes: readonly Conflict[];
}

type Stage =
  | { readonly type: 'editing'; readonly problem?: string; readonly kept?: readonly KeptField[] }
  | { readonly type: 'checking' | 'applying' }
  | { readonly type: 'tried'; readonly tried: Tried; readonly kept: readonly KeptField[] }
  | { readonly type: 'done'; readonly result: Applied };

export function EditYaml({ id, onClose }: { id: string; onClose: () => void }) {
  const { cluster, name } = partsOfId(id);
  const [opened, setOpened] = useState<{ readonly yaml: string; readonly whole: string }>();
  const [problem, setProblem] = useState<string>();
  const [stage, setStage] = useState<Stage>({ type: 'editing' });
  const [isChanged, setChanged] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<YamlEditor>(undefined);
  const key = useRef(newKey());
  useBlocker({
    shouldBlockFn: () => isChanged && !window.confirm(said.leave),
    enableBeforeUnload: () => isChanged,
  });
  useEffect(() => {
    const left = new AbortController();
    void ask(EditableDocument, { id }, left.signal).then(({ data, problem }) => {
      if (left.signal.aborted) return;
      const live = data?.object?.live;
      if (live?.yaml != null && live.whole != null) setOpened({ yaml: live.yaml, whole: live.whole });
      else setProblem(said.notRead(problem?.message ?? live?.message ?? texts.object.absent));
    });
    return () => left.abort();
  }, [id]);
  useEffect(() => {
    if (!host.current || !opened) return undefined;
    editor.current = openYamlEditor(host.current, said.label(name), opened.yaml, () => {
      setChanged(true);
      setStage(before => (before.type === 'editing' ? { type: 'editing' } : before));
    });
    editor.current.focus();
    return () => editor.current?.close();
  }, [opened, name]);

  const send = async (manifest: string, more: { force: boolean; dryRun: boolean }) => {
    const input = {
      cluster,
      yaml: manifest,
      fieldManager: MANAGER,
      idempotencyKey: more.dryRun ? null : key.current,
      ...more,
    };
    const { data, problem } = await ask(ApplyDocument, { input });
    const result = data?.apply?.results[0];
    if (result) return result;
    const words = problem && !more.dryRun && !isRefusal(problem) ? texts.actions.notKnown : texts.actions.refused;
    setStage({ type: 'editing', problem: words(problem?.message ?? '') });
    return undefined;
  };
  const check = async (takes: readonly Conflict[] = []) => {
    if (!opened || !editor.current) return;
    try {
      const { manifest, kept } = editedManifest(opened.whole, editor.current.text());
      if (manifest === undefined) return setStage({ type: 'editing', problem: said.nothing, kept });
      setStage({ type: 'checking' });
      key.current = newKey();
      const { data } = await ask(EditableDocument, { id });
      const result = await send(manifest, { force: takes.length > 0, dryRun: true });
      const before = data?.object?.live?.yaml ?? opened.yaml;
      if (result) setStage({ type: 'tried', tried: { manifest, before, result, takes }, kept });
    } catch (error) {
      if (!(error instanceof EditProblem)) throw error;
      setStage({ type: 'editing', problem: error.message });
    }
  };
  const apply = async ({ manifest, before, takes }: Tried, kept: readonly KeptField[]) => {
    setStage({ type: 'applying' });
    const result = await send(manifest, { force: takes.length > 0, dryRun: false });
    if (!result) return;
    if (result.outcome !== 'DONE' && result.outcome !== 'UNCHANGED')
      return setStage({ type: 'tried', tried: { manifest, before, result, takes: [] }, kept });
    setChanged(false);
    setStage({ type: 'done', result });
  };
  const close = () => {
    if (!isChanged || window.confirm(said.leave)) onClose();
  };

  const isWriting = stage.type === 'editing';
  return (
    <section className="edit">
      <p className="quiet">{said.how}</p>
      {problem !== undefined && <p className="problem">{problem}</p>}
      {!opened && problem === undefined && <p className="quiet">{said.reading}</p>}
      <div role="status" className="action-status">
        {stage.type === 'editing' && stage.problem !== undefined && <p className="problem">{stage.problem}</p>}
        {stage.type === 'checking' && <p className="quiet">{said.checking}</p>}
        {stage.type === 'applying' && <p className="quiet">{said.applying}</p>}
        {stage.type === 'tried' && <Outcome result={stage.tried.result} takes={stage.tried.takes} />}
        {stage.type === 'done' && <Outcome result={stage.result} takes={[]} />}
        {(stage.type === 'tried' || stage.type === 'editing') && stage.kept && stage.kept.length > 0 && (
          <Kept fields={stage.kept} />
        )}
      </div>
      <div className="action-buttons">
        {isWriting && opened && (
          <button className="main-button" disabled={!isChanged} onClick={() => void check()}>
            {said.check}
          </button>
        )}
        {stage.type === 'tried' &&
          stage.tried.result.outcome === 'CONFLICT' &&
          (stage.tried.result.conflicts?.length ?? 0) > 0 && (
            <button className="plain-button" onClick={() => void check(stage.tried.result.conflicts ?? [])}>
              {said.checkForce(stage.tried.result.conflicts?.length ?? 0)}
            </button>
          )}
        {stage.type === 'tried' && wouldBeDone(stage.tried.result.outcome) && (
          <button
            className="main-button"
            data-tone={stage.tried.takes.length > 0 ? 'bad' : undefined}
            onClick={() => void apply(stage.tried, stage.kept)}
          >
            {stage.tried.takes.length > 0 ? said.applyForce(name, stage.tried.takes.length) : said.apply(name)}
          </button>
        )}
        {stage.type === 'tried' && (
          <button className="plain-button" onClick={() => setStage({ type: 'editing' })}>
            {said.back}
          </button>
        )}
        <button className="plain-button" disabled={stage.type === 'applying'} onClick={close}>
          {stage.type === 'done' ? said.close : said.cancel}
        </button>
      </div>
      {stage.type === 'tried' && <Preview {...stage.tried} />}
      <div ref={host} className="yaml" hidden={!isWriting || !opened} />
    </section>
  );
}

function Outcome({ result, takes }: { result: Applied; takes: readonly Conflict[] }) {
  const { outcome, message, reason, warnings, conflicts } = result;
  const isOwned = outcome === 'CONFLICT' && conflicts && conflicts.length > 0;
  return (
    <>
      <p className="action-outcome" data-tone={isWell(outcome) ? 'good' : 'bad'}>
        <b>{isOwned ? said.conflicts(conflicts.length) : texts.actions.outcome[outcome]}</b> {!isOwned && message}{' '}
        {reason && texts.actions.reason(reason)}
        {warnings.length > 0 && <span>{texts.actions.warnings(warnings)}</span>}
      </p>
      {isOwned && (
        <>
          <Owned fields={conflicts.map(({ field, manager }) => ({ field, owners: manager ?? said.unknownOwner }))} />
          <p>{said.force}</p>
        </>
      )}
      {takes.map(({ field, manager }) => (
        <p key={`${field} ${manager}`} className="action-outcome" data-tone="bad">
          {said.overrides(field, manager ?? said.unknownOwner)}
        </p>
      ))}
    </>
  );
}

function Kept({ fields }: { fields: readonly KeptField[] }) {
  return (
    <>
      <p className="problem">{said.kept}</p>
      <Owned
        fields={fields.map(({ field, owners }) => ({
          field,
          owners: owners.length > 0 ? owners.join(', ') : said.nobody,
        }))}
      />
    </>
  );
}

function Owned({ fields }: { fields: readonly { readonly field: string; readonly owners: string }[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{said.field}</th>
          <th scope="col">{said.owner}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, owners }) => (
          <tr key={`${field} ${owners}`}>
            <th scope="row">
              <code>{field}</code>
            </th>
            <td>{owners}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Shows the difference between the present object and the object as the cluster would store it. Also shows the manifest
 * to send.
 */
function Preview({ manifest, before, result: { outcome, preview } }: Tried) {
  const host = useRef<HTMLDivElement>(null);
  const [isWhole, setWhole] = useState(false);
  const [left, right] = [withoutVersion(before), preview == null ? undefined : withoutVersion(preview)];
  const differs = right !== undefined && left !== right;
  useEffect(() => {
    if (!host.current || !differs) return undefined;
    return openDiffView(host.current, said.diff, left, right, { folds: !isWhole });
  }, [differs, left, right, isWhole]);
  const words = differs ? said.diffHow : right === undefined ? said.noPreview : said.same;
  return (
    <>
      {wouldBeDone(outcome) && <p className="quiet">{words}</p>}
      {differs && (
        <label className="switch">
          <input type="checkbox" checked={isWhole} onChange={({ target }) => setWhole(target.checked)} /> {said.whole}
        </label>
      )}
      <div ref={host} className="yaml" hidden={!differs} />
      <details>
        <summary>{said.sent}</summary>
        <pre className="edit-sent" tabIndex={0}>
          {manifest}
        </pre>
      </details>
    </>
  );
}

/** Removes `resourceVersion` and `generation`, which a write may change. */
const withoutVersion = (yaml: string): string => yaml.replace(/^ {2}(resourceVersion|generation): .*\n/gm, '');
