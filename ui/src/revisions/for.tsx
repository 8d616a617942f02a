/** How long something has been so, with the instant for who wants to know it exactly. */
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
