/** Modal dialog with a title and a close button. */
import { useEffect, useRef, type ReactNode } from 'react';
import { texts } from '../texts.ts';

/** `name`: CSS class of the dialog, and prefix of the id of its title. */
export function Dialog({
  name,
  title,
  onClose,
  children,
}: {
  name: string;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={`dialog ${name}`} aria-labelledby={`${name}-title`} onClose={onClose}>
      <div className="dialog-head">
        <h2 id={`${name}-title`}>{title}</h2>
        <button className="icon-button" onClick={() => dialog.current?.close()} aria-label={texts.close}>
          ✕
        </button>
      </div>
      {children}
    </dialog>
  );
}
