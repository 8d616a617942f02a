/** The keys and the query language, and the switch for the keys. */
import { useEffect, useRef } from 'react';
import { texts } from '../texts.ts';
import { switchKeys, useKeysAreOn } from './preferences.ts';

export function Help({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const keysAreOn = useKeysAreOn();
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const said = texts.help;
  return (
    <dialog ref={dialog} className="help" aria-labelledby="help-title" onClose={onClose}>
      <div className="help-head">
        <h2 id="help-title">{said.title}</h2>
        <button className="icon-button" onClick={onClose} aria-label={said.close}>
          ✕
        </button>
      </div>
      <div className="help-columns">
        <section>
          <h3>{said.keys}</h3>
          <dl className="keys">
            {said.keyList.map(([keys, what]) => (
              <div key={what}>
                <dt>
                  {keys.map(key => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
          <label className="switch">
            <input type="checkbox" checked={keysAreOn} onChange={event => switchKeys(event.target.checked)} /> {said.singleKeys}
          </label>
        </section>
        <section>
          <h3>{said.language}</h3>
          <dl className="examples">
            {said.examples.map(([example, what]) => (
              <div key={example}>
                <dt>
                  <code>{example}</code>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </dialog>
  );
}
