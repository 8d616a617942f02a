/**
 * Converts manifests in YAML to JSON text. manifest-yaml-thread.ts runs this file in a thread.
 *
 * Values are read as kubectl and API servers read them. That is YAML 1.1 with exceptions. `on` is true, 0777 is octal,
 * 1_000 is a number, and a date is a text. Repeated keys, tags, merges that overwrite an earlier key, and numbers that
 * JSON does not have are errors. kubectl would read such input in an unexpected way, or could not send it.
 *
 * Based on sigs.k8s.io/yaml: yaml.go (convertToJSONableObject) and goyaml.v2/resolve.go. The YAML library parses with
 * its schema "failsafe", which leaves all scalars as texts. This file gives the scalars their values.
 */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Alias,
  type Document,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { printFieldPath } from '../field-path.ts';

/**
 * Maximum characters of all manifests as JSON. This is the default size limit of a request. An alias counts as much as
 * the content that it repeats.
 */
const MAX_JSON = 1_000_000;
/** Maximum nesting. */
const MAX_DEPTH = 200;

/** An error that names the position in the text. Contains no value that may be secret. */
export class ManifestYamlError extends Error {
  override name = 'ManifestYamlError';
}

/**
 * A JSON list with a pair [line, value] for each document that is not empty. The document begins at this line.
 * @throws ManifestYamlError
 */
export function yamlToJson(text: string): string {
  refuseUnreadable(text);
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    ...{ schema: 'failsafe', version: '1.2', uniqueKeys: false, merge: false },
    ...{ strict: true, prettyErrors: false, logLevel: 'error', lineCounter: lines },
  });
  // A text that has only directives contains no document.
  const directive = 'empty' in documents ? documents.warnings[0] : undefined;
  if (directive) throw new ManifestYamlError(`line ${lines.linePos(directive.pos[0]).line}: ${NO_DIRECTIVES}`);
  const reader = new Reader(text, lines);
  const pairs: string[] = [];
  for (const document of documents as readonly Document.Parsed[]) {
    const json = reader.documentAsJson(document);
    if (json !== 'null') pairs.push(`[${lines.linePos(document.contents?.range[0] ?? 0).line},${json}]`);
  }
  return `[${pairs.join(',')}]`;
}

/**
 * Characters that are refused: control characters other than tab and line breaks, U+FFFE, U+FFFF, and characters that
 * end a line in YAML 1.1 but not in YAML 1.2.
 */
const UNREADABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/;

function refuseUnreadable(text: string): void {
  const at = text.search(UNREADABLE);
  if (at < 0) return;
  const code = text.charCodeAt(at).toString(16).padStart(4, '0');
  const line = text.slice(0, at).split('\n').length;
  throw new ManifestYamlError(
    `line ${line}: it holds the character U+${code.toUpperCase()}. Write "\\u${code}" in double quotes.`,
  );
}

interface Place {
  readonly key: string | number;
  readonly before: Place | undefined;
  readonly depth: number;
}

class Reader {
  readonly #text: string;
  readonly #lines: LineCounter;
  /** Anchors read so far in the current document, by name. */
  #anchors = new Map<string, Anchored>();
  readonly #read = new WeakMap<YAMLMap, ReadonlyMap<string, string>>();
  #length = 0;

  constructor(text: string, lines: LineCounter) {
    this.#text = text;
    this.#lines = lines;
  }

  documentAsJson(document: Document.Parsed): string {
    this.#anchors = new Map();
    const [error] = document.errors;
    if (error) throw new ManifestYamlError(`${this.#position(error.pos[0])}: ${withoutQuotes(error.message)}`);
    const { yaml, tags } = document.directives;
    const unknown = document.warnings.find(({ code }) => code === 'BAD_DIRECTIVE');
    if (yaml.explicit === true || Object.keys(tags).length > 1 || tags['!!'] !== 'tag:yaml.org,2002:' || unknown)
      throw new ManifestYamlError(`${this.#position(document.range[0])}: ${NO_DIRECTIVES}`);
    const json = document.contents === null ? 'null' : this.#json(document.contents, undefined);
    this.#count(json, document.contents, undefined);
    return json;
  }

  #json(node: Node, place: Place | undefined): string {
    if (isAlias(node)) return this.#anchored(node, place).json;
    const { tag, anchor } = node as { tag?: string; anchor?: string };
    if (tag !== undefined && tag !== (isMap(node) ? MAP_TAG : isSeq(node) ? LIST_TAG : TEXT_TAG))
      throw this.#problem(
        node,
        place,
        `has the tag ${tag.replace('tag:yaml.org,2002:', '!!').slice(0, 40)}. Leave the tag out.`,
      );
    const json = isMap(node)
      ? objectJson(this.#entries(node, place))
      : isSeq(node)
        ? this.#listJson(node, place)
        : this.#scalarJson(node, place, tag);
    if (anchor !== undefined) this.#anchors.set(anchor, { node, json });
    return json;
  }

  #listJson(node: YAMLSeq, place: Place | undefined): string {
    const parts = (node.items as readonly Node[]).map((item, i) => {
      const at = this.#in(place, i, node);
      if (node.flow === true) this.#refuseUnclear(item, at);
      return this.#json(item, at);
    });
    const json = `[${parts.join(',')}]`;
    if (json.length > MAX_JSON) throw this.#problem(node, place, TOO_LONG);
    return json;
  }

  #scalarJson(node: Scalar, place: Place | undefined, tag: string | undefined): string {
    const source = String(node.source ?? node.value);
    if (node.type !== 'PLAIN' || tag === TEXT_TAG) return JSON.stringify(source);
    const { json, problem } = plainValue(source);
    if (problem !== undefined) throw this.#problem(node, place, problem);
    return json;
  }

  /**
   * The entries of a map, including merged entries. Each map is read only once, even if many maps merge it.
   */
  #entries(map: YAMLMap, place: Place | undefined): ReadonlyMap<string, string> {
    let entries = this.#read.get(map);
    if (!entries) this.#read.set(map, (entries = this.#readEntries(map, place)));
    return entries;
  }

  #readEntries(map: YAMLMap, place: Place | undefined): ReadonlyMap<string, string> {
    const entries = new Map<string, string>();
    const merged = new Set<string>();
    let length = 0;
    for (const pair of map.items as readonly Pair<Node, Node | null>[]) {
      if (isMerge(pair.key)) {
        for (const [key, json] of this.#merged(pair.value, map, place)) {
          if (entries.has(key) && !merged.has(key))
            throw this.#problem(
              pair.key,
              place,
              `merges the key ${JSON.stringify(key.slice(0, 40))}, which stands before "<<": kubectl would take the merged value. Write "<<" first.`,
            );
          entries.set(key, json);
          merged.add(key);
        }
        continue;
      }
      if (map.flow === true) for (const node of [pair.key, pair.value]) this.#refuseUnclear(node, place);
      const key = this.#key(pair, map, place);
      if (entries.has(key) && !merged.delete(key))
        throw this.#problem(pair.key, this.#in(place, key, map), 'is there twice. Keep one of them.');
      entries.set(key, pair.value === null ? 'null' : this.#json(pair.value, this.#in(place, key, map)));
      length += key.length + entries.get(key)!.length;
      if (length > MAX_JSON) throw this.#problem(map, place, TOO_LONG);
    }
    return entries;
  }

  /** The entries that a merge adds. If several maps in a list have a key, the first map wins. */
  #merged(value: Node | null, map: YAMLMap, place: Place | undefined): ReadonlyMap<string, string> {
    const from = isAlias(value) ? this.#anchored(value, place).node : value;
    const at = this.#in(place, '<<', map);
    if (isMap(from)) return this.#entries(from, at);
    if (!isSeq(from)) throw this.#problem(value ?? map, at, 'merges what is no map. Merge a map, or a list of maps.');
    const all = new Map<string, string>();
    for (const item of (from.items as readonly Node[]).toReversed()) {
      const one = isAlias(item) ? this.#anchored(item, at).node : item;
      if (!isMap(one)) throw this.#problem(item, at, 'merges what is no map. Merge a map, or a list of maps.');
      for (const [key, json] of this.#entries(one, at)) all.set(key, json);
    }
    return all;
  }

  /** The text of a key. Keys that are booleans or whole numbers become texts, spelled as kubectl spells them. */
  #key({ key: node }: Pair<Node, unknown>, map: YAMLMap, place: Place | undefined): string {
    const key = isAlias(node) ? this.#anchored(node, place).node : node;
    const refuse = (why: string) => this.#problem(node ?? map, place, why);
    if (!isScalar(key)) throw refuse('has a key that is no text.');
    const json = this.#json(key, place);
    if (json.startsWith('"')) return JSON.parse(json) as string;
    if (
      json === 'true' ||
      json === 'false' ||
      (/^-?\d{1,19}$/.test(json) && BigInt.asIntN(64, BigInt(json)) === BigInt(json))
    )
      return json;
    throw refuse(`has the key ${json.slice(0, 40)}, which is no text. Put it in quotes.`);
  }

  /**
   * For texts inside brackets and braces. Refuses an unquoted text that contains `?`, that starts with `:`, or that is
   * followed by `:` and a bracket, brace or comma. YAML 1.1 and YAML 1.2 disagree about the end of such a text.
   */
  #refuseUnclear(node: Node | null, place: Place | undefined): void {
    if (!isScalar(node) || node.type !== 'PLAIN' || !node.range) return;
    const end = node.range[1];
    if (/\?|^:/.test(String(node.source)) || /^:[[\]{},]/.test(this.#text.slice(end, end + 2)))
      throw this.#problem(
        node,
        place,
        'has a "?" or ":" without quotes inside of brackets, where versions of YAML differ. Put it in quotes.',
      );
  }

  #anchored(alias: Alias, place: Place | undefined): Anchored {
    const found = this.#anchors.get(alias.source);
    if (!found) throw this.#problem(alias, place, 'is an alias of no anchor before it, or of one around it.');
    return found;
  }

  #in(before: Place | undefined, key: string | number, node: Node): Place {
    const depth = (before?.depth ?? 0) + 1;
    if (depth > MAX_DEPTH) throw this.#problem(node, before, `is nested in more than ${MAX_DEPTH} levels.`);
    return { key, before, depth };
  }

  #count(json: string, node: Node | null, place: Place | undefined): void {
    this.#length += json.length;
    if (this.#length > MAX_JSON) throw this.#problem(node, place, TOO_LONG);
  }

  #problem(node: Node | null, place: Place | undefined, problem: string): ManifestYamlError {
    const path: (string | number)[] = [];
    for (let at = place; at; at = at.before) path.push(at.key);
    return new ManifestYamlError(
      `${this.#position(node?.range?.[0] ?? 0)}: ${printFieldPath(path.reverse())} ${problem}`,
    );
  }

  #position(offset: number): string {
    return `line ${this.#lines.linePos(offset).line}`;
  }
}

interface Anchored {
  readonly node: Node;
  readonly json: string;
}

const [TEXT_TAG, MAP_TAG, LIST_TAG] = ['str', 'map', 'seq'].map(name => `tag:yaml.org,2002:${name}`);
const NO_DIRECTIVES = 'it has a directive (%). Leave directives out.';
const TOO_LONG = `makes the manifests longer than ${MAX_JSON} characters of JSON. Send fewer at a time, and use fewer aliases.`;

/** A message of the parser without the quoted input at its end, which may be secret. */
function withoutQuotes(message: string): string {
  const plain = message.replace(/:? ["'`][^]*$/, '').slice(0, 120);
  return plain.endsWith('.') ? plain : `${plain}.`;
}

function objectJson(entries: ReadonlyMap<string, string>): string {
  return `{${[...entries].map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}

function isMerge(key: Node | null): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.source === '<<' && key.tag === undefined;
}

const NULLS = new Set(['', '~', 'null', 'Null', 'NULL']);
const TRUE = new Set(['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON']);
const FALSE = new Set(['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF']);
const NOT_FINITE = /^(?:[-+]?[.](?:inf|Inf|INF)|[.](?:nan|NaN|NAN))$/;
/** Whole numbers in the notation of Go. Underscores were removed before. */
const DECIMAL = /^[-+]?[1-9]\d*$/;
const WITH_BASE = /^([-+]?)(?:0[xX]([\da-fA-F]+)|0[bB]([01]+)|0[oO]([0-7]+)|0([0-7]*))$/;
const FRACTION = /^([-+]?)(\d*)(?:[.](\d*))?((?:[eE][-+]?\d+)?)$/;
/** A number that begins with a dot. In Go, such a number may have underscores only between digits. */
const BEGINS_WITH_DOT = /^[.]\d+(?:_\d+)*(?:[eE][-+]?\d+)?$/;
const MAX_UINT64 = 2n ** 64n - 1n;

interface Value {
  readonly json: string;
  readonly problem?: string;
}

/** The value of an unquoted scalar. */
function plainValue(text: string): Value {
  if (NULLS.has(text)) return { json: 'null' };
  if (TRUE.has(text)) return { json: 'true' };
  if (FALSE.has(text)) return { json: 'false' };
  if (NOT_FINITE.test(text))
    return { json: 'null', problem: `is ${text}, which JSON does not have. Put it in quotes if it is a text.` };
  if (/^[-+\d]/.test(text)) return numberOrText(text, text.replaceAll('_', ''));
  return BEGINS_WITH_DOT.test(text) ? numberOrText(text, text.replaceAll('_', '')) : { json: JSON.stringify(text) };
}

function numberOrText(text: string, digits: string): Value {
  if (DECIMAL.test(digits)) return { json: digits.replace('+', '') };
  const [isWithBase, sign = '', hexadecimal, binary, octal, octalOfC = ''] = WITH_BASE.exec(digits) ?? [];
  if (isWithBase !== undefined) {
    const value = BigInt(hexadecimal ? `0x${hexadecimal}` : binary ? `0b${binary}` : `0o0${octal ?? octalOfC}`);
    if (value > MAX_UINT64)
      return { json: 'null', problem: 'is a number of more than 64 bits. Put it in quotes if it is a text.' };
    return { json: String(sign === '-' ? -value : value) };
  }
  const [isFraction, minus = '', whole = '', fraction = '', exponent = ''] = FRACTION.exec(digits) ?? [];
  if (isFraction === undefined || whole + fraction === '') return { json: JSON.stringify(text) };
  return {
    json: `${minus === '-' ? '-' : ''}${whole.replace(/^0+(?=\d)/, '') || '0'}${fraction === '' ? '' : `.${fraction}`}${exponent}`,
  };
}
