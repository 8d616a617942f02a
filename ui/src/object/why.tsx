/** Why the reader may see the object: in a sentence, and as the path from them to the rule. */
import { useState } from 'react';
import { referenceWords, ruleWords } from '../format/grant.ts';
import { age } from '../format/time.ts';
import { WhyDocument } from '../graph/graphql.ts';
import { useNow } from '../parts/clock.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';

const EVERY_MS = 30_000;
const VERBS = ['list', 'get', 'watch', 'update', 'patch', 'delete'];

export function Why({ id, brief = false }: { id: string; brief?: boolean }) {
  const [verb, setVerb] = useState('list');
  const { data, problem } = useAnswer(WhyDocument, { id, verb }, { everyMs: EVERY_MS });
  const now = useNow(5_000);
  const said = texts.why;
  const why = data?.explainAccess;
  return (
    <section className="why">
      {!brief && (
        <p>
          <label>
            {said.may}{' '}
            <select value={verb} onChange={event => setVerb(event.target.value)}>
              {VERBS.map(it => (
                <option key={it}>{it}</option>
              ))}
            </select>{' '}
            {said.this}
          </label>
        </p>
      )}
      {problem && <p className="problem">{problem.message}</p>}
      {!data && !problem && <p className="quiet">{said.asking}</p>}
      {why && (
        <>
          <p className="why-sentence" data-tone={why.allowed === true ? 'good' : why.allowed === false ? 'bad' : 'unsure'}>
            <b>{why.allowed === null ? said.notKnown : why.allowed ? said.yes : said.no}</b> {why.reason}
          </p>
          {why.grants.length > 0 && (
            <ol className="grants">
              {why.grants.map((grant, index) => (
                <li key={index}>
                  <ol className="grant-path" aria-label={said.path}>
                    <li>
                      <span>{said.you}</span> {referenceWords(grant.subject)}
                    </li>
                    <li>
                      <span>{said.binding}</span> {referenceWords(grant.binding)}
                    </li>
                    <li>
                      <span>{said.role}</span> {referenceWords(grant.role)}
                      {grant.aggregated && <em> {said.aggregated(grant.aggregatedFrom.join(', '))}</em>}
                    </li>
                    <li>
                      <span>{said.rule}</span> {ruleWords(grant.rule)}
                    </li>
                  </ol>
                </li>
              ))}
            </ol>
          )}
          <p className="quiet small">
            {said.basis[why.basis]} {why.grantsSyncedAt && said.confirmed(age(why.grantsSyncedAt, now) ?? '')}
          </p>
        </>
      )}
    </section>
  );
}
