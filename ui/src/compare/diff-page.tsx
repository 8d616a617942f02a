/**
 * Page that compares two objects as YAML. Reads the objects live, with the caller's permissions. Numbers stay as the
 * clusters wrote them.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, type SyntheticEvent } from 'react';
import { partsOfId } from '../format/object-id.ts';
import { TwoObjectsDocument, type TwoObjectsQuery } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { openDiffView } from '../object/diff-view.ts';
import { LiveWords } from '../object/live-words.tsx';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import { comparable } from './manifest.ts';
import { compareTexts } from './texts.ts';
import '../object/object.css';
import './compare.css';

const route = getRouteApi('/diff');
const said = compareTexts.diff;

type Compared = TwoObjectsQuery['left'];

export function DiffPage() {
  const { left = '', right = '', whole } = route.useSearch();
  const navigate = route.useNavigate();
  useEffect(() => {
    document.title = texts.title(said.title);
  }, []);
  const isRequested = left !== '' && right !== '';
  const { data, problem } = useAnswer(
    TwoObjectsDocument,
    { left, right },
    { everyMs: DETAILS_EVERY_MS, paused: !isRequested, exact: true },
  );
  const show = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const id = (name: string) => (typed.get(name) as string).trim();
    void navigate({ search: before => ({ ...before, left: id('left'), right: id('right') }) });
  };
  return (
    <div className="page">
      <p className="crumbs">
        <Link to="/compare">{texts.nav.compare}</Link>
        <span>{said.title}</span>
      </p>
      <header className="page-head">
        <h1>{said.title}</h1>
      </header>
      <form className="two-sides" key={`${left} ${right}`} onSubmit={show} autoComplete="off">
        <IdField name="left" label={said.left} id={left} />
        <IdField name="right" label={said.right} id={right} />
        <div className="two-sides-buttons">
          <button className="main-button">{said.show}</button>
          <button
            type="button"
            className="plain-button"
            disabled={!isRequested}
            onClick={() => void navigate({ search: before => ({ ...before, left: right, right: left }) })}
          >
            {said.swap}
          </button>
          <label className="switch">
            <input
              type="checkbox"
              checked={whole !== undefined}
              onChange={event => {
                const isWhole = event.target.checked;
                void navigate({
                  search: ({ whole: _, ...before }) => ({ ...before, ...(isWhole && { whole: 'yes' }) }),
                  replace: true,
                });
              }}
            />{' '}
            {said.whole}
          </label>
        </div>
      </form>
      {!isRequested && <p className="empty">{said.choose}</p>}
      {isRequested && (
        <>
          {problem && <p className="problem">{problem.message}</p>}
          {!problem && (
            <>
              <LiveSide id={left} sign="−" compared={data && (data.left ?? null)} />
              <LiveSide id={right} sign="+" compared={data && (data.right ?? null)} />
            </>
          )}
          {data?.left?.live?.manifest && data.right?.live?.manifest && (
            <Diff
              left={{ id: left, manifest: data.left.live.manifest }}
              right={{ id: right, manifest: data.right.live.manifest }}
              whole={whole !== undefined}
            />
          )}
        </>
      )}
    </div>
  );
}

function IdField({ name, label, id }: { name: string; label: string; id: string }) {
  return (
    <label>
      {label}
      <input name={name} type="text" defaultValue={id} required placeholder={said.hint} spellCheck={false} />
    </label>
  );
}

function LiveSide({ id, sign, compared }: { id: string; sign: string; compared: Compared | undefined }) {
  const { cluster, kind, namespace, name } = partsOfId(id);
  return (
    <div className="live-side">
      <b aria-hidden="true">{sign}</b>
      <Link to="/object" search={{ id }}>
        {kind} {namespace !== '' && `${namespace}/`}
        {name}
      </Link>
      <LiveWords
        live={compared === undefined ? undefined : (compared?.live ?? null)}
        cluster={cluster}
        problem={undefined}
      />
    </div>
  );
}

interface Manifest {
  readonly id: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

function Diff({ left, right, whole }: { left: Manifest; right: Manifest; whole: boolean }) {
  const one = useMemo(() => comparable(left.manifest, whole), [left.manifest, whole]);
  const other = useMemo(() => comparable(right.manifest, whole), [right.manifest, whole]);
  const host = useRef<HTMLDivElement>(null);
  const differs = one !== other;
  useEffect(() => {
    if (!host.current || !differs) return undefined;
    return openDiffView(host.current, said.label, one, other);
  }, [one, other, differs]);
  const parts = [partsOfId(left.id), partsOfId(right.id)];
  const [nameOfLeft = '', nameOfRight = ''] =
    parts[0]?.cluster === parts[1]?.cluster ? parts.map(it => it.name) : parts.map(it => it.cluster);
  return (
    <>
      {parts.some(({ group, kind }) => group === '' && kind === 'Secret') && <p>{said.secret}</p>}
      <p role="status">{differs ? said.how(nameOfLeft, nameOfRight) : whole ? said.same : said.sameFor}</p>
      <div ref={host} className="yaml" hidden={!differs} />
    </>
  );
}
