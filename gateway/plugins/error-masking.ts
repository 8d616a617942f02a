/**
 * What of an error reaches a client: the codes of schema/error-codes.ts with the messages we wrote for them. Everything else is our own
 * fault, goes to the log whole, and leaves only the request id outside.
 *
 * The reason: a message nobody wrote for clients may hold a host, a path, a key of the store or the name of an object the asker may not see.
 * The planner passes subgraph messages through as they are, so this is the one place that stands between them and the world.
 */
import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ERROR_CODES, type ErrorCode } from '../../schema/error-codes.ts';
import type { GatewayContext } from '../data-sources/in-process.ts';

const PUBLIC = new Set<string>(ERROR_CODES.filter(code => code !== 'INTERNAL_SERVER_ERROR'));

/** Extensions that may go out beside the code. */
const PUBLIC_EXTENSIONS = ['argument'] as const;

export function maskError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const code = formatted.extensions?.['code'];
  const { path, locations } = formatted;
  const place = { ...(locations && { locations }), ...(path && { path }) };
  if (typeof code !== 'string' || !PUBLIC.has(code)) {
    return {
      message: 'Something went wrong on our side. Look for the request id in the log.',
      ...place,
      extensions: { code: 'INTERNAL_SERVER_ERROR' satisfies ErrorCode },
    };
  }
  const extensions: Record<string, unknown> = { code };
  for (const key of PUBLIC_EXTENSIONS) if (formatted.extensions?.[key] !== undefined) extensions[key] = formatted.extensions[key];
  return { message: formatted.message, ...place, extensions };
}

/** Logs what maskError() hides, and puts the request id beside it. */
export function errorMasking(): ApolloServerPlugin<GatewayContext> {
  return {
    requestDidStart: async () => ({
      didEncounterErrors: async ({ errors, contextValue }) => {
        for (const error of errors) {
          const code = error.extensions?.['code'];
          if (typeof code === 'string' && PUBLIC.has(code)) continue;
          const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
          contextValue.request.log.error({ path: error.path, err: { message: cause.message, stack: cause.stack } }, 'request failed');
        }
      },
      willSendResponse: async ({ response, contextValue }) => {
        if (response.body.kind !== 'single') return;
        for (const error of response.body.singleResult.errors ?? []) {
          if (error.extensions?.['code'] === 'INTERNAL_SERVER_ERROR') error.extensions['requestId'] = contextValue.request.requestId;
        }
      },
    }),
  };
}
