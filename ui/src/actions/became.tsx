/**
 * Results of an action or of its dry run, with the messages of the clusters. One object is shown as a sentence, several
 * objects as a table.
 */
import type { ReactNode } from 'react';
import { InProduction } from '../clusters/production.tsx';
import { texts } from '../texts.ts';
import type { Acted } from './act.ts';
import { changeOf, type ObjectOfAction } from './changes.ts';
import type { BatchAnswer } from './in-batches.ts';
import { isRefusal, isWell, wouldBeDone, type ObjectAction } from './offered.ts';
import type { Settings } from './settings.ts';

interface BecameProps {
  readonly answer: BatchAnswer;
  readonly action: ObjectAction;
  readonly objects: readonly ObjectOfAction[];
  readonly settings: Settings;
  readonly dryRun: boolean;
}

const said = texts.actions;

export function Became({ answer: { acted, problem, notSent }, action, objects, settings, dryRun }: BecameProps) {
  const words = dryRun
    ? said.notTried
    : problem && isRefusal(problem)
      ? said.refused
      : acted
        ? said.restNotKnown
        : said.notKnown;
  if (!acted) return <p className="problem">{words(problem?.message ?? '')}</p>;
  const [object] = objects;
  if (object && objects.length === 1)
    return acted.map(result => (
      <div key={result.id} className="action-one">
        <Words acted={result} title={dryRun ? said.dryRun : undefined} />
        {dryRun && wouldBeDone(result.outcome) && <OneChange action={action} object={object} settings={settings} />}
        {result.source && <Words acted={result.source} title={said.source} />}
      </div>
    ));
  const well = acted.filter(({ outcome }) => isWell(outcome)).length;
  const rows = objects.flatMap(object => {
    const result = acted.find(it => it.id === object.id);
    return result ? [{ object, result }] : [];
  });
  // Results that need attention come first.
  const sorted = [
    ...rows.filter(({ result }) => !isWell(result.outcome)),
    ...rows.filter(({ result }) => isWell(result.outcome)),
  ];
  const [first] = sorted;
  // A message that is equal in all rows is shown once, not in each row.
  const shared =
    first && sorted.every(({ result }) => wordsOf(result) === wordsOf(first.result))
      ? wordsOf(first.result)
      : undefined;
  return (
    <>
      <p>{dryRun ? said.wouldDo(well, acted.length) : said.did(well, acted.length)}</p>
      {problem && <p className="problem">{words(problem.message)}</p>}
      {notSent > 0 && <p className="problem">{said.notSent(notSent)}</p>}
      {shared && <p className="action-outcome">{shared}</p>}
      <div className="action-results" role="region" aria-label={said.results} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{texts.columns.cluster}</th>
              <th scope="col">{texts.columns.namespace}</th>
              <th scope="col">{texts.columns.name}</th>
              {dryRun && <th scope="col">{said.change}</th>}
              <th scope="col">{said.result}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map(({ object, result }) => (
              <tr key={object.id} data-tone={isWell(result.outcome) ? 'good' : 'bad'}>
                <td>
                  {object.cluster} <InProduction cluster={object.cluster} isShort />
                </td>
                <td>{object.namespace}</td>
                <th scope="row">{object.name}</th>
                {dryRun && (
                  <td>
                    {wouldBeDone(result.outcome) && <OneChange action={action} object={object} settings={settings} />}
                  </td>
                )}
                <td>
                  <b className="action-word">{said.short[result.outcome]}</b>
                  {shared === undefined && wordsOf(result) !== '' && <p className="quiet">{wordsOf(result)}</p>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Message, reason and warnings of the cluster about the object, and the result for its source. */
function wordsOf({ message, reason, warnings, source }: Acted): string {
  const own = [message, reason && said.reason(reason), warnings.length > 0 && said.warnings(warnings)];
  const ofSource = source && [said.source, said.outcome[source.outcome], source.message];
  return [...own, ...(ofSource ?? [])].filter(Boolean).join(' ');
}

function OneChange({
  action,
  object,
  settings,
}: {
  action: ObjectAction;
  object: ObjectOfAction;
  settings: Settings;
}): ReactNode {
  const change = changeOf(action, object, settings);
  if (!change)
    return <span className="action-change">{action === 'DELETE' ? <del>{object.name}</del> : said.newJob}</span>;
  return (
    <span className="action-change">
      <code>{change.field}</code> {change.before !== undefined && <del>{change.before}</del>}{' '}
      <span aria-hidden="true">→</span> <ins>{change.after ?? said.before}</ins>
    </span>
  );
}

function Words({ acted, title }: { acted: Omit<Acted, 'source'>; title: string | undefined }) {
  const { outcome, message, reason, warnings } = acted;
  return (
    <p className="action-outcome" data-tone={isWell(acted.outcome) ? 'good' : 'bad'}>
      {title} <b>{said.outcome[outcome]}</b> {message} {reason && said.reason(reason)}
      {warnings.length > 0 && <span>{said.warnings(warnings)}</span>}
    </p>
  );
}
