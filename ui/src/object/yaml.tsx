/** YAML of an object, to read, fold, search and edit, or to compare with the last applied manifest. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { RIGHTS_EVERY_MS } from '../actions/offered.ts';
import { useIsOn } from '../actions/use-is-on.ts';
import { partsOfId } from '../format/object-id.ts';
import { LastAppliedDocument, MayActDocument, YamlDocument } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { code } from '../parts/code.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { LiveWords } from './live-words.tsx';
import { openYamlView, type YamlView } from './yaml-view.ts';

/** Matches ids of Secrets: `cluster//Secret/namespace/name`. The group between the first slashes is empty. */
const SECRET = /^[^/]*\/\/Secret\//;

const EditYaml = lazy(code(async () => ({ default: (await import('../actions/edit-yaml.tsx')).EditYaml })));
const AppliedDiff = lazy(code(async () => ({ default: (await import('./applied-diff.tsx')).AppliedDiff })));

/**
 * True if the caller may edit this object. If the cluster does not know the permission, returns true, because the dry
 * run will show a refusal.
 */
function useMayEdit(id: string): boolean {
  const isOn = useIsOn('APPLY');
  // Values of Secrets are never read, so Secrets cannot be edited.
  const paused = SECRET.test(id) || !isOn;
  const rights = useAnswer(MayActDocument, { id, checks: [{ verb: 'patch' }] }, { everyMs: RIGHTS_EVERY_MS, paused });
  return !paused && rights.data?.object?.live?.state === 'OK' && rights.data.object.live.access?.[0]?.allowed !== false;
}

export function Yaml({ id }: { id: string }) {
  const mayEdit = useMayEdit(id);
  const [edits, setEdits] = useState(false);
  const [managedFields, setManagedFields] = useState(false);
  const [compares, setCompares] = useState(false);
  const whole = useAnswer(YamlDocument, { id, managedFields }, { everyMs: DETAILS_EVERY_MS, paused: compares });
  const sides = useAnswer(LastAppliedDocument, { id }, { everyMs: DETAILS_EVERY_MS, paused: !compares, exact: true });
  const { data, problem } = compares ? sides : whole;
  const [copied, setCopied] = useState(false);
  const yaml = whole.data?.object?.live?.yaml ?? undefined;
  const live = sides.data?.object?.live;
  const host = useRef<HTMLDivElement>(null);
  const fieldsBox = useRef<HTMLInputElement>(null);
  const view = useRef<YamlView>(undefined);
  const said = texts.yaml;
  useEffect(() => {
    if (!host.current) return;
    view.current = openYamlView(host.current, said.label);
    return () => {
      view.current?.close();
      view.current = undefined;
    };
  }, [said.label, edits]);
  useEffect(() => view.current?.show(yaml ?? ''), [yaml, edits]);
  const { cluster } = partsOfId(id);
  if (edits)
    return (
      <Suspense fallback={<p className="quiet">{texts.object.readingYaml}</p>}>
        <EditYaml
          id={id}
          onClose={() => {
            setEdits(false);
            void whole.refresh();
          }}
        />
      </Suspense>
    );
  return (
    <section>
      <div className="yaml-head">
        <LiveWords live={data && (data.object?.live ?? null)} cluster={cluster} problem={problem} />
        <span className="fill" />
        <label className="switch">
          <input type="checkbox" checked={compares} onChange={event => setCompares(event.target.checked)} />{' '}
          {said.compare}
        </label>
        <label className="switch">
          <input
            ref={fieldsBox}
            type="checkbox"
            checked={managedFields}
            onChange={event => {
              setManagedFields(event.target.checked);
              setCompares(false);
            }}
          />{' '}
          {said.managedFields}
        </label>
        <button
          className="plain-button"
          disabled={yaml === undefined}
          onClick={() => void navigator.clipboard.writeText(yaml ?? '').then(() => setCopied(true))}
        >
          {copied ? texts.copy.done : said.copy}
        </button>
        {mayEdit && (
          <button className="plain-button" disabled={yaml === undefined} onClick={() => setEdits(true)}>
            {said.edit}
          </button>
        )}
      </div>
      {compares && live?.state === 'OK' && (
        <Suspense fallback={<p className="quiet">{texts.object.readingYaml}</p>}>
          <AppliedDiff
            live={live}
            isSecret={SECRET.test(id)}
            onManagedFields={() => {
              setCompares(false);
              setManagedFields(true);
              fieldsBox.current?.focus();
            }}
          />
        </Suspense>
      )}
      <div ref={host} className="yaml" hidden={compares || yaml === undefined} />
    </section>
  );
}
