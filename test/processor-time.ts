/** Processor time of this thread in milliseconds. Excludes the time in which other processes ran. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const spentMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Longest time between two turns of the event loop, in milliseconds of processor time of this thread. */
export async function longestStep(run: () => Promise<unknown>): Promise<number> {
  let [longest, last, isRunning] = [0, spentMs(), true];
  const look = () => {
    longest = Math.max(longest, spentMs() - last);
    last = spentMs();
    if (isRunning) setImmediate(look);
  };
  setImmediate(look);
  await run();
  isRunning = false;
  look();
  return longest;
}
