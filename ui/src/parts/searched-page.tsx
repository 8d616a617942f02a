/** Page with one searchable list: its header, and the text for an empty list. */
import { useEffect, type ReactNode } from 'react';
import type { Problem } from '../client.ts';
import { texts } from '../texts.ts';

interface SearchedPageProps {
  readonly said: { readonly title: string; readonly search: string; readonly reading: string; readonly none: string };
  readonly sought: string;
  readonly onSeek: (sought: string) => void;
  /** Length of the whole list. Undefined until the length is known. */
  readonly count: number | undefined;
  readonly problem: Problem | undefined;
  readonly children: ReactNode;
}

export function SearchedPage({ said, sought, onSeek, count, problem, children }: SearchedPageProps) {
  useEffect(() => {
    document.title = texts.title(said.title);
  }, [said.title]);
  return (
    <div className="page">
      <header className="page-head">
        <h1>{said.title}</h1>
        <input
          type="search"
          value={sought}
          onChange={event => onSeek(event.target.value)}
          placeholder={said.search}
          aria-label={said.search}
        />
      </header>
      {problem && <p className="problem">{problem.message}</p>}
      {count === undefined && !problem && <p className="quiet">{said.reading}</p>}
      {count === 0 && <p className="empty">{said.none}</p>}
      {children}
    </div>
  );
}
