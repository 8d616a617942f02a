/** A name, without its middle where that has no room. */
import { endOfName, widthInDigits } from '../format/name.ts';

/** A shorter beginning is not worth cutting. */
const SHORTEST = 3;

export function Name({ name }: { name: string }) {
  const end = endOfName(name);
  if (name.length < end.length + SHORTEST) return name;
  return (
    // Names are read from left to right, also where the page is not.
    <bdi dir="ltr">
      <span className="name-start" style={{ maxWidth: `calc(100% - ${widthInDigits(end).toFixed(2)}ch)` }}>
        {name.slice(0, -end.length)}
      </span>
      {end}
    </bdi>
  );
}
