/** The object as YAML, to read, fold and search. */
import { useEffect, useRef, useState } from 'react';
import { YamlDocument } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { LiveWords } from './live-words.tsx';
import { openYamlView, type YamlView } from './yaml-view.ts';

export function Yaml({ id }: { id: string }) {
  const [managedFields, setManagedFields] = useState(false);
  const { data, problem } = useAnswer(YamlDocument, { id, managedFields }, { everyMs: DETAILS_EVERY_MS });
  const [copied, setCopied] = useState(false);
  const yaml = data?.object?.live?.yaml ?? undefined;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<YamlView>(undefined);
  const said = texts.yaml;
  useEffect(() => {
    if (!host.current) return;
    view.current = openYamlView(host.current, said.label);
    return () => {
      view.current?.close();
      view.current = undefined;
    };
  }, [said.label]);
  useEffect(() => view.current?.show(yaml ?? ''), [yaml]);
  const cluster = decodeURIComponent(id.split('/', 1)[0] ?? '');
  return (
    <section>
      <div className="yaml-head">
        <LiveWords live={data && (data.object?.live ?? null)} cluster={cluster} problem={problem} />
        <span className="fill" />
        <label className="switch">
          <input type="checkbox" checked={managedFields} onChange={event => setManagedFields(event.target.checked)} /> {said.managedFields}
        </label>
        <button
          className="plain-button"
          disabled={yaml === undefined}
          onClick={() => void navigator.clipboard.writeText(yaml ?? '').then(() => setCopied(true))}
        >
          {copied ? texts.copy.done : said.copy}
        </button>
      </div>
      <div ref={host} className="yaml" hidden={yaml === undefined} />
    </section>
  );
}
