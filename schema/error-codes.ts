/**
 * Codes in `errors[].extensions.code`. No code is about a refusal, delay or failure of a leaf cluster: those are data
 * (LiveObject.state, Coverage). Errors are for bad requests, refused requests, and our own faults.
 *
 * An error with `extensions.serviceName` comes from the subgraph over HTTP of that name, and its code may be the
 * subgraph's own.
 */
export const ERROR_CODES = [
  'UNAUTHENTICATED', // HTTP 401: no or wrong credentials
  'SESSION_EXPIRED', // HTTP 401: a browser session is over; renew it or sign in again, then ask once more
  'AUTHENTICATION_UNAVAILABLE', // HTTP 503 with Retry-After: who has to confirm the credentials does not answer
  'BAD_USER_INPUT', // an unusable argument; the message says which, and how to fix it
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED', // includes depth, alias, directive and token limits
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'UNTRUSTED_DOCUMENT', // HTTP 400: no such documentId, or a query where only trusted documents are run
  'BAD_REQUEST', // not a GraphQL over HTTP request
  'PAYLOAD_TOO_LARGE', // HTTP 413
  'NOT_ACCEPTABLE', // HTTP 406: a subscription, and the client takes one answer only
  'ACTION_NOT_ENABLED', // the action is switched off here (mutations.enabled, mutations.allow)
  'COST_LIMIT_EXCEEDED', // HTTP 400: this operation alone costs more than any may, or cannot be planned in time
  'RATE_LIMITED', // HTTP 429 with Retry-After: the caller's own share is used up
  'OVERLOADED', // HTTP 503 with Retry-After
  'ANSWER_TOO_LARGE', // the answer has more bytes than an answer may have
  'DEADLINE_EXCEEDED', // a subgraph had not answered at the request's deadline; the rest of the answer stands
  'SUBGRAPH_UNAVAILABLE', // a subgraph over HTTP gave no answer that can be used; serviceName says which
  'SUBGRAPH_ERROR', // a subgraph over HTTP failed by an error that is not meant for clients; serviceName says which, the log why
  'INTERNAL_SERVER_ERROR', // our fault; the message holds the request id only
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];
