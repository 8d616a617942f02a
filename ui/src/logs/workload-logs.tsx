/**
 * Logs of the Pods of a workload, merged. The user can follow and search the logs, filter by level and container, and
 * save a file.
 */
import { useDeferredValue, useMemo, useState } from 'react';
import { Announce } from '../parts/announce.tsx';
import { save } from '../parts/save.ts';
import { texts } from '../texts.ts';
import { goesOn } from './followed.ts';
import { logFileName } from './log-file.ts';
import { Amount, Choose, Find, Switch, useEndInSight } from './parts.tsx';
import { useWorkloadLog } from './use-workload-log.ts';
import { chosen, lineText, sourceKey, type Choice, type FollowedWorkload, type Line } from './workload-followed.ts';
import './logs.css';

const TAILS = [20, 100, 500, 2_000] as const;
/** Maximum number of lines to draw. The saved file also contains the other lines that match. */
const MOST_DRAWN = 2_000;
/** Maximum length of the text `pod/container` before a line, in characters. */
const MOST_SOURCE = 28;
const said = texts.workloadLogs;

export function WorkloadLogs({ id, name }: { id: string; name: string }) {
  const [previous, setPrevious] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const [tail, setTail] = useState<number>(100);
  const [maxAge, setMaxAge] = useState<string | null>(null);
  const [isWrapped, setWrapped] = useState(true);
  const [choice, setChoice] = useState<Choice>({ search: '', level: '', source: '' });
  const { log, isOpen, problem } = useWorkloadLog({ id, tail, maxAge, previous, isPaused });
  const wanted = useDeferredValue(choice);
  const all = log?.lines;
  const lines = useMemo(() => chosen(all ?? [], wanted), [all, wanted]);
  const choose = (part: Partial<Choice>) => setChoice(before => ({ ...before, ...part }));
  const sources = log?.sources ?? [];
  return (
    <section>
      <div className="log-choices">
        <Find
          search={choice.search}
          setSearch={search => choose({ search })}
          level={choice.level}
          setLevel={level => choose({ level })}
        />
        <Choose title={said.source} value={choice.source} set={source => choose({ source })}>
          <option value="">{said.all(sources.length)}</option>
          {sources.map(source => (
            <option key={sourceKey(source)} value={sourceKey(source)}>
              {sourceKey(source)}
            </option>
          ))}
        </Choose>
        <Amount {...{ tail, setTail, maxAge, setMaxAge }} tails={TAILS} />
        <span className="log-switches">
          <Switch title={texts.logs.previous} isOn={previous} set={setPrevious} />
          <Switch
            title={texts.logs.follow}
            isOn={!isPaused && !previous}
            isOff={previous}
            set={isOn => setPaused(!isOn)}
          />
          <Switch title={texts.logs.wrap} isOn={isWrapped} set={setWrapped} />
        </span>
        <span className="log-buttons">
          <button
            className="plain-button"
            disabled={lines.length === 0}
            onClick={() =>
              save(
                new Blob(lines.map(lineText), { type: 'text/plain;charset=utf-8' }),
                logFileName({ pod: name, container: null, previous }),
              )
            }
          >
            {texts.logs.save}
          </button>
        </span>
      </div>
      {problem && <p className="problem">{texts.logs.notRead(problem.message)}</p>}
      {!log && !problem && <p className="quiet">{said.waiting}</p>}
      {log && <Words log={log} isOpen={isOpen} isFollowed={!previous && !isPaused} shown={lines.length} />}
      {log && log.state === 'OK' && <Lines lines={lines} isEmpty={log.lines.length === 0} isWrapped={isWrapped} />}
      <Announce
        text={choice.search === '' && choice.level === '' ? '' : said.lines(lines.length, log?.lines.length ?? 0)}
      />
    </section>
  );
}

/** Shows the state of the log, the number of skipped lines, and the containers whose logs cannot be read. */
function Words({
  log,
  isOpen,
  isFollowed,
  shown,
}: {
  log: FollowedWorkload;
  isOpen: boolean;
  isFollowed: boolean;
  shown: number;
}) {
  const { state, message, sources, skipped, end, lines } = log;
  const isOver = !goesOn(log);
  const ended = sources.filter(({ hasEnded }) => hasEnded).length;
  const refused = sources.filter(source => source.state !== 'OK');
  const words = [
    state !== 'OK' && texts.liveStates[state],
    isOver && end && texts.logs.ends[end],
    isFollowed && !isOver && (isOpen ? said.following(sources.length - ended) : texts.logs.goesOn),
    ended > 0 && said.ended(ended),
    skipped > 0 && texts.logs.skipped(skipped),
  ];
  return (
    <>
      <p className={isOver ? 'problem small' : 'quiet small'} role="status">
        {words.filter(it => typeof it === 'string').join(' ')}{' '}
        <span aria-live="off">{said.lines(shown, lines.length)}.</span>
      </p>
      {message !== null && (
        <p className={state === 'OK' && refused.length === 0 ? 'quiet small' : 'problem small'}>{message}</p>
      )}
      {refused.length > 0 && (
        <ul className="small">
          {refused.map(source => (
            <li key={sourceKey(source)}>
              <code>{sourceKey(source)}</code>: {source.message}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Renders lines as plain text, never as HTML. */
function Lines({ lines, isEmpty, isWrapped }: { lines: readonly Line[]; isEmpty: boolean; isWrapped: boolean }) {
  const box = useEndInSight<HTMLDivElement>(lines, isWrapped);
  if (lines.length === 0) return <p className="quiet">{isEmpty ? said.none : said.noMatch}</p>;
  const drawn = lines.slice(-MOST_DRAWN);
  return (
    <div
      {...box}
      className="log log-lines"
      data-wrapped={isWrapped}
      // A scrolling region must be reachable by keyboard.
      tabIndex={0}
      role="region"
      aria-label={said.label}
    >
      {drawn.map((line, index) => (
        <div key={lines.length - drawn.length + index} data-level={line.level ?? undefined}>
          <span className="log-source" title={`${sourceKey(line)} ${line.at ?? ''}`}>
            {endOf(sourceKey(line))}
          </span>{' '}
          {line.text}
          {line.truncated && '…'}
        </div>
      ))}
    </div>
  );
}

/** Cuts the start of a long name, because Pods of a workload differ at the end of their names. */
function endOf(source: string): string {
  return source.length > MOST_SOURCE ? `…${source.slice(1 - MOST_SOURCE)}` : source;
}
