/** Page that an extension fills. */
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { texts } from '../texts.ts';
import { extensions } from './configured.ts';
import { Mounted } from './mounted.tsx';
import { extensionTexts as said } from './texts.ts';
import './extensions.css';

const route = getRouteApi('/extension');

export function ExtensionPage() {
  const { name } = route.useSearch();
  const extension = extensions.find(it => it.name === name);
  const title = extension?.page ?? name;
  useEffect(() => {
    document.title = texts.title(title);
  }, [title]);
  return (
    <div className="page">
      <h1>{title === '' ? said.from('') : title}</h1>
      {extension?.page === undefined ? (
        <p className="problem">{said.unknown(name)}</p>
      ) : (
        <Mounted key={name} extension={extension} title={title} />
      )}
    </div>
  );
}
