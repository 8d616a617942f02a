/** Cards of extensions on the page of an object. */
import type { ExtendedObject } from '../../../clients/typescript/src/explorer.ts';
import { withCard } from './configured.ts';
import { Mounted } from './mounted.tsx';
import { extensionTexts as said } from './texts.ts';
import './extensions.css';

export function ExtensionCards({ object }: { object: ExtendedObject }) {
  return withCard(object).map(
    extension =>
      extension.card && (
        <section key={extension.name} className="extension-card" aria-labelledby={`extension-${extension.name}`}>
          <h2 id={`extension-${extension.name}`}>
            {extension.card.title} <span className="quiet">{said.from(extension.name)}</span>
          </h2>
          <Mounted extension={extension} title={extension.card.title} object={object} />
        </section>
      ),
  );
}
