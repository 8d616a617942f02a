/**
 * Resolvers for the types of kinds in the SDL (schema/kinds/), generated from that SDL.
 *
 * Who attacks: a cluster that sends what its kinds do not allow. What stops it: a value of the wrong type is null, and
 * so is a list with such an item. Nothing throws for what a cluster sent, and only fields made here are never null. All
 * values are charged like the rest of an answer, so aliases multiply no object.
 */
import {
  Kind,
  type DocumentNode,
  type FieldDefinitionNode,
  type ObjectTypeDefinitionNode,
  type TypeNode,
} from 'graphql';
import type { KubernetesObject } from '../../kubernetes/client.ts';
import { isKubernetesObject, isRecord } from '../../kubernetes/object-shape.ts';
import { numberText } from '../../schema/exact-json.ts';
import { int, metadataOf, time } from './manifest.ts';

/** Counts values of the answer. @throws BAD_USER_INPUT if the answer cannot hold them */
export interface Answer {
  /** The answer is full, and its errors say so. Further values are null: an error costs as much as many values. */
  readonly isFull: boolean;
  shown<T>(value: T): T | Promise<T>;
  shownBytes(bytes: number): void;
}

export interface Resources {
  /** By type, by field; merge with those of other types. */
  readonly resolvers: Readonly<Record<string, Readonly<Record<string, FieldResolver>>>>;
  /** Parent of a kind's resolvers; null for a kind without a type. */
  resourceOf(object: KubernetesObject, of: { readonly group: string; readonly kind: string }): Resource | null;
}

type FieldResolver = (parent: never, args: object, answer: Answer) => unknown;

interface Resource {
  readonly __typename: string;
  readonly object: KubernetesObject;
}

interface KindType {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A value as the graph shows it; undefined if it is not of the type. */
type Read = (value: unknown) => unknown;

export function resourcesOf(sdl: DocumentNode): Resources {
  const types = new Map(
    sdl.definitions.flatMap(it => (it.kind === Kind.OBJECT_TYPE_DEFINITION ? [[it.name.value, it] as const] : [])),
  );
  const kinds = new Map<string, KindType>();
  for (const [name, type] of types) {
    const kind = kindOf(type);
    if (kind) kinds.set(name, kind);
  }
  const typeByKind = new Map([...kinds].map(([name, { group, kind }]) => [`${group}/${kind}`, name]));
  const resolvers: Record<string, Record<string, FieldResolver>> = {};
  for (const name of kinds.keys()) addType(name);
  return {
    resolvers,
    resourceOf: (object, { group, kind }) => {
      const __typename = typeByKind.get(`${group}/${kind}`);
      return __typename === undefined ? null : { __typename, object };
    },
  };

  function addType(name: string): void {
    const type = types.get(name);
    if (!type || resolvers[name] || name in MADE_ELSEWHERE) return;
    const kind = kinds.get(name);
    const fields: Record<string, FieldResolver> = (resolvers[name] = {});
    for (const field of type.fields ?? []) {
      const ofEvery = kind && ofEveryKind(kind, field.name.value);
      fields[field.name.value] = ofEvery ?? fieldResolver(field, kind !== undefined);
      if (!ofEvery) addType(namedType(field.type));
    }
  }

  function fieldResolver(field: FieldDefinitionNode, isOfKind: boolean): FieldResolver {
    const property = argumentOf(field, 'called', 'name') ?? field.name.value;
    const read = readerOf(field.type);
    const isWhole = isWholeValue(field.type);
    return (parent: Readonly<Record<string, unknown>> & Resource, _args, answer) => {
      if (answer.isFull) return null;
      const of = isOfKind ? parent.object : parent;
      const value = Object.hasOwn(of, property) ? read((of as Readonly<Record<string, unknown>>)[property]) : undefined;
      if (value === undefined || value === null) return null;
      if (isWhole) return answer.shown(value);
      answer.shownBytes(typeof value === 'string' ? value.length + 2 : 8 * (Array.isArray(value) ? value.length : 1));
      return value;
    };
  }

  function readerOf(type: TypeNode): Read {
    if (type.kind === Kind.NON_NULL_TYPE) return readerOf(type.type);
    if (type.kind === Kind.NAMED_TYPE) return SCALARS[type.name.value] ?? objectReader(type.name.value);
    if (namedType(type) === SECRET_KEY) return secretKeys;
    const isNullable = type.type.kind !== Kind.NON_NULL_TYPE;
    const readItem = readerOf(type.type);
    return value => {
      if (!Array.isArray(value)) return undefined;
      const items = value.map(item => (isNullable && item === null ? null : readItem(item)));
      return items.includes(undefined) ? undefined : items;
    };
  }

  function objectReader(name: string): Read {
    if (!kinds.has(name)) return value => (isRecord(value) ? value : undefined);
    return value => {
      // Reading the shape drops nulls, and other fields show this object unchanged.
      const object =
        isRecord(value) && isRecord(value.metadata) ? { ...value, metadata: { ...value.metadata } } : undefined;
      return isKubernetesObject(object) ? ({ __typename: name, object } satisfies Resource) : undefined;
    };
  }
}

/** Fields that the interface promises are made here, whatever a cluster sent. */
function ofEveryKind({ group, version, kind }: KindType, field: string): FieldResolver | undefined {
  switch (field) {
    case 'apiVersion':
      return ({ object }: Resource) => object.apiVersion ?? (group === '' ? version : `${group}/${version}`);
    case 'kind':
      return () => kind;
    case 'metadata':
      return ({ object }: Resource, _args, answer) => answer.shown(metadataOf(object));
    default:
      return undefined;
  }
}

const SECRET_KEY = 'SecretKey';
/** Made by `metadata` and `secretKeys`. */
const MADE_ELSEWHERE = { ObjectMeta: true, [SECRET_KEY]: true };
/** Go's syntax of durations. */
const DURATION = /^[+-]?(?:0|(?:\d{1,20}(?:\.\d{0,20})?(?:ns|us|µs|ms|s|m|h)){1,8})$/;
const QUANTITY = /^[+-]?[0-9.]{1,40}(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d{1,3})?$/;

const SCALARS: Readonly<Record<string, Read>> = {
  String: value => (typeof value === 'string' ? value : undefined),
  Boolean: value => (typeof value === 'boolean' ? value : undefined),
  Int: int,
  // Clients that read larger integers as doubles would lose digits.
  BigInt: value => (Number.isSafeInteger(float(value)) ? float(value) : undefined),
  Float: float,
  DateTime: time,
  Duration: value => (typeof value === 'string' && DURATION.test(value) ? value : undefined),
  Quantity: quantity,
  IntOrString: value => (typeof value === 'string' ? value : int(value)),
  StringMap: value => (isRecord(value) && hasOnlyTexts(value) ? value : undefined),
  JSON: value => value,
};

function float(value: unknown): number | undefined {
  const number = Number(numberText(value));
  return Number.isFinite(number) ? number : undefined;
}

function quantity(value: unknown): string | undefined {
  const text = numberText(value) ?? value;
  return typeof text === 'string' && QUANTITY.test(text) ? text : undefined;
}

function hasOnlyTexts(map: Readonly<Record<string, unknown>>): boolean {
  for (const key in map) if (typeof map[key] !== 'string') return false;
  return true;
}

/** Values are gone (manifest.ts); their lengths remain. */
function secretKeys(data: unknown): unknown {
  if (!isRecord(data)) return undefined;
  return Object.entries(data).map(([name, value]) => ({
    name,
    size: isRecord(value) && typeof value['bytes'] === 'number' ? value['bytes'] : null,
  }));
}

/** Types that the executor completes in one step, whatever their size: they are charged piece by piece. */
function isWholeValue(type: TypeNode): boolean {
  const name = namedType(type);
  const isList =
    type.kind === Kind.LIST_TYPE || (type.kind === Kind.NON_NULL_TYPE && type.type.kind === Kind.LIST_TYPE);
  return name === 'JSON' || name === 'StringMap' || (isList && name in SCALARS);
}

function kindOf(type: ObjectTypeDefinitionNode): KindType | undefined {
  const [group, version, kind] = ['group', 'version', 'kind'].map(argument => argumentOf(type, 'kind', argument));
  return group !== undefined && version !== undefined && kind !== undefined ? { group, version, kind } : undefined;
}

function argumentOf(
  { directives }: FieldDefinitionNode | ObjectTypeDefinitionNode,
  directive: string,
  argument: string,
): string | undefined {
  const found = directives
    ?.find(({ name }) => name.value === directive)
    ?.arguments?.find(({ name }) => name.value === argument)?.value;
  return found?.kind === Kind.STRING ? found.value : undefined;
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}
