/** Requests and operations for tests of plugins, with only the members that plugins read. */
import type { FormattedExecutionResult } from 'graphql';
import type { GatewayContext } from '../../../gateway/context.ts';
import type { EndedOperation, GatewayPlugin } from '../../../gateway/plugins/plugin.ts';
import type { RequestContext } from '../../../identity/identity.ts';
import { silentLogger, type Logger } from '../../../telemetry/log.ts';

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

/**
 * Runs the plugin's hooks for one operation, from beginning to end.
 * @returns the answer after the hooks
 */
export function ended(
  plugin: GatewayPlugin,
  answer: FormattedExecutionResult,
  more: Partial<EndedOperation & GatewayContext> = {},
): FormattedExecutionResult {
  const { request = requestOf(), headers, status = 200, ...end } = more;
  plugin.operation!({ request, headers, subgraphs: new Map() })({ answer, status, ...end });
  return answer;
}

/** A log that records each line as its level and its arguments. */
export function recordingLog(): { log: Logger; lines: unknown[][] } {
  const lines: unknown[][] = [];
  const at =
    (level: string) =>
    (...words: unknown[]) =>
      void lines.push([level, ...words]);
  const log = {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: () => log,
  } as unknown as Logger;
  return { log, lines };
}
