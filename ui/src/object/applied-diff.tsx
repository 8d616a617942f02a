/**
 * Differences between the last applied manifest of an object and the object, or the reason why no differences are
 * shown.
 */
import { useEffect, useMemo, useRef } from 'react';
import type { LastAppliedQuery } from '../graph/graphql.ts';
import { texts } from '../texts.ts';
import { appliedAndLive } from './applied.ts';
import { openDiffView } from './diff-view.ts';
import { exactYaml } from './exact-yaml.ts';

interface AppliedDiffProps {
  readonly live: NonNullable<NonNullable<LastAppliedQuery['object']>['live']>;
  readonly isSecret: boolean;
  /** Called when the user wants to see managedFields. */
  readonly onManagedFields: () => void;
}

export function AppliedDiff({ live: { lastApplied, manifest }, isSecret, onManagedFields }: AppliedDiffProps) {
  const said = texts.applied;
  // Memoized, because the object is read every few seconds and is mostly unchanged.
  const [applied, live] = useMemo(() => {
    if (!lastApplied || !manifest) return [];
    const sides = appliedAndLive(lastApplied, manifest);
    return [exactYaml(sides.applied), exactYaml(sides.live)];
  }, [lastApplied, manifest]);
  const host = useRef<HTMLDivElement>(null);
  const differs = applied !== live;
  useEffect(() => {
    if (!host.current || !differs || applied === undefined || live === undefined) return undefined;
    return openDiffView(host.current, said.label, applied, live);
  }, [said.label, differs, applied, live]);
  if (isSecret) return <p>{said.secret}</p>;
  if (applied === undefined)
    return (
      <p>
        {said.none}{' '}
        <button className="link-button" onClick={onManagedFields}>
          {said.managedFields}
        </button>
      </p>
    );
  return (
    <>
      <p role="status">{differs ? said.how : said.same}</p>
      <div ref={host} className="yaml" hidden={!differs} />
    </>
  );
}
