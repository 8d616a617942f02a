/** Status of an object: a shape, a colour and a word. */
import type { ReactNode } from 'react';
import type { ObjectStatus } from '../graph/graphql.ts';
import { texts } from '../texts.ts';

const SHAPES: Readonly<Record<ObjectStatus, string>> = {
  FAILED: 'M8 1.5 15 14.5H1Z',
  IN_PROGRESS: 'M8 2a6 6 0 1 0 6 6h-2.5A3.5 3.5 0 1 1 8 4.5Z',
  TERMINATING: 'M3 3h10v10H3Z',
  UNKNOWN: 'M8 1.5 14.5 8 8 14.5 1.5 8Z',
  CURRENT: 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z',
};

export function StatusShape({ status }: { status: ObjectStatus }) {
  return (
    <svg className="status-shape" data-status={status} viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <StatusPath status={status} />
    </svg>
  );
}

/** Shape of a status, in a box of 16 by 16, to draw within an SVG picture. */
export const StatusPath = ({ status }: { status: ObjectStatus }) => <path d={SHAPES[status]} />;

interface MarkProps {
  /** Status with the shape and colour to draw. */
  readonly status: ObjectStatus;
  readonly word: string;
  /** Tooltip that explains the word. */
  readonly title?: string;
  readonly children?: ReactNode;
}

export function Mark({ status, word, title, children }: MarkProps) {
  return (
    <span className="status" data-status={status} title={title}>
      <StatusShape status={status} />
      <span className="status-word">{word}</span>
      {children}
    </span>
  );
}

export function StatusMark({ status, suspended = false }: { status: ObjectStatus; suspended?: boolean }) {
  return (
    <Mark status={status} word={texts.status[status]}>
      {suspended && <span className="suspended">{texts.suspended}</span>}
    </Mark>
  );
}
