/**
 * Explains why the caller or another user may, or may not, use a verb such as `list` on the object. Shows a sentence,
 * and the path from the user to the RBAC rule.
 */
import { useState, type SyntheticEvent } from 'react';
import { ask, type Answer } from '../client.ts';
import { referenceWords, ruleWords } from '../format/grant.ts';
import { age } from '../format/time.ts';
import { WhyDocument, type WhyQuery } from '../graph/graphql.ts';
import { useNow } from '../parts/clock.ts';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';

const EVERY_MS = 30_000;
const VERBS = ['list', 'get', 'watch', 'update', 'patch', 'delete'];

export function Why({ id, brief = false }: { id: string; brief?: boolean }) {
  const [verb, setVerb] = useState('list');
  const { data, problem } = useAnswer(WhyDocument, { id, verb }, { everyMs: EVERY_MS });
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
      {why && <Explanation why={why} />}
      {!brief && <SomebodyElse key={`${id} ${verb}`} id={id} verb={verb} />}
    </section>
  );
}

type Explained = NonNullable<WhyQuery['explainAccess']>;

function Explanation({ why, isMe = true }: { why: Explained; isMe?: boolean }) {
  const now = useNow(5_000);
  const said = texts.why;
  return (
    <>
      <p
        className="why-sentence"
        data-tone={why.allowed === true ? 'good' : why.allowed === false ? 'bad' : 'unsure'}
        role="status"
      >
        <b>{why.allowed === null ? said.notKnown : why.allowed ? said.yes : said.no}</b> {why.reason}
      </p>
      {why.grants.length > 0 && (
        <ol className="grants">
          {why.grants.map((grant, index) => (
            <li key={index}>
              <ol className="grant-path" aria-label={isMe ? said.path : said.theirPath}>
                <li>
                  <span>{isMe ? said.you : said.they}</span> {referenceWords(grant.subject)}
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
  );
}

/** Asks about another user only when the form is submitted, because the server logs each request about another user. */
function SomebodyElse({ id, verb }: { id: string; verb: string }) {
  const [answer, setAnswer] = useState<Answer<WhyQuery>>();
  const [asking, setAsking] = useState(false);
  const said = texts.why;
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const words = (name: string) =>
      (given.get(name) as string)
        .split(',')
        .map(it => it.trim())
        .filter(Boolean);
    const [asUser] = words('user');
    if (asUser === undefined) return;
    setAsking(true);
    setAnswer(await ask(WhyDocument, { id, verb, asUser, asGroups: words('groups') }));
    setAsking(false);
  };
  const why = answer?.data?.explainAccess;
  return (
    <section className="somebody-else">
      <h2>{said.somebodyElse}</h2>
      <form className="ask-as" onSubmit={event => void submit(event)} autoComplete="off">
        <label>
          {said.user}{' '}
          <input
            name="user"
            type="text"
            required
            spellCheck={false}
            autoCapitalize="off"
            placeholder="bob@example.org"
          />
        </label>
        <label>
          {said.groups}{' '}
          <input name="groups" type="text" spellCheck={false} autoCapitalize="off" placeholder={said.groupsExample} />
        </label>
        <button className="plain-button" disabled={asking}>
          {said.ask}
        </button>
      </form>
      <p className="quiet small">{said.whoMayAsk}</p>
      {asking && <p className="quiet">{said.asking}</p>}
      {answer?.problem && <p className="problem">{answer.problem.message}</p>}
      {why && !asking && <Explanation why={why} isMe={false} />}
    </section>
  );
}
