/**
 * Announces a change to screen readers. Waits some time after the last change, so that not every keystroke is
 * announced.
 */
import { useEffect, useState } from 'react';

const QUIET_MS = 1_000;

export function Announce({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="sr-only" role="status">
      {said}
    </div>
  );
}
