/** A name whose middle is cut if there is too little room. */
import { endOfName, widthInDigits } from '../format/name.ts';

/** Minimum length of the start; a shorter start is not worth cutting. */
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
