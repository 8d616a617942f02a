/** How long a state has lasted, with the exact time as a tooltip. */
import { age, instant } from '../format/time.ts';
import { useNow } from '../parts/clock.ts';

export function For({ words, since }: { words: string; since: string }) {
  const now = useNow(5_000);
  return (
    <>
      {words}{' '}
      <time dateTime={since} title={instant(since)}>
        {age(since, now)}
      </time>
    </>
  );
}
