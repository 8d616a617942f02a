/** Tells a screen reader of a change, a while after the last one, so that it is not told of each keystroke. */
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
