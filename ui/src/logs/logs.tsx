/** Log of a container of a Pod. Either shows the newest lines, which the user can refresh, or follows the log. */
import { useState } from 'react';
import { age } from '../format/time.ts';
import { Announce } from '../parts/announce.tsx';
import { useNow } from '../parts/clock.ts';
import { useRested } from '../parts/rested.ts';
import { LiveWords } from '../object/live-words.tsx';
import { save } from '../parts/save.ts';
import { texts } from '../texts.ts';
import { linesOf, logFileName } from './log-file.ts';
import { goesOn } from './followed.ts';
import { levelsFrom, type LeastLevel } from './levels.ts';
import { Amount, Choose, Find, Switch, useEndInSight } from './parts.tsx';
import { useFollowedLog } from './use-followed-log.ts';
import { useLog } from './use-log.ts';
import './logs.css';

const TAILS = [100, 200, 1_000, 5_000, 10_000] as const;

interface LogsProps {
  readonly id: string;
  readonly pod: string;
  readonly cluster: string;
}

export function Logs({ id, pod, cluster }: LogsProps) {
  const [container, setContainer] = useState<string | null>(null);
  const [previous, setPrevious] = useState(false);
  const [tail, setTail] = useState<number>(200);
  const [since, setSince] = useState<string | null>(null);
  const [isWrapped, setWrapped] = useState(true);
  const [isFollowed, setFollowed] = useState(false);
  const [search, setSearch] = useState('');
  const [level, setLevel] = useState<LeastLevel>('');
  const filter = { search: useRested(search), levels: [...(levelsFrom(level) ?? [])] };
  const isFiltered = filter.search !== '' || level !== '';
  const { object, log, containers, problem, isAsking, refresh } = useLog({
    ...{ id, container, previous, tail, since },
    ...{ ...filter, isFiltered },
  });
  const chosen = container ?? log?.container ?? '';
  // The log of a previous run does not grow, so the log is not followed.
  const followed = useFollowedLog(
    isFollowed && !previous && chosen !== '' ? { id, container: chosen, tail, maxAge: since, ...filter } : undefined,
  );
  const hasCome = followed !== undefined && followed.since !== null;
  const text = hasCome ? followed.lines.map(line => `${line}\n`).join('') : log?.state === 'OK' ? log.text : undefined;
  const [copied, setCopied] = useState('');
  const said = texts.logs;
  const follow = (isOn: boolean) => {
    setFollowed(isOn);
    if (!isOn) void refresh();
  };
  const copy = async () => {
    const done = await navigator.clipboard.writeText(text ?? '').then(
      () => texts.copy.done,
      () => texts.copy.refused,
    );
    setCopied(done);
    setTimeout(() => setCopied(''), 3_000);
  };
  return (
    <section>
      <div className="log-choices">
        <Choose title={said.container} value={chosen} set={setContainer}>
          {chosen === '' && <option value="">{said.choose}</option>}
          {(containers.length === 0 && chosen !== '' ? [chosen] : containers).map(name => (
            <option key={name}>{name}</option>
          ))}
        </Choose>
        <Find {...{ search, setSearch, level, setLevel }} />
        <Amount {...{ tail, setTail }} tails={TAILS} maxAge={since} setMaxAge={setSince} />
        <span className="log-switches">
          <Switch title={said.previous} isOn={previous} set={setPrevious} />
          <Switch title={said.follow} isOn={isFollowed && !previous} isOff={previous} set={follow} />
          <Switch title={said.wrap} isOn={isWrapped} set={setWrapped} />
        </span>
        <span className="log-buttons">
          <button className="plain-button" onClick={() => void refresh()}>
            {said.refresh}
          </button>
          <button className="plain-button" disabled={!text} onClick={() => void copy()}>
            {copied || said.copy}
          </button>
          <button
            className="plain-button"
            disabled={!text}
            onClick={() =>
              save(
                new Blob([text ?? ''], { type: 'text/plain;charset=utf-8' }),
                logFileName({ pod, container: log?.container ?? null, previous }),
              )
            }
          >
            {said.save}
          </button>
        </span>
      </div>
      {problem && <p className="problem">{said.notRead(problem.message)}</p>}
      {isAsking && !problem && <p className="quiet">{said.asking}</p>}
      {object === null && <p className="problem">{said.noLive}</p>}
      {object?.live && object.live.state !== 'OK' && (
        <LiveWords live={object.live} cluster={cluster} problem={undefined} />
      )}
      {log && log.state !== 'OK' && (
        <p className="problem">
          {texts.liveStates[log.state]} {log.message}
        </p>
      )}
      {!hasCome && log?.truncated && (
        <p className="problem">
          {said.truncated} <span className="quiet">{log.message}</span>
        </p>
      )}
      {text !== undefined && object?.live && (
        <>
          {followed ? (
            <FollowedWords followed={followed} lines={linesOf(text)} />
          ) : (
            <Age lines={linesOf(text)} at={object.live.observedAt} filtered={log?.filtered ?? 0} />
          )}
          {text === '' ? (
            <p className="quiet">{isFiltered ? texts.workloadLogs.noMatch : said.empty}</p>
          ) : (
            <LogText text={text} isWrapped={isWrapped} label={said.label(chosen)} />
          )}
        </>
      )}
      <Announce text={copied || (text === undefined || isFollowed ? '' : said.lines(linesOf(text)))} />
    </section>
  );
}

/** State of following the log, or the reason why following ended. */
function FollowedWords({
  followed,
  lines,
}: {
  followed: NonNullable<ReturnType<typeof useFollowedLog>>;
  lines: number;
}) {
  const said = texts.logs;
  const { end, isOpen, skipped, filtered, message } = followed;
  const isOver = !goesOn(followed);
  return (
    <p className={isOver ? 'problem small' : 'quiet small'} role="status">
      {isOver ? end && said.ends[end] : isOpen ? said.following : said.goesOn} {!isOpen && message}{' '}
      {skipped > 0 && said.skipped(skipped)}{' '}
      <span aria-live="off">
        {said.lines(lines)}. {filtered > 0 && said.filtered(filtered)}
      </span>
    </p>
  );
}

function Age({ lines, at, filtered }: { lines: number; at: string; filtered: number }) {
  const now = useNow();
  const said = texts.logs;
  return (
    <p className="quiet small">
      {said.read(lines, texts.ago(age(at, now) ?? ''))} {filtered > 0 && said.filtered(filtered)}
    </p>
  );
}

/** Renders the log as plain text, never as HTML. */
function LogText({ text, isWrapped, label }: { text: string; isWrapped: boolean; label: string }) {
  const box = useEndInSight<HTMLPreElement>(text, isWrapped);
  return (
    <pre
      {...box}
      className="log"
      data-wrapped={isWrapped}
      // A scrolling region must be reachable by keyboard.
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {text}
    </pre>
  );
}
