/** The environment variables of the configuration, and a check for misspelled ones. */
import type { z } from 'zod';
import { nearest } from '../schema/nearest.ts';
import { environmentName } from './environment-name.ts';
import { configSchema, type Config } from './schema.ts';

/**
 * Paths of the keys that have an environment variable: the keys of each section, and the keys outside of sections. The
 * keys of `store` are listed in the code, because its schema is a union of types.
 */
export function environmentPaths(): string[][] {
  const paths: string[][] = [];
  for (const [section, value] of Object.entries(configSchema.shape)) {
    const inner = sectionKeys(value as z.ZodType);
    if (section === 'store')
      paths.push(
        ...['type', 'url', 'cluster', 'sentinel', 'username', 'passwordEnv', 'tls'].map(key => ['store', key]),
      );
    else if (inner) paths.push(...inner.map(key => [section, key]));
    else paths.push([section]);
  }
  return paths;
}

/** Keys of a section that has defaults. Undefined for a plain value or a list. */
function sectionKeys(type: z.ZodType): string[] | undefined {
  const shape = shapeOf(type);
  return shape && Object.keys(shape);
}

function shapeOf(type: z.ZodType): Record<string, unknown> | undefined {
  const inner = (type as { def?: { type?: string; innerType?: z.ZodType } }).def;
  return inner?.type === 'prefault' && inner.innerType && 'shape' in inner.innerType
    ? (inner.innerType.shape as Record<string, unknown>)
    : undefined;
}

/**
 * Variables that begin with FLEETGRAPH_ and are similar to a known name. Other variables are not reported, since users
 * may choose such names for secrets. Omits names like those that Kubernetes sets for a Service.
 */
export function misspelledVariables(
  env: Readonly<Record<string, string | undefined>>,
): { readonly name: string; readonly meant: string }[] {
  const known = [['config'], ...environmentPaths()].map(environmentName);
  return Object.keys(env).flatMap(name => {
    if (!name.startsWith('FLEETGRAPH_') || known.includes(name) || /_(SERVICE|PORT)(_|$)/.test(name)) return [];
    const meant = nearest(name, known);
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** True if the value of the key is a list. An environment variable separates the items with commas. */
export function isList(path: readonly string[]): boolean {
  const shapes = path.length === 1 ? configSchema.shape : shapeOf(configSchema.shape[path[0] as keyof Config]);
  let type = shapes?.[path.at(-1) as keyof typeof shapes] as
    | { def?: { type?: string; innerType?: unknown } }
    | undefined;
  while (type?.def?.innerType) type = type.def.innerType;
  return type?.def?.type === 'array';
}
