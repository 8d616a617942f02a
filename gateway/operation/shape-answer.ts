/**
 * Shapes the client's answer from the subgraphs' data: the requested fields in the requested order, and null where a
 * value is missing or not of its type. A null in a non-null field makes the object around it null.
 *
 * Works a little at a time, with its own stack: an open object stays open while other callers have their turn.
 */
import type { AnswerShape, Selected, ShapedField, ShapedType } from './answer-shape.ts';
import type { Pace } from './pace.ts';
import type { Path } from './path-targets.ts';
import { isJsonObject, put, type JsonObject } from './values.ts';

/** A fault in the subgraphs' answers. */
export interface Problem {
  readonly message: string;
  readonly path: Path;
  /** True if the value is not of its type: no list, no object. */
  readonly isMalformed: boolean;
}

export interface ShapedAnswer {
  readonly data: JsonObject | null;
  readonly problems: readonly Problem[];
}

export interface ShapeOptions {
  readonly pace: Pace;
  /** Answers an introspection field from the schema. */
  readonly introspect: (field: Introspection) => Promise<unknown>;
  /** Reports only values that are not of their type. */
  readonly tellsOnlyMalformed: boolean;
}

export type Introspection = ShapedField & { readonly type: { readonly kind: 'introspection' } };

/** An object or list being shaped. */
type Open = OpenObject | OpenList;

interface OpenObject {
  readonly kind: 'object';
  readonly type: ShapedType;
  readonly before: Open | undefined;
  readonly from: JsonObject;
  readonly fields: readonly ShapedField[];
  readonly into: JsonObject;
  at: number;
}

interface OpenList {
  readonly kind: 'list';
  readonly type: ShapedType;
  readonly before: Open | undefined;
  readonly from: readonly unknown[];
  /** The list's field, for messages. */
  readonly field: ShapedField;
  readonly item: ShapedType;
  readonly into: unknown[];
  at: number;
  /** A non-null item is null. */
  isInvalid: boolean;
  /** True if a null in it has been reported. */
  isTold: boolean;
}

export async function shapeAnswer(
  shape: AnswerShape,
  received: JsonObject,
  { pace, introspect, tellsOnlyMalformed }: ShapeOptions,
): Promise<ShapedAnswer> {
  const shaping = new Shaping(shape, received, tellsOnlyMalformed);
  while (!shaping.isDone) {
    const turn = pace.after(shaping.goOn());
    if (turn) await turn;
    const { asksSchema } = shaping;
    if (asksSchema) shaping.introspected(await introspect(asksSchema));
  }
  return shaping;
}

/** List items shaped without yielding. */
const AT_A_TIME = 100;

const ROOT: ShapedType = { kind: 'leaf', name: '', nonNull: false, isValid: () => true };

class Shaping implements ShapedAnswer {
  data: JsonObject | null = null;
  readonly problems: Problem[] = [];
  /** A field that waits for the schema's answer. */
  asksSchema: Introspection | undefined;
  readonly #tellsOnlyMalformed: boolean;
  #open: Open | undefined;

  constructor(fields: readonly ShapedField[], from: JsonObject, tellsOnlyMalformed: boolean) {
    this.#tellsOnlyMalformed = tellsOnlyMalformed;
    this.#open = openObject(ROOT, undefined, from, fields);
  }

  get isDone(): boolean {
    return this.#open === undefined;
  }

  /** Shapes a little, and returns the number of values. */
  goOn(): number {
    const open = this.#open!;
    const began = open.at;
    if (open.kind === 'object') this.#goOnObject(open);
    else this.#goOnList(open);
    return 1 + open.at - began;
  }

  introspected(value: unknown): void {
    const open = this.#open as OpenObject;
    put(open.into, open.fields[open.at]!.key, value);
    open.at++;
    this.asksSchema = undefined;
  }

  #goOnObject(open: OpenObject): void {
    const { from, fields, into } = open;
    while (open.at < fields.length) {
      const field = fields[open.at]!;
      const { key, type, isInherited } = field;
      let value = from[key];
      if (isInherited && !Object.hasOwn(from, key)) value = undefined;
      if (type.kind === 'leaf' && value !== null && value !== undefined && type.isValid(value)) {
        put(into, key, value);
        open.at++;
      } else if (type.kind === 'typename') {
        // An operation may request it only under an alias.
        const typename = type.nameOf(value ?? from['__typename']);
        if (typename === undefined) return this.#close(open, null, true);
        put(into, key, typename);
        open.at++;
      } else if (type.kind === 'introspection') {
        this.asksSchema = field as Introspection;
        return;
      } else {
        this.#complete(value, type, field, open);
        if (this.#open !== open) return;
      }
    }
    this.#close(open, into, false);
  }

  #goOnList(open: OpenList): void {
    const { from, item, field, into } = open;
    for (const until = Math.min(from.length, open.at + AT_A_TIME); open.at < until;) {
      this.#complete(from[open.at], item, field, open);
      if (this.#open !== open) return;
    }
    if (open.at === from.length) this.#close(open, open.isInvalid ? null : into, open.isTold);
  }

  /** Delivers the value to the open object, or opens it. */
  #complete(value: unknown, type: ShapedType, field: ShapedField, open: Open): void {
    if (value === null || value === undefined) return this.#deliver(open, type, null, false);
    switch (type.kind) {
      case 'list':
        if (!Array.isArray(value)) return this.#malformed(open, type, field, 'list');
        this.#open = openList(type, open, value, field, type.item);
        return undefined;
      case 'object':
        if (!isJsonObject(value)) return this.#malformed(open, type, field, 'object');
        return this.#completeObject(value, type, type.fields, field, open);
      case 'leaf':
        if (type.isValid(value)) return this.#deliver(open, type, value, false);
        this.#tell(`Invalid value found for ${describe(open, type, field)}.`, open);
        return this.#deliver(open, type, null, true);
    }
  }

  #completeObject(value: JsonObject, type: ShapedType, selected: Selected, field: ShapedField, open: Open): void {
    const told = value['__typename'] || undefined;
    if (told !== undefined && typeof told !== 'string') return this.#malformed(open, type, field, 'object');
    const fields = selected.of(told);
    if (fields) {
      this.#open = openObject(type, open, value, fields);
      return;
    }
    // Omits the name of the type: clients may not be allowed to know it.
    this.#tell(`Invalid __typename found for object at ${describe(open, type, field)}.`, open);
    this.#deliver(open, type, null, true);
  }

  /** Puts a finished value in its place. `isTold`: it is null, and the reason has been reported. */
  #deliver(to: Open, type: ShapedType, value: unknown, isTold: boolean): void {
    const isInvalid = value === null && type.nonNull;
    if (isInvalid && !isTold) {
      const field = to.kind === 'object' ? to.fields[to.at]! : to.field;
      this.#tell(`Cannot return null for non-nullable ${describe(to, type, field)}.`, to);
    }
    if (to.kind === 'list') {
      to.into.push(value);
      to.isInvalid ||= isInvalid;
      to.isTold ||= isTold || isInvalid;
      to.at++;
    } else if (isInvalid) this.#close(to, null, true);
    else {
      put(to.into, to.fields[to.at]!.key, value);
      to.at++;
    }
  }

  #close({ type, before }: Open, value: unknown, isTold: boolean): void {
    this.#open = before;
    if (before) this.#deliver(before, type, value, isTold);
    else this.data = value as JsonObject | null;
  }

  #malformed(open: Open, type: ShapedType, field: ShapedField, expected: string): void {
    this.#tell(`A subgraph sent no ${expected} for ${describe(open, type, field)}.`, open, true);
    this.#deliver(open, type, null, true);
  }

  #tell(message: string, open: Open, isMalformed = false): void {
    if (isMalformed || !this.#tellsOnlyMalformed) this.problems.push({ message, path: pathIn(open), isMalformed });
  }
}

function openObject(type: ShapedType, before: Open | undefined, from: JsonObject, fields: readonly ShapedField[]): OpenObject {
  return { kind: 'object', type, before, from, fields, into: {}, at: 0 };
}

function openList(type: ShapedType, before: Open, from: readonly unknown[], field: ShapedField, item: ShapedType): OpenList {
  return { kind: 'list', type, before, from, field, item, into: [], at: 0, isInvalid: false, isTold: false };
}

/** Path of the value being shaped. */
function pathIn(open: Open): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: Open | undefined = open; at; at = at.before) path.push(at.kind === 'object' ? at.fields[at.at]!.key : at.at);
  return path.reverse();
}

function describe(open: Open, type: ShapedType, { parent, key }: ShapedField): string {
  return open.kind === 'object' ? `field ${parent}.${key}` : `array element of type ${type.name} at index ${open.at}`;
}
