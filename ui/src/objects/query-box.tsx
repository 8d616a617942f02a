/**
 * Query box: a text field with completions at the caret. A text is searched for while the user types. A condition is
 * applied only when the condition is complete. An incomplete condition such as `kind:Kustomiz` would empty the list.
 */
import {
  memo,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { flushSync } from 'react-dom';
import { ask } from '../client.ts';
import { counted } from '../format/count.ts';
import {
  LabelFacetDocument,
  SuggestionsDocument,
  type ObjectFilter,
  type SuggestionsQueryVariables,
  type SummaryQuery,
} from '../graph/graphql.ts';
import {
  accepted,
  completionAt,
  keysFor,
  wantedLabels,
  wantedSuggestions,
  type Proposable,
  type Proposal,
  type Suggestions,
} from '../query/completion.ts';
import { meaningOf, STATUSES, typedStatus, type KnownNames } from '../query/filter.ts';
import { parseQuery, printQuery, settledPart, type Term } from '../query/language.ts';
import { texts } from '../texts.ts';
import { FACET_FIELDS } from './facet-fields.ts';

type Facets = NonNullable<SummaryQuery['objects']>['facets'];

export interface QueryBoxHandle {
  focus(): void;
}

interface QueryBoxProps {
  readonly ref: Ref<QueryBoxHandle>;
  readonly q: string;
  readonly facets: Facets | undefined;
  readonly known: KnownNames | undefined;
  readonly onTerms: (terms: readonly Term[], options?: { replace?: boolean }) => void;
}

/**
 * Minimum time between two requests for key presses, in milliseconds. Without this limit, a key that is held down would
 * send a request for each letter.
 */
const APART_MS = 50;
/** Delay before completions are requested, in milliseconds. The delay lets the rows be requested first. */
const SUGGEST_MS = 250;

/** Memoized, so that new rows do not render the box again. */
export const QueryBox = memo(function QueryBox({ ref, q, facets, known, onTerms }: QueryBoxProps) {
  const [typed, setTyped] = useState(q);
  const [caret, setCaret] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const [committed, setCommitted] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const requestedAt = useRef(0);
  const listId = useId();
  useImperativeHandle(ref, () => ({
    focus: () => {
      input.current?.focus();
      input.current?.select();
    },
  }));
  const proposable = useMemo(() => proposableOf(facets, known), [facets, known]);
  const suggestions = useSuggestions(isOpen ? typed : '', caret, known);
  const completion = useMemo(
    () => completionAt(typed, caret, proposable, suggestions),
    [typed, caret, proposable, suggestions],
  );
  const proposals = isOpen ? completion.proposals : [];

  // A query that comes from a facet or the back button replaces the text. If the query comes from typing, the text
  // stays.
  const [shown, setShown] = useState(q);
  if (q !== shown) {
    setShown(q);
    setCommitted(undefined);
    if (q !== committed) setTyped(q);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const commit = (terms: readonly Term[], options?: { replace?: boolean }) => {
    clearTimeout(timer.current);
    const printed = printQuery(terms);
    if (printed === printQuery(parseQuery(q))) return;
    setCommitted(printed);
    onTerms(terms, options);
  };
  const change = (text: string, at: number) => {
    setTyped(text);
    setCaret(at);
    setOpen(true);
    setChosen(-1);
    clearTimeout(timer.current);
    const ask = () => {
      requestedAt.current = performance.now();
      commit(settledPart(text, at), { replace: true });
    };
    const wait = requestedAt.current + APART_MS - performance.now();
    if (wait > 0) timer.current = setTimeout(ask, wait);
    else ask();
  };
  const accept = (proposal: Proposal) => {
    const next = accepted(typed, completion, proposal);
    // Rendered at once, so that the caret is set before the next key. A key typed earlier would stand behind the caret.
    flushSync(() => {
      setTyped(next.typed);
      setCaret(next.caret);
      setChosen(-1);
      setOpen(proposal.value === undefined);
    });
    input.current?.setSelectionRange(next.caret, next.caret);
    if (proposal.value !== undefined) commit(parseQuery(next.typed));
  };
  const keyDown = (event: KeyboardEvent) => {
    const count = proposals.length;
    const proposal = proposals[chosen];
    if (event.key === 'ArrowDown' && !isOpen) setOpen(true);
    else if (event.key === 'ArrowDown' && count > 0) setChosen((chosen + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) setChosen((chosen <= 0 ? count : chosen) - 1);
    else if ((event.key === 'Enter' || event.key === 'Tab') && proposal) accept(proposal);
    else if (event.key === 'Enter') {
      commit(parseQuery(typed));
      setOpen(false);
    } else if (event.key === 'Escape' && isOpen) setOpen(false);
    else if (event.key === 'Escape') input.current?.blur();
    else return;
    event.preventDefault();
  };
  const said = texts.query;
  return (
    <div className="query" role="search">
      <input
        ref={input}
        className="query-input"
        type="text"
        role="combobox"
        aria-label={said.label}
        aria-expanded={proposals.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen >= 0 ? `${listId}-${chosen}` : undefined}
        placeholder={said.placeholder}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        value={typed}
        onChange={event => change(event.target.value, event.target.selectionStart ?? event.target.value.length)}
        onSelect={event => setCaret(event.currentTarget.selectionStart ?? 0)}
        onFocus={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          commit(parseQuery(typed));
        }}
        onKeyDown={keyDown}
      />
      {typed !== '' && (
        <button
          className="icon-button query-clear"
          aria-label={said.clear}
          onClick={() => {
            setTyped('');
            onTerms([]);
            input.current?.focus();
          }}
        >
          ✕
        </button>
      )}
      <ul id={listId} role="listbox" aria-label={said.proposals} className="proposals" hidden={proposals.length === 0}>
        {proposals.map((proposal, index) => (
          <li
            key={proposal.insert}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === chosen}
            // Keeps the focus in the field.
            onPointerDown={event => event.preventDefault()}
            onClick={() => accept(proposal)}
          >
            <code>{proposal.insert}</code>
            <span className="quiet">
              {proposal.value === undefined
                ? said.fields[proposal.field]
                : proposal.count !== undefined && counted(proposal.count)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
});

const NONE: Suggestions = [];

/** Completions that the server suggests at the caret. Drops earlier suggestions that no longer fit the text. */
function useSuggestions(typed: string, caret: number, known: KnownNames | undefined): Suggestions {
  const wanted = wantedSuggestions(typed, caret);
  const labels = wanted ? undefined : wantedLabels(typed, caret);
  const requested: Requested | undefined = wanted
    ? { words: { text: wanted.text, fields: [...wanted.fields], filter: meaningOf(wanted.rest, known).filter } }
    : labels && { labels: { key: labels.key, value: labels.value, filter: meaningOf(labels.rest, known).filter } };
  const key = requested && JSON.stringify(requested);
  const [latest, setLatest] = useState<{ key: string; suggestions: Suggestions }>();
  useEffect(() => {
    if (key === undefined) return;
    const leaving = new AbortController();
    const suggest = async () => {
      const { words, labels } = JSON.parse(key) as Requested;
      const suggestions = words
        ? (await ask(SuggestionsDocument, words, leaving.signal)).data?.suggestions
        : labels && (await suggestedLabels(labels, leaving.signal));
      if (!leaving.signal.aborted) setLatest({ key, suggestions: suggestions ?? NONE });
    };
    const timer = setTimeout(() => void suggest(), SUGGEST_MS);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [key]);
  return latest && latest.key === key ? latest.suggestions : NONE;
}

interface RequestedLabels {
  readonly key: string;
  /** Text after `=`. Undefined while the user still types the key. */
  readonly value: string | undefined;
  readonly filter: ObjectFilter;
}

interface Requested {
  readonly words?: SuggestionsQueryVariables;
  readonly labels?: RequestedLabels;
}

/** Label keys that contain `key`. If `value` is defined: labels with such a key, whose value contains `value`. */
async function suggestedLabels({ key, value, filter }: RequestedLabels, left: AbortSignal): Promise<Suggestions> {
  const facet = async (labelKey: string | undefined, holds: string) => {
    const match = holds === '' ? null : { contains: holds };
    const fields = labelKey === undefined ? (['LABEL_KEY'] as const) : (['LABEL'] as const);
    const { data } = await ask(
      LabelFacetDocument,
      { filter, fields: [...fields], labelKey: labelKey ?? null, match },
      left,
    );
    return data?.objects?.facets?.[0]?.values.filter(({ value }) => value !== '') ?? [];
  };
  const keys = await facet(undefined, key);
  if (value === undefined) return keys.map(it => ({ field: 'LABEL_KEY', ...it }));
  const found = keysFor(
    key,
    keys.map(it => it.value),
  );
  const values = await Promise.all(found.map(async of => (await facet(of, value)).map(it => ({ of, ...it }))));
  return values.flat().map(({ of, value, count }) => ({ field: 'LABEL', value: `${of}=${value}`, count }));
}

function proposableOf(facets: Facets | undefined, known: KnownNames | undefined): Proposable {
  const counted = Object.fromEntries(
    (facets ?? []).flatMap(({ field, values }) => {
      const named = FACET_FIELDS[field];
      return named ? [[named, values.filter(({ value }) => value !== '')]] : [];
    }),
  ) as Proposable;
  const beyond = (field: 'cluster' | 'namespace', names: readonly string[] = []) => {
    const values = counted[field] ?? [];
    const have = new Set(values.map(({ value }) => value));
    return [...values, ...names.filter(name => !have.has(name)).map(value => ({ value }))];
  };
  const statusCounts = new Map(
    facets?.find(({ field }) => field === 'STATUS')?.values.map(({ value, count }) => [value, count]),
  );
  return {
    ...counted,
    status: Object.values(STATUSES).map(status => ({
      value: typedStatus(status),
      count: statusCounts.get(status) ?? 0,
    })),
    kind: kindsWithoutGroups(counted.kind ?? [], known),
    cluster: beyond('cluster', known?.clusters),
    namespace: beyond('namespace', known?.namespaces),
    suspended: [{ value: 'true' }, { value: 'false' }],
  };
}

/** Shortens a kind to its name, `Kustomization`, if only one kind has this name. Otherwise keeps the group. */
function kindsWithoutGroups(
  counted: NonNullable<Proposable['kind']>,
  known: KnownNames | undefined,
): NonNullable<Proposable['kind']> {
  const counts = new Map(counted.map(({ value, count }) => [value, count]));
  const kinds = known?.kinds ?? counted.map(({ value }) => ({ name: value.split('.', 1)[0] ?? value, value }));
  return kinds
    .map(({ name, value }) => ({
      value: kinds.filter(kind => kind.name === name).length > 1 ? value : name,
      count: counts.get(value) ?? 0,
    }))
    .toSorted((a, b) => b.count - a.count);
}
