/**
 * Part of a page that an extension fills. If the module is refused or fails, this part shows the error, and the rest of
 * the page keeps working.
 */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { CleanUp, ExtendedObject } from '../../../clients/typescript/src/explorer.ts';
import type { Configured } from './configured.ts';
import { explorerFor } from './explorer.ts';
import { loadExtension } from './load.ts';
import { extensionTexts as said } from './texts.ts';

interface MountedProps {
  readonly extension: Configured;
  readonly title: string;
  /** Undefined on the extension's own page. */
  readonly object?: ExtendedObject;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function Mounted({ extension, title, object }: MountedProps) {
  const { name } = extension;
  const host = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const [isLoading, setLoading] = useState(true);
  const [problem, setProblem] = useState<string>();
  const key = JSON.stringify(object);
  useEffect(() => {
    const place = host.current;
    if (!place) return undefined;
    let isLeft = false;
    let cleanUp: CleanUp;
    const fail = (words: string) => {
      if (isLeft) return;
      place.replaceChildren();
      setProblem(words);
    };
    const leave = () => {
      try {
        cleanUp?.();
      } catch (error) {
        // The content is removed even if the extension fails to clean up.
        reportError(error);
      }
      cleanUp = undefined;
    };
    const fill = async () => {
      const module = await loadExtension(extension).catch((error: unknown) =>
        fail(said.notLoaded(name, wordsOf(error))),
      );
      setLoading(false);
      if (!module || isLeft) return;
      const shown = object ? module.card : module.page;
      if (typeof shown !== 'function') return fail(said.notLoaded(name, said.noExport(object ? 'card' : 'page')));
      const explorer = explorerFor(href => router.history.push(href));
      try {
        cleanUp = object ? await module.card?.(place, explorer, object) : await module.page?.(place, explorer);
        if (isLeft) leave();
      } catch (error) {
        fail(said.broke(name, wordsOf(error)));
      }
    };
    // Opens links of the module within the Explorer, without loading the page again.
    const follow = (event: MouseEvent) => {
      const link = event.composedPath().find(it => it instanceof HTMLAnchorElement);
      const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
      if (!link || !isPlain || event.defaultPrevented || link.target !== '' || link.origin !== window.location.origin)
        return;
      event.preventDefault();
      router.history.push(link.pathname + link.search + link.hash);
    };
    place.addEventListener('click', follow);
    void fill();
    return () => {
      isLeft = true;
      place.removeEventListener('click', follow);
      leave();
      place.replaceChildren();
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key identifies the object
  }, [extension, key, router]);
  return (
    <>
      {isLoading && (
        <p className="quiet" role="status">
          {said.loading(title)}
        </p>
      )}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div ref={host} className="extension" />
    </>
  );
}
