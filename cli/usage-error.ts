import { printable } from './printable.ts';

/**
 * An error that the user can fix. It is printed without a stack, and the exit code is 2. Text from a server in the
 * message is made safe for the terminal.
 */
export class UsageError extends Error {
  override name = 'UsageError';

  constructor(message: string) {
    super(message.replace(/[^\n\t]+/g, printable));
  }
}

export const NO_CLUSTER =
  'No cluster is registered. Add clusters to the configuration, or name a kubeconfig with --kubeconfig.';

/** Collects the values of a flag that may occur more than once. */
export const repeated = (value: string, before: readonly string[]): string[] => [...before, value];

/**
 * Parses a whole number within bounds from a flag.
 * @throws UsageError that names the flag and the accepted values
 */
export function wholeNumber(flag: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max || text.trim() === '')
    throw new UsageError(`${flag} takes a whole number from ${min} to ${max}, not "${text}".`);
  return value;
}
