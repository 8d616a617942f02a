/**
 * Trusted documents: operations that were collected when a client was built. The client runs an operation by its
 * `documentId`.
 *
 * Tools such as the client preset of graphql-codegen write the file, one JSON object with ids as keys and documents as
 * values. `documentId` follows "Persisted Documents" of the GraphQL over HTTP working group
 * (https://github.com/graphql/graphql-over-http/pull/264).
 */
import { parse } from 'graphql';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logger } from '../../telemetry/log.ts';

/** strict: only documents in the file run. log: other documents run too, and are logged. */
export type TrustMode = 'strict' | 'log';

export class TrustedDocumentsError extends Error {
  override name = 'TrustedDocumentsError';
}

/** Documents by id. @throws TrustedDocumentsError naming the file and its problem */
export function readTrustedDocuments(file: string): ReadonlyMap<string, string> {
  const wrong = (problem: string) =>
    new TrustedDocumentsError(
      `graphql.trustedDocuments.file ${file}: ${problem} It must be one JSON object from document id to document.`,
    );
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw wrong(`${(error as Error).message}.`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw wrong('It holds something else.');
  return new Map(
    Object.entries(content).map(([id, document]) => {
      if (typeof document !== 'string') throw wrong(`"${id}" is no text.`);
      try {
        parse(document);
      } catch (error) {
        throw wrong(`"${id}" is no GraphQL document: ${(error as Error).message}.`);
      }
      return [id, document];
    }),
  );
}

/** Parameters of a request. In a GET request, all parameters are strings. */
export interface RequestParams {
  documentId?: unknown;
  query?: unknown;
}

/** Maximum number of different documents that are logged, because clients determine how many there are. */
const MAX_LOGGED = 1_000;

export class TrustedDocuments {
  readonly #byId: ReadonlyMap<string, string>;
  readonly #texts: ReadonlySet<string>;
  readonly #mode: TrustMode;
  readonly #log: Logger;
  readonly #logged = new Set<string>();

  constructor({
    byId,
    mode,
    log,
  }: {
    readonly byId: ReadonlyMap<string, string>;
    readonly mode: TrustMode;
    readonly log: Logger;
  }) {
    this.#byId = byId;
    this.#texts = new Set(byId.values());
    this.#mode = mode;
    this.#log = log;
  }

  /** Replaces `documentId` by the document. Returns why the request cannot run. Undefined if it can run. */
  resolve(params: RequestParams): string | undefined {
    const { documentId, query } = params;
    if (documentId !== undefined && documentId !== null) return this.#byDocumentId(params, documentId, query);
    if (typeof query === 'string' && this.#texts.has(query)) return undefined;
    if (this.#mode === 'strict')
      return 'Only trusted documents are run here (graphql.trustedDocuments). Send the documentId of one of them.';
    if (typeof query === 'string') this.#note(query);
    return undefined;
  }

  #byDocumentId(params: RequestParams, documentId: unknown, query: unknown): string | undefined {
    if (typeof documentId !== 'string') return 'documentId must be a text.';
    if (query !== undefined && query !== null) return 'documentId and query were both sent. Send one of them.';
    const document = this.#byId.get(documentId) ?? this.#byId.get(documentId.replace(/^sha256:/, ''));
    if (document === undefined)
      return `There is no trusted document with the documentId ${JSON.stringify(documentId.slice(0, 80))}. The client may be newer than the file of graphql.trustedDocuments.`;
    params.query = document;
    delete params.documentId;
    return undefined;
  }

  #note(query: string): void {
    const hash = createHash('sha256').update(query).digest('base64');
    if (this.#logged.size >= MAX_LOGGED || this.#logged.has(hash)) return;
    this.#logged.add(hash);
    this.#log.warn({ document: query.slice(0, 500) }, 'a document that is not among the trusted ones');
  }
}
