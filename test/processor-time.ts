/** Of this thread, in milliseconds: what other processes of the machine take does not count. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
