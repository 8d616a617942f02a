/** What becomes of a query over a stream whose client does not take its payload. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { SinglePayload } from '../../../gateway/streams/payloads.ts';

afterEach(() => {
  jest.useRealTimers();
});

it.each([
  { what: 'is given up after two minutes in which its client does not take the payload', takes: false, givenUp: 1 },
  { what: 'is not given up when its client has taken the payload', takes: true, givenUp: 0 },
])('a query over a stream $what', async ({ takes, givenUp }) => {
  jest.useFakeTimers();
  const giveUp = jest.fn();
  const payload = new SinglePayload({
    execute: async () => ({ answer: { data: { n: 1 } }, status: 200 }),
    place: new DisposableStack(),
    giveUp,
  });
  expect(await payload.begin()).toBeUndefined();
  expect(await payload.next()).toEqual({ value: { data: { n: 1 } }, done: false });
  if (takes) expect(await payload.next()).toEqual({ value: undefined, done: true });
  jest.advanceTimersByTime(119_000);
  expect(giveUp).not.toHaveBeenCalled();
  jest.advanceTimersByTime(2_000);
  expect(giveUp).toHaveBeenCalledTimes(givenUp);
});
