/**
 * Names of environment variables. This file does not import the schema, so that help texts can be printed without
 * loading the schema.
 */

/** The environment variable of a key: FLEETGRAPH_ and the key's path in capitals, with `_` between words. */
export function environmentName(path: readonly string[]): string {
  return `FLEETGRAPH_${path.map(key => key.replace(/[A-Z]/g, capital => `_${capital}`).toUpperCase()).join('_')}`;
}
