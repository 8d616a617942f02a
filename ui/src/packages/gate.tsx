/**
 * Form that asks whether a package may continue to the next wave. The user selects the clusters of the waves so far.
 */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, type Problem } from '../client.ts';
import { GateDocument, type GateQuery } from '../graph/graphql.ts';
import { texts } from '../texts.ts';
import { PhaseMark } from './phase.tsx';

type Decision = NonNullable<GateQuery['packageGate']>;

export function Gate({ id, targets }: { id: string; targets: readonly string[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [revision, setRevision] = useState('');
  const [soak, setSoak] = useState('0s');
  const [appliedIsEnough, setAppliedIsEnough] = useState(false);
  const [requested, setRequested] = useState<{ decision: Decision | undefined; problem: Problem | undefined }>();
  const said = texts.gate;
  const clusters = targets.filter(name => chosen.has(name));
  const decide = async () => {
    const variables = { id, clusters, revision: revision.trim() || null, soak, appliedIsEnough };
    const { data, problem } = await ask(GateDocument, variables);
    setRequested({ decision: data?.packageGate ?? undefined, problem });
  };
  const toggle = (name: string) =>
    setChosen(before => new Set(before.has(name) ? [...before].filter(it => it !== name) : [...before, name]));
  return (
    <section aria-labelledby="gate">
      <h2 id="gate">{said.title}</h2>
      <p className="quiet">{said.what}</p>
      <form
        className="gate-form"
        onSubmit={event => {
          event.preventDefault();
          void decide();
        }}
      >
        <fieldset>
          <legend>{said.clusters}</legend>
          <div className="gate-clusters">
            {targets.map(name => (
              <label key={name} className="switch">
                <input type="checkbox" checked={chosen.has(name)} onChange={() => toggle(name)} /> {name}
              </label>
            ))}
          </div>
          <button type="button" className="link-button" onClick={() => setChosen(new Set(targets))}>
            {said.all}
          </button>
        </fieldset>
        <label>
          {said.revision}{' '}
          <input
            type="text"
            value={revision}
            onChange={event => setRevision(event.target.value)}
            placeholder={said.expected}
          />
        </label>
        <label>
          {said.soak} <input type="text" value={soak} onChange={event => setSoak(event.target.value)} size={6} />
        </label>
        <label className="switch">
          <input
            type="checkbox"
            checked={appliedIsEnough}
            onChange={event => setAppliedIsEnough(event.target.checked)}
          />{' '}
          {said.appliedIsEnough}
        </label>
        <button className="plain-button" disabled={clusters.length === 0}>
          {said.ask}
        </button>
      </form>
      {requested?.problem && <p className="problem">{requested.problem.message}</p>}
      <div role="status">{requested?.decision && <Verdict decision={requested.decision} />}</div>
    </section>
  );
}

function Verdict({ decision: { open, passed, blocks, truncated } }: { decision: Decision }) {
  const said = texts.gate;
  return (
    <>
      <p className="gate-verdict" data-status={open ? 'CURRENT' : 'FAILED'}>
        <b>{open ? said.open : said.closed}</b> {said.passed(passed)}
      </p>
      <ul className="gate-blocks">
        {blocks.map(({ cluster, cause, deployment }, at) => (
          <li key={at}>
            <b>{cluster}</b> {said.causes[cause]}{' '}
            {deployment && (
              <>
                <PhaseMark phase={deployment.phase} stale={deployment.stale} />{' '}
                <Link to="/object" search={{ id: deployment.object.id }}>
                  {deployment.object.kind} {deployment.object.name}
                </Link>
                {deployment.reason && `: ${deployment.reason}`} {deployment.message}
              </>
            )}
          </li>
        ))}
      </ul>
      {truncated && <p className="quiet">{said.truncated}</p>}
    </>
  );
}
