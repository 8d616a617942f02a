/**
 * Checks the configuration of a module that extends the Explorer. Browsers load a module only if its content has the
 * configured hash.
 */
import { z } from 'zod';

/** Length of each digest in bytes. */
const DIGESTS: Readonly<Record<string, number>> = { sha256: 32, sha384: 48, sha512: 64 };

/** Reason why the URL is refused. Undefined if it is accepted. */
export function moduleUrlProblem(text: string): string | undefined {
  if (/[\s"'<>\\;,]/.test(text)) return 'the URL has a character that must be percent-encoded';
  if (/^\/(?!\/)/.test(text)) return undefined; // A path on the Explorer's own origin is accepted.
  if (!URL.canParse(text)) return "write an https:// URL, or a path on the Explorer's own origin that begins with /";
  const { protocol, hostname, username, password, hash } = new URL(text);
  const isOwnMachine = protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !isOwnMachine) return 'the URL must begin with https:// (http:// only on this machine)';
  if (username !== '' || password !== '') return 'the URL contains credentials, which all users would see';
  if (hash !== '') return 'the URL has a fragment (#); remove it';
  return undefined;
}

/** Reason why the hash is refused. Undefined if it is accepted. */
export function integrityProblem(text: string): string | undefined {
  const [, algorithm = '', digest = ''] = /^(sha256|sha384|sha512)-([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = DIGESTS[algorithm];
  if (bytes === undefined) return 'write sha256-, sha384- or sha512- and the digest of the file in base64';
  const decoded = Buffer.from(digest, 'base64');
  if (decoded.length === bytes && decoded.toString('base64') === digest) return undefined;
  return `a ${algorithm} digest has ${bytes} bytes in base64, and this has ${decoded.length}`;
}

const checked = (problemOf: (text: string) => string | undefined) =>
  z
    .string()
    .max(2_000)
    .superRefine((text, context) => {
      const problem = problemOf(text);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    });

const title = z.string().trim().min(1).max(40);

export const explorerExtension = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/, 'a name has lower-case letters, digits and -, 40 at most')
      .describe('Name of the extension, in the address of its page. Unique.'),
    url: checked(moduleUrlProblem).describe(
      'URL of the JavaScript module, `https://`, or a path on the origin of the Explorer. Another origin must allow the Explorer by CORS.',
    ),
    integrity: checked(integrityProblem).describe(
      'Hash of the module as `sha384-…`: `openssl dgst -sha384 -binary FILE | openssl base64 -A`. A module with another hash does not load.',
    ),
    page: title.optional().describe('Name of its page in the navigation. Without it, the extension has no page.'),
    card: z
      .strictObject({
        title: title.describe('Title of the card.'),
        kinds: z
          .array(z.string().regex(/^[A-Z][A-Za-z0-9]{0,62}(\.[a-z0-9.-]{1,253})?$/, 'write Service or Deployment.apps'))
          .min(1)
          .max(50)
          .describe('Kinds of objects whose pages have the card: `Service`, `Deployment.apps`.'),
      })
      .optional()
      .describe('Card on the pages of objects.'),
  })
  .refine(({ page, card }) => page !== undefined || card !== undefined, { message: 'give it a page, a card, or both' });

export type ExplorerExtension = z.output<typeof explorerExtension>;
