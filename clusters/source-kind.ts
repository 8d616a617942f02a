/**
 * A type of `clusterSources`: its keys in the configuration, what it needs on a hub, and how it is opened. Each file of
 * sources/ exports its types, and sources/registry.ts lists them.
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
  /** Word for it in the configuration. */
  readonly type: Type;
  /** Sentence about it in the reference of the configuration. */
  readonly about: string;
  /**
   * True if other people than the operator write the registrations, as objects of a cluster. False for files of this
   * machine.
   */
  readonly isOnHub: IsOnHub;
  /** Keys in the configuration, beside those of all sources and of all sources on a hub. */
  readonly keys: Keys;
  /** Names of those keys that say where it reads. */
  readonly place: readonly (keyof Keys & string)[];
  /** Resources that it lists and watches on the hub. */
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

/** A type of source that reads objects of a hub. */
export function sourceOnHub<const Type extends string, Keys extends z.ZodRawShape>(
  facts: Facts<Type, true, Keys>,
): SourceKind<Type, true, Keys> {
  return { ...facts, isOnHub: true };
}

/** A type of source that reads files of the operator. */
export function sourceOfFiles<const Type extends string, Keys extends z.ZodRawShape>(
  facts: Omit<Facts<Type, false, Keys>, 'reads'>,
): SourceKind<Type, false, Keys> {
  return { ...facts, isOnHub: false, reads: [] };
}
