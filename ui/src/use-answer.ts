/**
 * Hook for the answer to a query, kept up to date. Returns an earlier answer to the same query, if one is kept, until
 * the new answer arrives.
 */
import type { AnyVariables, TypedDocumentNode } from '@urql/core';
import { useEffect, useState } from 'react';
import { ask, type Answer, type Problem } from './client.ts';
import { useFollowing } from './live.ts';

export interface Kept<Data> {
  readonly data: Data | undefined;
  /** Time when `data` arrived. Undefined before the first answer. */
  readonly at: number | undefined;
  /** Problem of the latest request. `data` keeps the earlier answer. */
  readonly problem: Problem | undefined;
  readonly refresh: () => Promise<void>;
}

const KEPT = 60;
const answers = new Map<string, Answer<unknown>>();

/** Clears the answers of the previous caller. */
export const forgetAnswers = (): void => answers.clear();

export function useAnswer<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  {
    everyMs,
    version,
    paused = false,
    exact = false,
  }: { everyMs: number; version?: number; paused?: boolean; exact?: boolean },
): Kept<Data> {
  const key = keyOf(document, variables);
  const [latest, setLatest] = useState<{
    key: string;
    data: Data | undefined;
    at: number | undefined;
    problem: Problem | undefined;
  }>();
  const known = answers.get(key) as Answer<Data> | undefined;
  const shown = latest?.key === key ? latest : { key, data: known?.data, at: known?.at, problem: undefined };
  const refresh = async (left?: AbortSignal) => {
    if (paused) return;
    const answer = await ask(document, variables, left, { exact });
    if (left?.aborted) return;
    if (answer.data !== undefined) keep(key, answer);
    setLatest(before => {
      const kept = answer.data === undefined ? (before?.key === key ? before : known) : answer;
      return { key, data: kept?.data, at: kept?.at, problem: answer.problem };
    });
  };
  useEffect(() => {
    const leaving = new AbortController();
    void refresh(leaving.signal);
    return () => leaving.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key identifies the query
  }, [key, paused]);
  useFollowing(() => refresh(), everyMs, version);
  return { ...shown, refresh: () => refresh() };
}

function keyOf(document: TypedDocumentNode<unknown, never>, variables: AnyVariables): string {
  // The key contains the names of all definitions, because fragments may come before or after the operation.
  const names = document.definitions.map(definition => ('name' in definition ? definition.name?.value : ''));
  return `${names.join(' ')} ${JSON.stringify(variables)}`;
}

function keep(key: string, answer: Answer<unknown>): void {
  answers.delete(key);
  answers.set(key, answer);
  const [oldest] = answers.keys();
  if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest);
}
