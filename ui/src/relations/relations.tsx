/**
 * Objects above an object, such as owners and sources, and objects below, such as owned Pods. Shown as a diagram if
 * there is enough space, otherwise as a nested list. Screen readers get the nested list, because the lines of the
 * diagram are only visual.
 */
import { Link } from '@tanstack/react-router';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { RelationsDocument } from '../graph/graphql.ts';
import { DETAILS_EVERY_MS } from '../live.ts';
import { Name } from '../parts/name.tsx';
import { StatusShape } from '../parts/status.tsx';
import { texts } from '../texts.ts';
import { useAnswer } from '../use-answer.ts';
import {
  beside,
  branchesOf,
  inIndex,
  layoutOf,
  NODE,
  restId,
  worstOf,
  type Branch,
  type Layout,
  type Place,
} from './branches.ts';
import './relations.css';

export function Relations({ id }: { id: string }) {
  const { data, problem } = useAnswer(RelationsDocument, { id }, { everyMs: DETAILS_EVERY_MS });
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [above, below] = useMemo(
    () => [branchesOf(inIndex(data?.above?.nodes), unfolded), branchesOf(inIndex(data?.below?.nodes), unfolded)],
    [data, unfolded],
  );
  const layout = useMemo(() => above && below && layoutOf(above, below), [above, below]);
  const picture = useRef<HTMLDivElement>(null);
  const said = texts.relations;
  if (!data) return <p className={problem ? 'problem' : 'quiet'}>{problem?.message ?? said.reading}</p>;
  if (!above || !below || !layout) return <p className="quiet">{texts.object.absent}</p>;
  const isAlone = layout.places.size === 1;
  const causes = [data.above, data.below].flatMap(tree => tree?.firstFailure?.id ?? []);
  const shared = {
    layout,
    rootId: id,
    cause: causes.find(it => it !== id),
    onUnfold: (of: string) => setUnfolded(new Set([...unfolded, of])),
  };
  const keyDown = (event: KeyboardEvent) => {
    const here = (event.target as HTMLElement).dataset['id'];
    const next = here === undefined ? undefined : beside(layout.places, here, event.key);
    const element =
      next === undefined ? undefined : picture.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(next)}"]`);
    if (!element) return;
    event.preventDefault();
    element.focus();
  };
  return (
    <section className="relations">
      {problem && <p className="problem">{texts.object.notRead(problem.message)}</p>}
      <p className="quiet small tree-how">{isAlone ? said.alone : said.how}</p>
      {(data.above?.truncated === true || data.below?.truncated === true) && (
        <p className="problem">{said.truncated}</p>
      )}
      <div className="tree-frame">
        <div
          ref={picture}
          className="tree"
          style={{ width: inRem(layout.width), height: inRem(layout.height) }}
          onKeyDown={keyDown}
        >
          <Lines layout={layout} />
          {above.children.length > 0 && <Side branch={above} direction="UP" {...shared} />}
          <ul aria-label={said.DOWN.label}>
            <BranchItem branch={below} direction="DOWN" {...shared} />
          </ul>
        </div>
      </div>
    </section>
  );
}

/** Converts layout units to rem. One rem has 13 units, so a unit is one pixel at the default text size. */
const inRem = (units: number): string => `${units / 13}rem`;

function Lines({ layout: { places, lines, width, height } }: { layout: Layout }) {
  const curve = (from: Place, to: Place) => {
    const [x1, y1, x2, y2] = [from.x + NODE.width, from.y + NODE.height / 2, to.x, to.y + NODE.height / 2];
    const half = (x2 - x1) / 2;
    return `M${x1} ${y1}C${x1 + half} ${y1} ${x2 - half} ${y2} ${x2} ${y2}`;
  };
  return (
    <svg
      className="tree-lines"
      viewBox={`0 0 ${width} ${height}`}
      style={{ width: inRem(width), height: inRem(height) }}
      aria-hidden="true"
    >
      {lines.map(({ from, to, worst }) => {
        const [start, end] = [places.get(from), places.get(to)];
        return start && end && <path key={`${from} ${to}`} d={curve(start, end)} data-status={worst} />;
      })}
    </svg>
  );
}

interface SideProps {
  readonly branch: Branch;
  readonly direction: 'UP' | 'DOWN';
  readonly layout: Layout;
  readonly rootId: string;
  /** Id of the first failing object, except the root. Undefined if no such object fails. */
  readonly cause: string | undefined;
  readonly onUnfold: (id: string) => void;
}

function Side({ branch, ...props }: SideProps) {
  const { id } = branch.item.object;
  const rest = props.layout.places.get(restId(id));
  return (
    <ul aria-label={id === props.rootId ? texts.relations[props.direction].label : undefined}>
      {branch.children.map(child => (
        <BranchItem key={child.item.object.id} branch={child} {...props} />
      ))}
      {rest && branch.folded.length > 0 && (
        <li>
          <button
            className="tree-node tree-rest"
            data-id={restId(id)}
            style={{ left: inRem(rest.x), top: inRem(rest.y) }}
            onClick={() => props.onUnfold(id)}
          >
            <StatusShape status={worstOf(branch.folded.map(({ worst }) => worst))} />
            {texts.relations.more(branch.folded.length)}
          </button>
        </li>
      )}
    </ul>
  );
}

function BranchItem({ branch, ...props }: SideProps) {
  const { object, relation } = branch.item;
  const at = props.layout.places.get(object.id);
  const said = texts.relations;
  const isRoot = object.id === props.rootId;
  const words = [
    object.id === props.cause ? said.cause : undefined,
    relation ? said[props.direction][relation] : undefined,
    object.suspended ? texts.suspended : undefined,
  ].filter(Boolean);
  return (
    <li data-status={object.status}>
      <Link
        to="/object"
        search={{ id: object.id, ...(isRoot ? {} : { show: 'tree' as const }) }}
        className="tree-node"
        data-id={object.id}
        data-cause={object.id === props.cause || undefined}
        title={[
          object.namespace ? `${object.namespace}/${object.name}` : object.name,
          texts.status[object.status],
          object.reason,
          object.message,
        ]
          .filter(Boolean)
          .join('\n')}
        preload={false}
        style={{ left: inRem(at?.x ?? 0), top: inRem(at?.y ?? 0) }}
      >
        <StatusShape status={object.status} />
        <span className="tree-name">
          <Name name={object.name} />
        </span>
        <span className="tree-kind">
          <b>{object.kind}</b> {words.length > 0 && `· ${words.join(' · ')}`}
          <span className="sr-only">
            , {texts.status[object.status]} {object.reason}
          </span>
        </span>
      </Link>
      {(!isRoot || props.direction === 'DOWN') && branch.children.length > 0 && <Side branch={branch} {...props} />}
    </li>
  );
}
