/**
 * All bounds of the store: the content of a batch, the reach of a change log, the size of an answer.
 *
 * Bounds on a row follow Kubernetes where it has them, so that only values that no API server would serve are refused.
 */

/** Items of one batch. A collector with more splits it; each part is atomic by itself. */
export const MAX_BATCH_ITEMS = 5_000;
/** Characters of all texts of one batch together. */
export const MAX_BATCH_LENGTH = 8_388_608;

/** Cluster, group, kind, namespace and object names: a DNS subdomain is never longer. */
export const MAX_NAME_LENGTH = 253;
/** Length of the source and the origin of a registration. */
export const MAX_REGISTRANT_LENGTH = 512;
/** RBAC objects are the exception: their names are path segments of any length. */
export const MAX_GRANT_NAME_LENGTH = 2_048;
export const MAX_MESSAGE_LENGTH = 1_024;
export const MAX_REASON_LENGTH = 128;
/** Revisions, resource versions, UIDs. */
export const MAX_REVISION_LENGTH = 256;
/** Characters of the images of one object together, including line feeds in between. */
export const MAX_IMAGES_LENGTH = 2_048;
export const MAX_LABELS = 64;
/** A DNS subdomain, a slash and a name of 63 characters. */
export const MAX_LABEL_KEY_LENGTH = 317;
export const MAX_LABEL_VALUE_LENGTH = 63;
/** Relations of one object, and characters of all their keys. */
export const MAX_RELATIONS = 256;
export const MAX_RELATIONS_LENGTH = 65_536;
/**
 * Projections that keep records; for one object, the records of each, the JSON characters of one record, and of all.
 */
export const MAX_PROJECTIONS = 32;
export const MAX_RECORDS = 256;
export const MAX_RECORD_LENGTH = 4_096;
export const MAX_RECORDS_LENGTH = 32_768;
/** Kinds or resources of one cluster's state. */
export const MAX_KINDS = 10_000;

/** Agents of one cluster whose last report is remembered. */
export const MAX_AGENTS = 8;

/**
 * A change log lets a follower survive a stall; it is no history. Beyond any of these its oldest entries go, and a
 * follower that still needs them reloads the cluster.
 */
export const LOG_AGE_MS = 120_000;
export const LOG_ENTRIES = 1_024;
/** Size of the log of one cluster: bytes in Redis, characters in memory. */
export const LOG_SIZE = 4_194_304;
/**
 * In Redis, the log of a cluster with few rows is shorter: reloading those rows is faster than reading more of the log.
 */
export const LOG_SIZE_PER_ROW = 32;
export const MIN_LOG_SIZE = 524_288;
/** A larger batch is not logged but marked: followers reload the cluster instead. */
export const LOG_ENTRY_SIZE = 1_048_576;

/** Entries of one answer to `changes()`: followers take turns between clusters. */
export const CHANGES_ENTRIES = 64;
export const CHANGES_SIZE = 2_097_152;

/** Rows per chunk of a snapshot, and per command that fetches rows. */
export const CHUNK_ROWS = 1_000;

/** How long Redis keeps a cluster without a collector. Losing it costs a rebuild, keeping it costs memory. */
export const KEEP_MS = 7 * 86_400_000;
/** If the store takes longer, a page is answered from the columns alone. */
export const ROWS_TIMEOUT_MS = 250;
