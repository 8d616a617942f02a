/** API of the Explorer for the modules of extensions. */
import { createRequest, type TypedDocumentNode } from '@urql/core';
import type { Destination, Explorer } from '../../../clients/typescript/src/explorer.ts';
import { ask } from '../client.ts';
import { publicPath } from '../public-path.ts';
import { printSearch } from '../query/url.ts';
import { extensionTexts as said } from './texts.ts';

function addressOf(to: Destination): string {
  if ('objects' in to) return `/objects${printSearch({ q: to.objects })}`;
  if ('object' in to) return `/object${printSearch({ id: to.object })}`;
  if ('cluster' in to) return `/cluster${printSearch({ name: to.cluster })}`;
  return `/extension${printSearch({ name: to.extension })}`;
}

const dark = window.matchMedia('(prefers-color-scheme: dark)');

function theme(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : dark.matches ? 'dark' : 'light';
}

/**
 * @param open Opens a page of the Explorer. `href` is a path with a query string, for example
 * `/objects?q=status:failed`
 */
export function explorerFor(open: (href: string) => void): Explorer {
  const href = (to: Destination) => publicPath + addressOf(to);
  return {
    version: 1,
    async query<Data>(document: string, variables: Readonly<Record<string, unknown>> = {}) {
      const { query } = createRequest(document, variables);
      const isQuery = query.definitions.every(
        it =>
          it.kind !== ('OperationDefinition' as typeof it.kind) || ('operation' in it && `${it.operation}` === 'query'),
      );
      if (!isQuery) throw new Error(said.queriesOnly);
      const { data, problem } = await ask(query as TypedDocumentNode<Data, Record<string, unknown>>, { ...variables });
      return { data, problem: problem?.message };
    },
    navigate: to => open(href(to)),
    href,
    theme: {
      now: theme,
      follow(reported) {
        let last = theme();
        const changed = () => {
          if (theme() !== last) reported((last = theme()));
        };
        const observer = new MutationObserver(changed);
        observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
        dark.addEventListener('change', changed);
        return () => {
          observer.disconnect();
          dark.removeEventListener('change', changed);
        };
      },
    },
  };
}
