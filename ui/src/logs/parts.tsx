/** Options of the log views, and a hook that keeps the end of a log visible. */
import { useLayoutEffect, useRef, type ReactNode, type RefObject, type UIEvent } from 'react';
import { texts } from '../texts.ts';
import type { LeastLevel } from './levels.ts';

const SPANS = Object.keys(texts.logs.spans) as (keyof typeof texts.logs.spans)[];

interface ChooseProps {
  readonly title: string;
  readonly value: string | number;
  readonly set: (value: string) => void;
  readonly children: ReactNode;
}

export function Choose({ title, value, set, children }: ChooseProps) {
  return (
    <label>
      {title}
      <select value={value} onChange={({ target }) => set(target.value)}>
        {children}
      </select>
    </label>
  );
}

interface FindProps {
  readonly search: string;
  readonly setSearch: (search: string) => void;
  readonly level: LeastLevel;
  readonly setLevel: (level: LeastLevel) => void;
}

const LEVELS = Object.keys(texts.workloadLogs.levels) as LeastLevel[];

/** Options that filter lines: a text to find, and a minimum level. */
export function Find({ search, setSearch, level, setLevel }: FindProps) {
  return (
    <>
      <label>
        {texts.workloadLogs.search}
        <input type="search" value={search} maxLength={200} onChange={({ target }) => setSearch(target.value)} />
      </label>
      <Choose
        title={texts.workloadLogs.level}
        value={level}
        set={level => setLevel(LEVELS.find(it => it === level) ?? '')}
      >
        {LEVELS.map(level => (
          <option key={level} value={level}>
            {texts.workloadLogs.levels[level as keyof typeof texts.workloadLogs.levels]}
          </option>
        ))}
      </Choose>
    </>
  );
}

interface SwitchProps {
  readonly title: string;
  readonly isOn: boolean;
  readonly isOff?: boolean;
  readonly set: (isOn: boolean) => void;
}

export function Switch({ title, isOn, isOff = false, set }: SwitchProps) {
  return (
    <label className="switch">
      <input type="checkbox" checked={isOn} disabled={isOff} onChange={({ target }) => set(target.checked)} /> {title}
    </label>
  );
}

interface AmountProps {
  readonly tail: number;
  readonly setTail: (tail: number) => void;
  readonly tails: readonly number[];
  /** Null for lines of any age. */
  readonly maxAge: string | null;
  readonly setMaxAge: (maxAge: string | null) => void;
}

/** Options that limit the lines: a maximum number, and a maximum age. */
export function Amount({ tail, setTail, tails, maxAge, setMaxAge }: AmountProps) {
  return (
    <>
      <Choose title={texts.logs.tail} value={tail} set={value => setTail(Number(value))}>
        {tails.map(count => (
          <option key={count} value={count}>
            {count.toLocaleString()}
          </option>
        ))}
      </Choose>
      <Choose title={texts.logs.since} value={maxAge ?? ''} set={value => setMaxAge(value === '' ? null : value)}>
        <option value="">{texts.logs.sinceAll}</option>
        {SPANS.map(span => (
          <option key={span} value={span}>
            {texts.logs.spans[span]}
          </option>
        ))}
      </Choose>
    </>
  );
}

interface EndInSight<Box extends HTMLElement> {
  readonly ref: RefObject<Box | null>;
  readonly onScroll: (event: UIEvent<Box>) => void;
}

/** Keeps the end of a box visible while `content` grows, unless the user has scrolled up. */
export function useEndInSight<Box extends HTMLElement>(content: unknown, isWrapped: boolean): EndInSight<Box> {
  const ref = useRef<Box>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (ref.current && isAtEnd.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, [content, isWrapped]);
  return {
    ref,
    onScroll: ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
      void (isAtEnd.current = scrollTop + clientHeight >= scrollHeight - 4),
  };
}
