/**
 * Resolvers for the types of kinds in the SDL (schema/kinds/), built from that SDL.
 *
 * The attacker is a cluster that sends values that its kinds do not allow. The defence: a value of the wrong type is
 * null, and so is a list with such an item. A wrong value causes no error. All values are charged to the answer, so
 * aliases cannot multiply an object for free.
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

/**
 * Counts the values of the answer.
 * @throws BAD_USER_INPUT if the answer cannot hold the values
 */
export interface Answer {
  /**
   * True if the answer already has the maximum number of errors about its size. All further values are null without an
   * error, because an error costs as much as many values.
   */
  readonly isFull: boolean;
  shown<T>(value: T): T | Promise<T>;
  shownBytes(bytes: number): void;
}

export interface Resources {
  /** Resolvers by type and field, to be merged with the resolvers of other types. */
  readonly resolvers: Readonly<Record<string, Readonly<Record<string, FieldResolver>>>>;
  /** Parent value for the resolvers of a kind. Null for a kind without a type. */
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

/** Converts a value to the value in the graph. Undefined if the value does not have the type. */
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
      // Copies the object, because isKubernetesObject() drops nulls in place, but other fields must show the object
      // unchanged.
      const object =
        isRecord(value) && isRecord(value.metadata) ? { ...value, metadata: { ...value.metadata } } : undefined;
      return isKubernetesObject(object) ? ({ __typename: name, object } satisfies Resource) : undefined;
    };
  }
}

/**
 * Resolver of a field that the interface of all kinds requires. No value from a cluster makes this field null.
 * Undefined for other fields.
 */
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
/** Types whose values metadataOf() and secretKeys() build. */
const MADE_ELSEWHERE = { ObjectMeta: true, [SECRET_KEY]: true };
/** Durations in the syntax of Go. */
const DURATION = /^[+-]?(?:0|(?:\d{1,20}(?:\.\d{0,20})?(?:ns|us|µs|ms|s|m|h)){1,8})$/;
const QUANTITY = /^[+-]?[0-9.]{1,40}(?:[numkMGTPE]|[KMGTPE]i|[eE][+-]?\d{1,3})?$/;

const SCALARS: Readonly<Record<string, Read>> = {
  String: value => (typeof value === 'string' ? value : undefined),
  Boolean: value => (typeof value === 'boolean' ? value : undefined),
  Int: int,
  // Larger integers are left out, because clients that read them as doubles would lose digits.
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

/** The keys of a Secret with the lengths of their values. The values were dropped before (manifest.ts). */
function secretKeys(data: unknown): unknown {
  if (!isRecord(data)) return undefined;
  return Object.entries(data).map(([name, value]) => ({
    name,
    size: isRecord(value) && typeof value['bytes'] === 'number' ? value['bytes'] : null,
  }));
}

/**
 * True for types whose values the executor completes in one step, whatever their size. These values are charged piece
 * by piece.
 */
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
