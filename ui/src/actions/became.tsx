/** What became of an action, or would: its outcome in words, and those of the cluster. */
import type { ActedFragment } from '../graph/graphql.ts';
import { texts } from '../texts.ts';
import type { ActionAnswer } from './act.ts';
import { isRefusal } from './offered.ts';

export function Became({ answer: { acted, problem }, dryRun }: { answer: ActionAnswer; dryRun: boolean }) {
  const said = texts.actions;
  if (!acted) {
    const message = problem?.message ?? '';
    const words = dryRun ? said.notTried : problem && isRefusal(problem) ? said.refused : said.notKnown;
    return <p className="problem">{words(message)}</p>;
  }
  return (
    <>
      <Words acted={acted} title={dryRun ? said.dryRun : undefined} />
      {acted.source && <Words acted={acted.source} title={said.source} />}
    </>
  );
}

function Words({ acted: { outcome, message, reason }, title }: { acted: ActedFragment; title: string | undefined }) {
  const said = texts.actions;
  const isWell = outcome === 'DONE' || outcome === 'WOULD_DO' || outcome === 'UNCHANGED';
  return (
    <p className="action-outcome" data-tone={isWell ? 'good' : 'bad'}>
      {title} <b>{said.outcome[outcome]}</b> {message} {reason && said.reason(reason)}
    </p>
  );
}
