/** Values of HTTP headers. The configuration names the environment variable that holds the value. */
import { UsageError } from '../usage-error.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the value of a header. Messages do not contain the value, because it is usually a credential.
 * @param key Key of the configuration, for messages
 * @param of Name of the server that receives the header
 * @throws UsageError
 */
export function headerValue(
  key: string,
  of: string,
  { name, env }: { readonly name: string; readonly env: string },
  environment: Environment,
): string {
  const value = environment[env]?.trim(); // a value from a file may end with a line break
  if (!value)
    throw new UsageError(
      `${key}: the header ${name} of ${of} names ${env}, and there is no such environment variable. Set it, or leave the header out.`,
    );
  if (!/^[\t\u0020-\u007e\u0080-\u00ff]+$/.test(value))
    throw new UsageError(
      `${key}: what ${env} holds cannot be the header ${name} of ${of}: it has a line break or another character that no header may have.`,
    );
  return value;
}
