/** The logs of a workload: the lines that the Explorer keeps, and the filter. */
import { describe, expect, it } from '@jest/globals';
import { goesOn } from '../../ui/src/logs/followed.ts';
import { chosen, lineText, NOTHING_YET, withPayload, type Line } from '../../ui/src/logs/workload-followed.ts';

const at = (second: number) => `2026-01-31T12:00:${String(second).padStart(2, '0')}.000Z`;
const line = (second: number | null, text: string, more: Partial<Line> = {}): Line => ({
  ...{ at: second === null ? null : at(second), pod: 'web-1', container: 'main', level: null, text, truncated: false },
  ...more,
});
const payload = (lines: readonly Line[], more: object = {}) => ({
  ...{ state: 'OK' as const, message: null, leftOut: 0, sources: [], skipped: 0, resume: 'r', end: null },
  ...{ lines: [...lines], ...more },
});
const texts = (lines: readonly Line[]) => lines.map(({ text }) => text).join(' ');

describe('the logs of a workload', () => {
  it('are by time, also where a later payload has earlier lines', () => {
    const first = withPayload(NOTHING_YET, payload([line(1, 'a'), line(4, 'd')]));
    const second = withPayload(first, payload([line(2, 'b'), line(null, 'of b'), line(5, 'e')], { skipped: 3 }));
    expect(texts(second.lines)).toBe('a b of b d e');
    expect(second).toMatchObject({ skipped: 3, since: 'r' });
    expect(texts(withPayload(second, payload([line(null, 'last')])).lines)).toBe('a b of b d e last');
  });

  it('keep the newest ten thousand', () => {
    const lines = Array.from({ length: 6_000 }, (_, i) => line(1, String(i)));
    const log = withPayload(withPayload(NOTHING_YET, payload(lines)), payload(lines));
    expect(log.lines).toHaveLength(10_000);
    expect(log.lines[0]?.text).toBe('2000');
  });

  it('are found by text, least level and container', () => {
    const lines = [
      line(1, 'Boom', { level: 'ERROR' }),
      line(2, 'boom', { level: 'INFO', pod: 'web-2' }),
      line(3, 'x', { level: 'WARN' }),
      line(4, 'y'),
    ];
    expect(texts(chosen(lines, { search: 'BOOM', level: '', source: '' }))).toBe('Boom boom');
    expect(texts(chosen(lines, { search: '', level: 'WARN', source: '' }))).toBe('Boom x');
    expect(texts(chosen(lines, { search: '', level: '', source: 'web-2/main' }))).toBe('boom');
  });

  it('go on by themselves only where the stream ended, not the logs', () => {
    expect(
      [undefined, 'LIMIT', 'TOO_SLOW', 'LOST', 'REVOKED', 'POD_GONE'].map(end => goesOn({ end: end as never })),
    ).toEqual([...[true, true, true, true, false, false]]);
  });

  it('are saved with time and container', () => {
    expect(lineText(line(1, 'a', { truncated: true }))).toBe(`${at(1)} web-1/main a…\n`);
  });
});
