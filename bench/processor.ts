/**
 * Processor time of work in this process. Answers from the index use only this thread, so the figure is also valid on
 * a busy machine.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { processorTime } from '../test/processor-time.ts';
import { summary, type Latencies } from './load.ts';

export async function processorTimes(
  work: () => Promise<unknown>,
  { rounds = 100, warmUp = 15 } = {},
): Promise<Latencies> {
  const times: number[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    const before = processorTime();
    await work();
    if (round >= 0) times.push(processorTime() - before);
    await nextTurn();
  }
  return summary(times);
}

/** Longest processor time between two turns of the event loop, in milliseconds. Returns the median over `runs` runs. */
export async function longestStep(work: () => Promise<unknown>, runs = 30): Promise<number> {
  const longest: number[] = [];
  for (let run = 0; run < runs; run++) {
    let [last, most, isDone] = [processorTime(), 0, false];
    const turn = () => {
      const now = processorTime();
      [most, last] = [Math.max(most, now - last), now];
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    await work();
    isDone = true;
    longest.push(most);
    await nextTurn();
  }
  return summary(longest).p50;
}
