/**
 * One spelling of the address of a repository or bucket, however clusters write it, so that they can be compared: `https://host/path`, or `oci://host/path`.
 *
 * HTTP and SSH lead to the same repository; a user, a password, `.git`, slashes at the end, the port that is usual and the case of the host do not tell two
 * apart. A registry is another place than a repository of the same address.
 */
const WITH_SCHEME = /^(https?|ssh|git|oci):\/\/([^/?#]+)([^?#]*)/i;
/** As git takes it for SSH: `git@host:path`. */
const LIKE_SCP = /^(?:[^@/\s]+@)?([^@:/\s]+):([^/\s?#][^\s?#]*)$/;
/** Of the ports that schemes have by themselves. */
const USUAL_PORT = /:(22|80|443|9418)$/;
const MAX_LENGTH = 2_048;

/** Undefined for what is no such address. It holds no credentials. */
export function sourceUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return undefined;
  const [, scheme = '', authority = '', path = ''] = WITH_SCHEME.exec(trimmed) ?? [];
  if (scheme !== '') return spelled(scheme.toLowerCase() === 'oci' ? 'oci' : 'https', authority, path);
  const [, host = '', below = ''] = LIKE_SCP.exec(trimmed) ?? [];
  return host === '' ? undefined : spelled('https', host, below);
}

function spelled(scheme: string, authority: string, path: string): string | undefined {
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(USUAL_PORT, '');
  const parts = path.split('/').filter(part => part !== '');
  const last = parts.pop()?.replace(/\.git$/, '') ?? '';
  const whole = [...parts, ...(last === '' ? [] : [last])].join('/');
  return host === '' ? undefined : `${scheme}://${host}${whole === '' ? '' : `/${whole}`}`;
}
