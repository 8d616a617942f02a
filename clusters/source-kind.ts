/**
 * Description of a type of `clusterSources`: its configuration keys, its needs on a hub, and how it is opened.
 * sources/registry.ts lists all types.
 */
import type { z } from 'zod';
import type { Resource } from '../rbac/types.ts';
import type { HubOptions } from './hub.ts';
import type { HubSourceOptions } from './hub-source.ts';
import type { ClusterSource, LeafPolicy } from './source.ts';

export interface SourceKind<
  Type extends string = string,
  IsOnHub extends boolean = boolean,
  Keys extends z.ZodRawShape = z.ZodRawShape,
> {
  /** Value of `type` in the configuration. */
  readonly type: Type;
  /** Sentence about the type for the configuration reference. */
  readonly about: string;
  /**
   * True if the registrations are objects on a hub. People other than the operator can write such objects. False for
   * files on this machine.
   */
  readonly isOnHub: IsOnHub;
  /** Configuration keys of this type only. Other keys are common to all sources, or to all sources on a hub. */
  readonly keys: Keys;
  /** Names of the keys that identify what the source reads (`place` in follow-sources.ts). */
  readonly place: readonly (keyof Keys & string)[];
  /** Resources that the source lists and watches on the hub. */
  readonly reads: readonly Resource[];
  open(options: z.output<z.ZodObject<Keys>> & SourceOptions<IsOnHub>): ClusterSource;
}

type SourceOptions<IsOnHub extends boolean> = IsOnHub extends true
  ? HubOptions & HubSourceOptions
  : { readonly policy: LeafPolicy } & Pick<HubOptions, 'env' | 'log'>;

type Facts<Type extends string, IsOnHub extends boolean, Keys extends z.ZodRawShape> = Omit<
  SourceKind<Type, IsOnHub, Keys>,
  'isOnHub'
>;

/** Defines a type of source that reads objects of a hub. */
export function sourceOnHub<const Type extends string, Keys extends z.ZodRawShape>(
  facts: Facts<Type, true, Keys>,
): SourceKind<Type, true, Keys> {
  return { ...facts, isOnHub: true };
}

/** Defines a type of source that reads files of the operator. */
export function sourceOfFiles<const Type extends string, Keys extends z.ZodRawShape>(
  facts: Omit<Facts<Type, false, Keys>, 'reads'>,
): SourceKind<Type, false, Keys> {
  return { ...facts, isOnHub: false, reads: [] };
}
