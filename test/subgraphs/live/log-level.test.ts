/** Levels, such as ERROR, that are found in log lines of many formats. */
import { describe, expect, it } from '@jest/globals';
import { continues, levelOf } from '../../../subgraphs/live/log-level.ts';

describe('the level of a line', () => {
  it.each([
    ['{"level":"error","msg":"no"}', 'ERROR'],
    ['{"ts":1,"severity":"WARNING","message":"x"}', 'WARN'],
    ['{"level":30,"time":1}', 'INFO'],
    ['{"level": 60}', 'ERROR'],
    ['time="2026-01-31" level=warning msg="error"', 'WARN'],
    ['ts=1 lvl=dbg caller=x', 'DEBUG'],
    ['E0131 12:00:00.000000       1 reflector.go:1] failed', 'ERROR'],
    ['I0131 12:00:00.000000       1 x.go:1] an error is gone', 'INFO'],
    ['2026-01-31 12:00:00,000 [main] WARN  com.example.Api - slow', 'WARN'],
    ['2026-01-31T12:00:00.000Z info  GET /healthz 200', 'INFO'],
    ['2026-01-31T12:00:00.000Z fatal giving up', 'ERROR'],
    ['[2026-01-31 12:00:00] [notice] nginx started', 'INFO'],
    ['error: cannot connect', 'ERROR'],
    ['[DEBUG] x', 'DEBUG'],
    ['<4>WARNING: x', 'WARN'],
    ['GET /error 200', undefined],
    ['the errors are INFORMATIVE', undefined],
    ['', undefined],
    ['{"message":"level"}', undefined],
    [`${'x'.repeat(10_000)} ERROR`, undefined],
  ])('%s is %s', (line, level) => expect(levelOf(line)).toBe(level));

  it('takes no time for hostile lines', () => {
    const started = process.cpuUsage();
    for (const part of [' ', '[', '1 ', 'a', '"level":', '1\t', ' level='])
      for (let i = 0; i < 200; i += 1) levelOf(part.repeat(20_000 / part.length));
    expect(process.cpuUsage(started).user / 1_400).toBeLessThan(500);
  });

  it('is that of the line before, for a stack trace', () => {
    expect(['\tat java.lang.Thread', '  File "x.py"', 'Caused by: x', '... 12 more'].every(continues)).toBe(true);
    expect(continues('next')).toBe(false);
  });

  it.each(['level=constructor', '{"level":"constructor"}', '2026-01-31 constructor x'])('is none that %s names', line =>
    expect(levelOf(line)).toBeUndefined(),
  );
});
