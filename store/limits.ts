/**
 * Bounds of the store: the content of a batch, the length of a change log, the size of an answer.
 *
 * Lengths of texts are in characters. Bounds on a row follow the bounds of Kubernetes if there are any.
 */

/** Maximum items of one batch. A collector splits larger batches. Each part is atomic by itself. */
export const MAX_BATCH_ITEMS = 5_000;
/** Maximum characters of all texts of one batch together. */
export const MAX_BATCH_LENGTH = 8_388_608;

/** Maximum length of names of clusters, groups, kinds, namespaces and objects. A DNS subdomain has the same limit. */
export const MAX_NAME_LENGTH = 253;
/** Maximum length of a registrant, which names the source of a registration (clusters/names.ts). */
export const MAX_REGISTRANT_LENGTH = 512;
/** Maximum length of names of RBAC objects. In Kubernetes they are path segments of any length. */
export const MAX_GRANT_NAME_LENGTH = 2_048;
export const MAX_MESSAGE_LENGTH = 1_024;
export const MAX_REASON_LENGTH = 128;
/** Maximum length of revisions, resource versions and UIDs. */
export const MAX_REVISION_LENGTH = 256;
/** Maximum characters of all images of one object together, including the line feeds between them. */
export const MAX_IMAGES_LENGTH = 2_048;
export const MAX_LABELS = 64;
/** Maximum length of a label key: a DNS subdomain, a slash and a name of 63 characters. */
export const MAX_LABEL_KEY_LENGTH = 317;
export const MAX_LABEL_VALUE_LENGTH = 63;
/** Maximum relations of one object, and maximum characters of the keys of these relations together. */
export const MAX_RELATIONS = 256;
export const MAX_RELATIONS_LENGTH = 65_536;
/**
 * Maximum number of projections that keep records. The following limits are for one object: records of each projection,
 * JSON characters of one record, JSON characters of all records.
 */
export const MAX_PROJECTIONS = 32;
export const MAX_RECORDS = 256;
export const MAX_RECORD_LENGTH = 4_096;
export const MAX_RECORDS_LENGTH = 32_768;
/** Maximum number of kinds, of resources, and of uncollected kinds in the state of one cluster. */
export const MAX_KINDS = 10_000;

/** Maximum agents of one cluster whose last report is remembered. */
export const MAX_AGENTS = 8;

/**
 * Bounds of a change log. The log lets a follower continue after a stall. If the log exceeds one of these bounds, its
 * oldest entries are removed. A follower that still needs them reloads the cluster.
 */
export const LOG_AGE_MS = 120_000;
export const LOG_ENTRIES = 1_024;
/** Maximum size of the log of one cluster: bytes in Redis, characters in the embedded store. */
export const LOG_SIZE = 4_194_304;
/**
 * In Redis, the maximum size of a cluster's log is LOG_SIZE_PER_ROW bytes for each row. It is at least MIN_LOG_SIZE and
 * at most LOG_SIZE bytes. A follower reloads few rows faster than it reads a long log.
 */
export const LOG_SIZE_PER_ROW = 32;
export const MIN_LOG_SIZE = 524_288;
/**
 * Maximum size of a log entry: bytes in Redis, characters in the embedded store. In place of a larger batch, the log
 * holds an entry that makes followers reload the cluster.
 */
export const LOG_ENTRY_SIZE = 1_048_576;

/**
 * Maximum entries of one answer of `changes()`. CHANGES_SIZE: size after which no further entry is added, in bytes in
 * Redis, in characters in the embedded store.
 */
export const CHANGES_ENTRIES = 64;
export const CHANGES_SIZE = 2_097_152;

/**
 * Maximum rows per command that fetches rows by key. Also the size of a snapshot's chunks. In Redis, chunks may differ
 * from this size.
 */
export const CHUNK_ROWS = 1_000;

/**
 * Maximum milliseconds for which Redis keeps a cluster after its last lease was renewed. The minimum is half of this,
 * because a renewal extends the expiry only when half of it is over.
 */
export const KEEP_MS = 7 * 86_400_000;
/**
 * Maximum milliseconds to read the rows of a page. If the store takes longer, the page is answered from the columns of
 * the index alone.
 */
export const ROWS_TIMEOUT_MS = 250;
