/** Name that is cut in the middle if the space is too small. */
import { endOfName, widthInDigits } from '../format/name.ts';

/** Minimum length of a start that is cut, in characters. Cutting a shorter start would save nothing. */
const SHORTEST = 3;

export function Name({ name }: { name: string }) {
  const end = endOfName(name);
  if (name.length < end.length + SHORTEST) return name;
  return (
    // Names are written from left to right, even if the page is written from right to left.
    <bdi dir="ltr">
      <span className="name-start" style={{ maxWidth: `calc(100% - ${widthInDigits(end).toFixed(2)}ch)` }}>
        {name.slice(0, -end.length)}
      </span>
      {end}
    </bdi>
  );
}
