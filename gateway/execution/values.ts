/** What subgraphs send: JSON values. A foreign subgraph may send any value in any place, under any name. */

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined for what an object only inherits, like `constructor`. */
export function own(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Assigns under any name: `__proto__`, too, is only a name here. */
export function put(object: JsonObject, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}

/** The name of an object's type, where it has one. */
export function typenameOf(object: JsonObject): string | undefined {
  const name = own(object, '__typename');
  return typeof name === 'string' && name !== '' ? name : undefined;
}
