/**
 * Every bound of the store in one place: what a batch may hold, how far a change log reaches back, how much one answer carries.
 *
 * Bounds on a row follow Kubernetes where it has them, so that only what no API server would serve is refused.
 */

/** Of one batch. A collector with more splits it; each part is atomic by itself. */
export const MAX_BATCH_ITEMS = 5_000;
/** Of all texts of one batch together, in characters. */
export const MAX_BATCH_LENGTH = 8_388_608;

/** Cluster, group, kind, namespace and object names: a DNS subdomain is never longer. */
export const MAX_NAME_LENGTH = 253;
/** What names the source and the origin of a registration. */
export const MAX_REGISTRANT_LENGTH = 512;
/** RBAC objects are the exception: their names are path segments of any length. */
export const MAX_GRANT_NAME_LENGTH = 2_048;
export const MAX_MESSAGE_LENGTH = 1_024;
export const MAX_REASON_LENGTH = 128;
/** Revisions, resource versions, UIDs. */
export const MAX_REVISION_LENGTH = 256;
/** Of the images of one object together, and the line feeds between them. */
export const MAX_IMAGES_LENGTH = 2_048;
export const MAX_LABELS = 64;
/** A DNS subdomain, a slash and a name of 63 characters. */
export const MAX_LABEL_KEY_LENGTH = 317;
export const MAX_LABEL_VALUE_LENGTH = 63;
/** Of one object, and of all keys that they lead to in characters. */
export const MAX_RELATIONS = 256;
export const MAX_RELATIONS_LENGTH = 65_536;
/** Projections that keep records; of one object, how many records each, and how many characters of JSON one has, and all have together. */
export const MAX_PROJECTIONS = 16;
export const MAX_RECORDS = 256;
export const MAX_RECORD_LENGTH = 4_096;
export const MAX_RECORDS_LENGTH = 32_768;
/** Kinds or resources of one cluster's state. */
export const MAX_KINDS = 10_000;

/**
 * A change log keeps what a follower needs to survive a stall, not history: beyond any of these its oldest entries go, and who still needed
 * them reloads the cluster.
 */
export const LOG_AGE_MS = 120_000;
export const LOG_ENTRIES = 1_024;
/** Bytes in Redis, characters in memory, over the log of one cluster. */
export const LOG_SIZE = 4_194_304;
/** In Redis, where the log of a cluster of few rows is shorter: a reader that needs more of it reads those rows sooner than their changes. */
export const LOG_SIZE_PER_ROW = 32;
export const MIN_LOG_SIZE = 524_288;
/** A batch larger than this is not logged but marked: followers reload the cluster instead. */
export const LOG_ENTRY_SIZE = 1_048_576;

/** Of one answer to `changes()`: followers take turns between clusters. */
export const CHANGES_ENTRIES = 64;
export const CHANGES_SIZE = 2_097_152;

/** Rows per chunk of a snapshot, and per command that fetches rows. */
export const CHUNK_ROWS = 1_000;

/** How long Redis keeps a cluster that no collector holds any more. Losing it costs a rebuild, keeping it costs memory. */
export const KEEP_MS = 7 * 86_400_000;
/** A page is answered from the columns alone when the store takes longer. */
export const ROWS_TIMEOUT_MS = 250;
