/**
 * Codes in `errors[].extensions.code`. Refusals, delays and failures of a leaf cluster are data, not errors
 * (LiveObject.state, Coverage).
 *
 * An error with `extensions.serviceName` comes from the HTTP subgraph with this name, and may have another code.
 */
export const ERROR_CODES = [
  'UNAUTHENTICATED', // HTTP 401: credentials are missing or wrong
  'SESSION_EXPIRED', // HTTP 401: the browser session ended. Renew it or sign in again, then repeat the request
  'AUTHENTICATION_UNAVAILABLE', // HTTP 503 with Retry-After: the service that checks credentials does not respond
  'BAD_USER_INPUT', // an argument or a variable is invalid. The message names it
  'GRAPHQL_PARSE_FAILED', // includes the token limit
  'GRAPHQL_VALIDATION_FAILED', // includes depth, alias and directive limits
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'UNTRUSTED_DOCUMENT', // HTTP 400: unknown documentId, or a query although only trusted documents are allowed
  'BAD_REQUEST', // not a GraphQL over HTTP request
  'PAYLOAD_TOO_LARGE', // HTTP 413
  'NOT_ACCEPTABLE', // HTTP 406: a subscription by a client that accepts only a single response
  'ACTION_NOT_ENABLED', // the configuration does not allow the action (mutations.enabled, mutations.allow)
  'COST_LIMIT_EXCEEDED', // HTTP 400: the operation exceeds the cost limit, or cannot be planned in time
  'RATE_LIMITED', // HTTP 429 with Retry-After: the caller has used up their share
  'OVERLOADED', // HTTP 503 with Retry-After: fleetgraph or its store cannot take the request now
  'ANSWER_TOO_LARGE', // the response exceeds the size limit
  'DEADLINE_EXCEEDED', // the planner or a subgraph was not done in time. Data in the response is valid
  'SUBGRAPH_UNAVAILABLE', // an HTTP subgraph (serviceName) sent no usable response
  'SUBGRAPH_ERROR', // an HTTP subgraph (serviceName) failed with an internal error. The log has the error
  'INTERNAL_SERVER_ERROR', // a fault of fleetgraph. extensions.requestId finds the cause in the log
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];
