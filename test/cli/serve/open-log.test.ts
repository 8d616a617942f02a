/** Log lines on a terminal. */
import { describe, expect, it } from '@jest/globals';
import { terminalLine } from '../../../cli/serve/open-log.ts';
import { createLogger } from '../../../telemetry/log.ts';

describe('a line of the log', () => {
  it('names its level, in JSON too', () => {
    const lines: string[] = [];
    createLogger('info', { write: line => void lines.push(line) }).warn(
      { cluster: 'leaf-07' },
      'the cluster does not answer',
    );
    expect(JSON.parse(lines[0]!)).toEqual({
      level: 'warn',
      time: expect.any(String),
      cluster: 'leaf-07',
      msg: 'the cluster does not answer',
    });
  });

  it.each<[string, object, string]>([
    ['begins with the time and the level', {}, '04:01:12 WARN  it happened'],
    [
      'has its fields as key=value',
      { cluster: 'leaf-07', lagMs: 12 },
      '04:01:12 WARN  it happened  cluster=leaf-07 lagMs=12',
    ],
    [
      'quotes what has spaces, and lists',
      { reason: 'HTTP 401: no', keys: ['a'] },
      '04:01:12 WARN  it happened  reason="HTTP 401: no" keys=["a"]',
    ],
    [
      'lets no text of a leaf write on the terminal',
      { reason: '\n\x1b[2J\u009b2J\u202e' },
      '04:01:12 WARN  it happened  reason="\\n\\u001b[2J\ufffd2J\ufffd"',
    ],
  ])('%s', (_what, fields, expected) => {
    expect(
      terminalLine(JSON.stringify({ level: 'warn', time: '2026-11-22T04:01:12.345Z', ...fields, msg: 'it happened' })),
    ).toBe(expected);
  });

  it('may have an error', () => {
    const lines: string[] = [];
    createLogger('info', { write: line => void lines.push(line) }).error({ err: new Error('it broke') }, 'failed');
    expect(terminalLine(lines[0]!)).toMatch(/ERROR failed {2}err=\{.*it broke/);
  });
});
