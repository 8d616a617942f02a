/**
 * Forms that request the move of a policy or the drain of a member. The hub first checks the request in a dry run.
 * A fleetgraph process with the role `mover` then carries out the request.
 */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { newKey, type ActionAnswer } from '../actions/act.ts';
import { isWell, RIGHTS_EVERY_MS } from '../actions/offered.ts';
import { useIsOn } from '../actions/use-is-on.ts';
import { ask } from '../client.ts';
import { DrainDocument, MoveDocument, MoveTargetsDocument, PlacementReadersDocument } from '../graph/graphql.ts';
import { useAnswer } from '../use-answer.ts';
import { readersOf, type Reader } from './readers.ts';
import { workloadTexts } from './texts.ts';

const said = workloadTexts.wish;

interface MoveWishProps {
  readonly id: string;
  readonly policy: { readonly kind: string; readonly namespace: string | null; readonly name: string };
  readonly hub: string;
  readonly assigned: readonly string[];
  /** Member clusters that the move annotation of the policy requests. Null if the policy has no such annotation. */
  readonly wanted: readonly string[] | null;
  readonly onRequested: () => void;
}

export function MoveWish({ id, policy, hub, assigned, wanted, onRequested }: MoveWishProps) {
  const isOn = useIsOn('MOVE');
  const { data } = useAnswer(MoveTargetsDocument, { id }, { everyMs: RIGHTS_EVERY_MS, paused: !isOn });
  const [chosen, setChosen] = useState<readonly string[]>(wanted ?? assigned);
  const [leavesVolumes, setLeavesVolumes] = useState(false);
  const [readers, setReaders] = useState<readonly Reader[]>();
  if (!isOn) return null;
  const candidates = data?.object?.placementPolicy?.workloads.nodes[0]?.candidates.nodes ?? [];
  const members = [...new Set([...candidates.map(({ member }) => member), ...assigned, ...(wanted ?? [])])].sort();
  const refused = new Set(candidates.flatMap(({ member, verdict }) => (verdict === 'REJECTED' ? [member] : [])));
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter(it => it !== name) : [...chosen, name].sort());
  const send = async (clusters: readonly string[] | null, dryRun: boolean): Promise<ActionAnswer> => {
    if (dryRun && policy.kind === 'Placement' && policy.namespace !== null) {
      const { data } = await ask(PlacementReadersDocument, { hub, namespace: policy.namespace });
      setReaders(readersOf(policy, data?.sets?.nodes ?? [], data?.addOns?.nodes ?? []));
    }
    const { data, problem } = await ask(MoveDocument, {
      ids: [id],
      clusters: clusters && [...clusters],
      volumes: leavesVolumes ? 'LEAVE' : 'RESPECT',
      dryRun,
      key: dryRun ? null : newKey(),
    });
    return { acted: data?.move?.results, problem };
  };
  return (
    <details className="wish">
      <summary className="plain-button">{said.move}</summary>
      <p className="quiet">{said.moveWhat}</p>
      <fieldset>
        <legend>{said.members}</legend>
        <div className="wish-members">
          {members.map(name => (
            <label key={name} className="switch">
              <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {name}
              {refused.has(name) && <span className="suspended">{workloadTexts.verdict.REJECTED}</span>}
            </label>
          ))}
        </div>
      </fieldset>
      <p>
        <label className="switch">
          <input type="checkbox" checked={leavesVolumes} onChange={() => setLeavesVolumes(!leavesVolumes)} />{' '}
          {said.leavesVolumes}
        </label>
      </p>
      <Asking
        key={`${chosen.join()} ${leavesVolumes}`}
        canAsk={chosen.length > 0}
        words={said.moveTo(chosen.join(', '))}
        send={dryRun => send(chosen, dryRun)}
        onRequested={onRequested}
        more={readers && <Readers readers={readers} />}
      />
      {wanted && <Asking canAsk words={said.release} send={dryRun => send(null, dryRun)} onRequested={onRequested} />}
    </details>
  );
}

function Readers({ readers }: { readers: readonly Reader[] }) {
  return (
    <>
      {readers.length > 0 && (
        <p className="problem">
          {said.readers}{' '}
          {readers.map(({ id, kind, namespace, name }) => (
            <Link key={id} to="/object" search={{ id }}>
              {kind} {namespace !== null && `${namespace}/`}
              {name}{' '}
            </Link>
          ))}
        </p>
      )}
      <p className="quiet">{said.moreReaders}</p>
    </>
  );
}

interface DrainWishProps {
  readonly id: string;
  readonly member: string;
  readonly isDrained: boolean;
  readonly onRequested: () => void;
}

export function DrainWish({ id, member, isDrained, onRequested }: DrainWishProps) {
  if (!useIsOn('DRAIN')) return null;
  const send = async (dryRun: boolean): Promise<ActionAnswer> => {
    const { data, problem } = await ask(DrainDocument, {
      ids: [id],
      drained: !isDrained,
      dryRun,
      key: dryRun ? null : newKey(),
    });
    return { acted: data?.drain?.results, problem };
  };
  return (
    <details className="wish">
      <summary className="plain-button">{isDrained ? said.endDrain : said.drain}</summary>
      <p className="quiet">{isDrained ? said.endDrainWhat : said.drainWhat}</p>
      <Asking
        canAsk
        words={isDrained ? said.endDrainOf(member) : said.drainOf(member)}
        send={send}
        onRequested={onRequested}
      />
    </details>
  );
}

interface AskingProps {
  readonly canAsk: boolean;
  /** Label of the button. */
  readonly words: string;
  readonly send: (dryRun: boolean) => Promise<ActionAnswer>;
  readonly onRequested: () => void;
  /** Text beside the result of the check. */
  readonly more?: React.ReactNode;
}

/** Sends a dry run first. Sends the request after the user confirms. */
function Asking({ canAsk, words, send, onRequested, more }: AskingProps) {
  const [step, setStep] = useState<'open' | 'checking' | 'checked' | 'asking' | 'asked'>('open');
  const [answer, setAnswer] = useState<ActionAnswer>();
  const result = answer?.acted?.[0];
  const isDone = result !== undefined && isWell(result.outcome);
  const run = async (dryRun: boolean) => {
    setStep(dryRun ? 'checking' : 'asking');
    setAnswer(await send(dryRun));
    setStep(dryRun ? 'checked' : 'asked');
    if (!dryRun) onRequested();
  };
  const isBusy = step === 'checking' || step === 'asking';
  return (
    <div className="wish-asking">
      <p>
        <button className="plain-button" disabled={!canAsk || isBusy} onClick={() => void run(true)}>
          {said.check(words)}
        </button>{' '}
        {step === 'checked' && isDone && (
          <button className="main-button" onClick={() => void run(false)}>
            {words}
          </button>
        )}
      </p>
      <div role="status">
        {isBusy && <p className="quiet">{said.asking}</p>}
        {!isBusy && answer?.problem && <p className="problem">{answer.problem.message}</p>}
        {!isBusy && result && !isDone && (
          <p className="problem">
            {result.message} {result.reason}
          </p>
        )}
        {!isBusy && isDone && <p>{step === 'checked' ? said.checked : said.requested}</p>}
        {!isBusy && result?.warnings.map(warning => <p key={warning}>{warning}</p>)}
        {step === 'checked' && more}
      </div>
    </div>
  );
}
