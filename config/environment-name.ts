/** Names of environment variables, apart from the keys that there are: help texts need no schema. */

/** The environment variable of each key: FLEETGRAPH_ and the path in capitals. Lists and objects are YAML. */
export function environmentName(path: readonly string[]): string {
  return `FLEETGRAPH_${path.map(key => key.replace(/[A-Z]/g, capital => `_${capital}`).toUpperCase()).join('_')}`;
}
