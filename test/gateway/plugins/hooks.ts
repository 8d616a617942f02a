/** A plugin's hooks, and what Apollo Server would give them, as far as our plugins read it. */
import type { ApolloServerPlugin, GraphQLRequestListener } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { GatewayContext } from '../../../gateway/context.ts';
import type { RequestContext } from '../../../identity/request.ts';
import { silentLogger, type Logger } from '../../../telemetry/log.ts';

export async function startedBy(plugin: ApolloServerPlugin<GatewayContext>): Promise<GraphQLRequestListener<GatewayContext>> {
  return (await plugin.requestDidStart!({} as never))!;
}

export function requestOf(fields: Partial<RequestContext> = {}): RequestContext {
  return {
    identity: { user: 'jane', groups: [], uid: '', extra: {} },
    signal: new AbortController().signal,
    deadline: Infinity,
    requestId: 'r-0',
    log: silentLogger,
    ...fields,
  };
}

interface Result {
  data?: Record<string, unknown> | null;
  errors?: readonly GraphQLFormattedError[];
  extensions?: Record<string, unknown>;
}

export function responseOf(singleResult: Result) {
  return { body: { kind: 'single' as const, singleResult } };
}

/** Each line as its level and what was logged. */
export function recordingLog(): { log: Logger; lines: unknown[][] } {
  const lines: unknown[][] = [];
  const at =
    (level: string) =>
    (...words: unknown[]) =>
      void lines.push([level, ...words]);
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), child: () => log } as unknown as Logger;
  return { log, lines };
}
