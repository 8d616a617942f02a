/** Arguments of the lists of packages and deployments: conditions, page sizes and cursors. */
import { decodePackageId, packageAddress, packageDirectory, type PackageName } from '../../schema/package-id.ts';
import { isObjectId } from '../../schema/object-id.ts';
import { badInput, decoded, quoted, cursorKey, isTexts } from '../arguments.ts';
import type { Engine } from './engines.ts';
import type { Phase } from './phase.ts';

type Maybe<T> = T | null | undefined;

export interface PackageFilterInput {
  readonly clusters?: Maybe<readonly string[]>;
  readonly namespaces?: Maybe<readonly string[]>;
  readonly names?: Maybe<readonly string[]>;
  readonly engines?: Maybe<readonly Engine[]>;
  readonly phases?: Maybe<readonly Phase[]>;
  readonly stale?: Maybe<boolean>;
  readonly address?: Maybe<string>;
  readonly directory?: Maybe<string>;
}

/** Conditions on deployments. All given conditions must hold. An empty list matches nothing. */
export interface Conditions {
  /** Names of the target clusters. */
  readonly clusters?: readonly string[];
  readonly namespaces?: readonly string[];
  readonly names?: readonly string[];
  readonly engines?: readonly Engine[];
  readonly phases?: readonly Phase[];
  readonly stale?: boolean;
  readonly address?: string;
  readonly directory?: string;
}

const MAX_LIST = 1_000;

/** @throws GraphQLError BAD_USER_INPUT */
export function conditionsOf(input: Maybe<PackageFilterInput>): Conditions {
  if (!input) return {};
  const { clusters, namespaces, names, engines, phases, stale, address, directory } = input;
  for (const [name, list] of Object.entries({ clusters, namespaces, names, engines, phases })) {
    if (list && list.length > MAX_LIST)
      throw badInput(
        `filter.${name}`,
        `${list.length} values were given, and at most ${MAX_LIST} are taken. Ask in several queries.`,
      );
  }
  return {
    ...(clusters && { clusters }),
    ...(namespaces && { namespaces }),
    ...(names && { names }),
    ...(engines && { engines }),
    ...(phases && { phases }),
    ...(typeof stale === 'boolean' && { stale }),
    ...(typeof address === 'string' && { address: addressArgument(address) }),
    ...(typeof directory === 'string' && { directory: directoryArgument(directory) }),
  };
}

function addressArgument(text: string): string {
  const address = packageAddress(text);
  if (address !== undefined) return address;
  const expected = 'Write it as the deployment does, such as "https://host/org/repo" or "oci://host/path".';
  throw badInput('filter.address', `${quoted(text)} is no address of a repository or registry. ${expected}`);
}

function directoryArgument(text: string): string {
  const directory = packageDirectory(text);
  if (directory !== undefined) return directory;
  throw badInput(
    'filter.directory',
    `${quoted(text)} is no directory. It may not contain ".." and has at most 1024 characters.`,
  );
}

/** Texts of conditions, computed once because a conditions object may have thousands of values. */
const texts = new WeakMap<Conditions, string>();

/** Returns a text that is equal for equal conditions. */
export function conditionsText(conditions: Conditions): string {
  const known = texts.get(conditions) ?? JSON.stringify(conditions);
  texts.set(conditions, known);
  return known;
}

/** True if no condition except `address` and `directory` is given. Then a package without a deployment may match. */
export function selectsPackagesOnly({ address: _address, directory: _directory, ...others }: Conditions): boolean {
  return Object.keys(others).length === 0;
}

export interface PageArguments {
  readonly first?: Maybe<number>;
  readonly after?: Maybe<string>;
}

const DEFAULT_PAGE = 50;
const MAX_PAGE = 500;

export function pageSize({ first }: PageArguments): number {
  const size = first ?? DEFAULT_PAGE;
  if (size < 0 || size > MAX_PAGE)
    throw badInput('first', `${size} is not from 0 to ${MAX_PAGE}. Ask for ${MAX_PAGE} or fewer at a time.`);
  return size;
}

/**
 * Decodes a cursor to the key of the last item on the previous page. Undefined if there is no cursor.
 * @throws GraphQLError BAD_USER_INPUT
 */
export function placeOf(after: Maybe<string>, parts: number): readonly string[] | undefined {
  if (after == null) return undefined;
  const key = cursorKey(after);
  if (!key || key.length !== parts || !isTexts(key))
    throw badInput('after', `${quoted(after)} is not a cursor of this list. Use endCursor of an earlier page.`);
  return key;
}

/** Decodes a cursor to the id of the last deployment on the previous page. Undefined if there is no cursor. */
export function idPlaceOf(after: Maybe<string>): string | undefined {
  const [id] = placeOf(after, 1) ?? [];
  if (id !== undefined && !isObjectId(id))
    throw badInput('after', `${quoted(after ?? '')} is not a cursor of this list. Use endCursor of an earlier page.`);
  return id;
}

/** @throws GraphQLError BAD_USER_INPUT */
export function packageIdArgument(id: string): PackageName {
  return decoded('id', () => decodePackageId(id));
}
