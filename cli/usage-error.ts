import { printable } from './printable.ts';

/**
 * An error that the user can fix: printed without a stack, exit code 2. Text from a server in it cannot rewrite the
 * terminal.
 */
export class UsageError extends Error {
  override name = 'UsageError';

  constructor(message: string) {
    super(message.replace(/[^\n\t]+/g, printable));
  }
}

export const NO_CLUSTER =
  'No cluster is registered. Add clusters to the configuration, or name a kubeconfig with --kubeconfig.';

/** Collects the values of a flag that may be given more than once. */
export const repeated = (value: string, before: readonly string[]): string[] => [...before, value];

/** A whole number within bounds from a flag. @throws UsageError naming the flag and the accepted values */
export function wholeNumber(flag: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max || text.trim() === '')
    throw new UsageError(`${flag} takes a whole number from ${min} to ${max}, not "${text}".`);
  return value;
}
