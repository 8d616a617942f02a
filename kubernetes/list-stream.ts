/**
 * Turns the body of a list into objects as it arrives. Values that are not objects are left out and counted, because
 * one crafted item must not hide the others.
 */
import { parseExact, TooManyUnusual } from '../schema/exact-json.ts';
import type { KubernetesObject, ListPage } from './client.ts';
import { KubernetesError } from './errors.ts';
import type { LeafResponse } from './leaf-connection.ts';
import { ListScanner } from './list-scanner.ts';
import { isKubernetesObject, isRecord } from './object-shape.ts';
import { malformed } from './status-error.ts';

export interface ListStreamOptions {
  readonly cluster: string;
  /** Name of the request, for messages: "list pods". */
  readonly doing: string;
  readonly answer: Pick<LeafResponse, 'status' | 'contentType'>;
  /** Maximum bytes of the list. @default 1 GiB */
  readonly maxBytes?: number;
  /** True to keep numbers exactly as the server wrote them. @default false */
  readonly exact?: boolean;
  /** True to accept a list without a resourceVersion. @default false */
  readonly isUnversioned?: boolean;
  readonly onObjects: (objects: readonly KubernetesObject[]) => void | Promise<void>;
  /** Receives the number of items left out. */
  readonly skipped: (count: number) => void;
}

/** Number of bytes that an error shows of a body that is not a list. */
const START_BYTES = 500;

export async function readList(
  body: AsyncIterable<Buffer>,
  options: ListStreamOptions,
): Promise<Omit<ListPage, 'items'>> {
  const {
    cluster,
    doing,
    answer,
    maxBytes = 1024 * 1024 * 1024,
    exact = false,
    isUnversioned,
    onObjects,
    skipped,
  } = options;
  const scanner = new ListScanner(exact ? { parse: exactly } : {});
  let length = 0;
  let start = '';
  try {
    for await (const chunk of body) {
      start ||= chunk.toString('utf8', 0, START_BYTES);
      length += chunk.length;
      if (length > maxBytes)
        throw new KubernetesError('MALFORMED', `${cluster}: ${doing}: the answer is larger than ${maxBytes} bytes.`, {
          cluster,
        });
      const items = scanner.push(chunk);
      const objects = items.filter(isKubernetesObject);
      if (objects.length < items.length) skipped(items.length - objects.length);
      if (objects.length > 0) await onObjects(objects);
    }
    return listEnd(
      cluster,
      doing,
      { ...answer, body: start },
      { items: [], ...Object.fromEntries(scanner.end()) },
      isUnversioned,
    );
  } catch (error) {
    throw error instanceof SyntaxError ? malformed(cluster, doing, { ...answer, body: start }) : error;
  } finally {
    if (scanner.skipped > 0) skipped(scanner.skipped);
  }
}

function exactly(text: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    if (error instanceof TooManyUnusual) return undefined;
    throw error;
  }
}

/**
 * Fields of a list beside its items.
 * @throws KubernetesError if the answer is not a list or lacks its resourceVersion
 */
function listEnd(
  cluster: string,
  doing: string,
  answer: Pick<LeafResponse, 'status' | 'contentType' | 'body'>,
  list: unknown,
  isUnversioned = false,
): Omit<ListPage, 'items'> {
  if (
    !isRecord(list) ||
    !isRecord(list.metadata) ||
    !(Array.isArray(list.items) || list.items === null) ||
    !(
      typeof list.metadata.resourceVersion === 'string' ||
      (isUnversioned && list.metadata.resourceVersion === undefined)
    )
  ) {
    throw malformed(cluster, `${doing} (a list has items and metadata.resourceVersion)`, answer);
  }
  const { continue: next, resourceVersion, remainingItemCount } = list.metadata;
  return {
    resourceVersion: resourceVersion ?? '',
    continue: typeof next === 'string' ? next : '',
    remainingItemCount: typeof remainingItemCount === 'number' ? remainingItemCount : undefined,
  };
}
