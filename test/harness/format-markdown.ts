import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';

const { printWidth } = JSON.parse(readFileSync(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8')) as {
  printWidth: number;
};

/** Formats a generated page as `make lint` demands it. */
export async function formatMarkdown(text: string): Promise<string> {
  const { code, errors } = await format('page.md', text, { printWidth, proseWrap: 'always' });
  if (errors.length > 0) throw new Error(`The page cannot be formatted: ${errors.map(it => it.message).join('; ')}`);
  return code;
}
