/** Processor time of this thread, in milliseconds, independent of other processes of the machine. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
