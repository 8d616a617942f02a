/**
 * Warnings of an API server: the texts of the `Warning` headers of its answer, as kubectl prints them.
 *
 * A warning has the form `299 - "text"`. Commas separate several warnings in one header. RFC 9110 section 5.6.4 defines
 * the quoted text, and KEP-1693 the use. Texts come from admission webhooks, too, so their number and length are
 * bounded, and control characters are removed.
 */
import type { Dispatcher } from 'undici';
import { printable } from './status-error.ts';

const MAX_WARNINGS = 16;
const MAX_LENGTH = 500;
/** Maximum characters of a header. Longer headers are not read. */
const MAX_HEADER_LENGTH = 64 * 1024;
/** One warning: a code, the agent, a quoted text, optionally a quoted date. */
const WARNING = /(\d{3}) [^\s"]+ "((?:[^"\\]|\\.)*)"(?: "[^"]*")?/g;

export function warningsOf(headers: Dispatcher.ResponseData['headers']): readonly string[] {
  const texts = new Set<string>();
  for (const header of [headers['warning'] ?? []].flat()) {
    if (header.length > MAX_HEADER_LENGTH) continue;
    // undici decodes headers as Latin-1, but API servers write UTF-8.
    for (const [, code, quoted] of Buffer.from(header, 'latin1').toString('utf8').matchAll(WARNING)) {
      const text = printable(quoted!.replaceAll(/\\(.)/g, '$1'), MAX_LENGTH);
      if (code === '299' && text !== '' && texts.size < MAX_WARNINGS) texts.add(text);
    }
  }
  return [...texts];
}
