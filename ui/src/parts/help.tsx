/** Help dialog: the keyboard shortcuts, the switch that turns the shortcuts off, and the query language. */
import { MAIN_PAGES } from '../pages.ts';
import { texts } from '../texts.ts';
import { Dialog } from './dialog.tsx';
import { PALETTE_KEYS } from './keyboard.ts';
import { switchKeys, useKeysAreOn } from './preferences.ts';

export function Help({ onClose }: { onClose: () => void }) {
  const keysAreOn = useKeysAreOn();
  const said = texts.help;
  return (
    <Dialog name="help" title={said.title} onClose={onClose}>
      <div className="help-columns">
        <section>
          <h3>{said.keys}</h3>
          <dl className="keys">
            <div>
              <dt>
                <kbd>{PALETTE_KEYS}</kbd>
              </dt>
              <dd>{said.goAnywhere}</dd>
            </div>
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
            {MAIN_PAGES.map(({ key, nav }) => (
              <div key={key}>
                <dt>
                  <kbd>g</kbd>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{said.goTo(nav)}</dd>
              </div>
            ))}
          </dl>
          <label className="switch">
            <input type="checkbox" checked={keysAreOn} onChange={event => switchKeys(event.target.checked)} />{' '}
            {said.singleKeys}
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
    </Dialog>
  );
}
