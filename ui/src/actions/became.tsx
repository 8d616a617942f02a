/** What became of an action, or would: the outcome for each object in words, and those of its cluster. */
import { texts } from '../texts.ts';
import type { Acted, ActionAnswer } from './act.ts';
import { isRefusal, wouldBeDone } from './offered.ts';

interface BecameProps {
  readonly answer: ActionAnswer;
  readonly objects: readonly { readonly id: string; readonly cluster: string; readonly namespace: string; readonly name: string }[];
  readonly dryRun: boolean;
}

export function Became({ answer: { acted, problem }, objects, dryRun }: BecameProps) {
  const said = texts.actions;
  if (!acted) {
    const message = problem?.message ?? '';
    const words = dryRun ? said.notTried : problem && isRefusal(problem) ? said.refused : said.notKnown;
    return <p className="problem">{words(message)}</p>;
  }
  if (objects.length === 1) return acted.map(result => <OneResult key={result.id} result={result} dryRun={dryRun} />);
  const well = acted.filter(({ outcome }) => outcome === 'DONE' || wouldBeDone(outcome)).length;
  return (
    <>
      <p>{dryRun ? said.wouldDo(well, acted.length) : said.did(well, acted.length)}</p>
      <ul className="action-results">
        {objects.map(({ id, cluster, namespace, name }) => {
          const result = acted.find(it => it.id === id);
          return (
            result && (
              <li key={id}>
                <b>{name}</b> <span className="quiet">{said.on(cluster, namespace)}</span>
                <OneResult result={result} dryRun={dryRun} />
              </li>
            )
          );
        })}
      </ul>
    </>
  );
}

function OneResult({ result, dryRun }: { result: Acted; dryRun: boolean }) {
  const said = texts.actions;
  return (
    <>
      <Words acted={result} title={dryRun ? said.dryRun : undefined} />
      {result.source && <Words acted={result.source} title={said.source} />}
    </>
  );
}

function Words({ acted: { outcome, message, reason, warnings }, title }: { acted: Omit<Acted, 'source'>; title: string | undefined }) {
  const said = texts.actions;
  const isWell = outcome === 'DONE' || outcome === 'WOULD_DO' || outcome === 'UNCHANGED';
  return (
    <p className="action-outcome" data-tone={isWell ? 'good' : 'bad'}>
      {title} <b>{said.outcome[outcome]}</b> {message} {reason && said.reason(reason)}
      {warnings.length > 0 && <span>{said.warnings(warnings)}</span>}
    </p>
  );
}
