/**
 * Normalizes the address of a repository or bucket, so that different spellings compare equal. The result has the form
 * `https://host/path` or `oci://host/path`.
 *
 * HTTP and SSH addresses of a repository become equal, except on unknown hosts with special forms. The result has no
 * user, password, default port, or `.git` at the end. Addresses of images lose their tag and digest. The case of a path
 * matters, except on Azure DevOps and Bitbucket Data Center.
 */
const WITH_SCHEME = /^(?:git\+)?(https?|ssh|git|oci):\/\/([^/?#]+)([^?#]*)/i;
/**
 * git's short form for SSH: `git@host:path`. If the path starts with a slash, the user is required, because
 * `C:/x` must not match.
 */
const LIKE_SCP = /^(?:[^@/\s]+@)?([\w.-]+):(?!:)([^/\s?#][^\s?#]*)$|^[^@/\s]+@([\w.-]+):(?!:)([^\s?#]+)$/;
/** Default ports of SSH, HTTP, HTTPS and git. */
const USUAL_PORT = /:(22|80|443|9418)$/;
const PORT = /:(\d+)$/;
/**
 * SSH port of Bitbucket Data Center, whose SSH paths differ from its HTTPS paths. If the host's name contains neither
 * `bitbucket` nor `stash`, the host may be another server. The result then keeps this port, so that different
 * repositories do not become equal.
 */
const BITBUCKET_SSH_PORT = '7999';
const BITBUCKET = /bitbucket|stash/;
const MAX_LENGTH = 2_048;

interface Place {
  readonly host: string;
  readonly path: readonly string[];
}

/** Aliases of hosts: names for SSH over the HTTPS port, and names that redirect. */
const ALIASES: Readonly<Record<string, string>> = {
  'ssh.github.com': 'github.com', // docs.github.com: Using SSH over the HTTPS port
  'www.github.com': 'github.com',
  'altssh.gitlab.com': 'gitlab.com', // docs.gitlab.com: GitLab.com settings, alternative SSH port
  'altssh.bitbucket.org': 'bitbucket.org', // support.atlassian.com: Use SSH over port 443
  'registry-1.docker.io': 'docker.io',
  'index.docker.io': 'docker.io',
};

/** Rules for hosts with special forms. Each rule returns undefined for forms that it does not know. */
const HOSTS: readonly ((place: Place) => Place | undefined)[] = [
  // Azure DevOps: ssh.dev.azure.com/v3/ORG/PROJECT/REPO or dev.azure.com/ORG/PROJECT/_git/REPO. A repository with
  // the name of its project may have the address dev.azure.com/ORG/_git/REPO. Before 2018:
  // ORG.visualstudio.com[/DefaultCollection]/PROJECT/_git/REPO.
  ({ host, path: [version, ...path] }) =>
    version === 'v3' && path.length === 3 && ['ssh.dev.azure.com', 'vs-ssh.visualstudio.com'].includes(host)
      ? azure(path[0]!, path[1]!, path[2]!)
      : undefined,
  ({ host, path: [organization, ...path] }) =>
    host === 'dev.azure.com' && organization !== undefined ? azureProject(organization, path) : undefined,
  ({ host, path }) => {
    const [, organization] = /^([^.]+)\.visualstudio\.com$/.exec(host) ?? [];
    return organization === undefined
      ? undefined
      : azureProject(organization, path[0]?.toLowerCase() === 'defaultcollection' ? path.slice(1) : path);
  },
  // Bitbucket Data Center: HOST/scm/PROJECT/REPO. PROJECT is the key of a project and may have any case.
  ({ host, path }) => (path.length === 3 && path[0] === 'scm' ? { host, path: path.map(lowered) } : undefined),
];

/** Converts to lower case, except for percent-encoded bytes. */
function lowered(part: string): string {
  return part.replaceAll(/%[0-9A-F]{2}|[A-Z]/g, found => (found.startsWith('%') ? found : found.toLowerCase()));
}

function azureProject(organization: string, path: readonly string[]): Place | undefined {
  const [project = '', marker] = path;
  if (path.length === 3 && marker === '_git') return azure(organization, project, path[2]!);
  if (path.length === 2 && project === '_git') return azure(organization, marker!, marker!);
  return undefined;
}

function azure(organization: string, project: string, repository: string): Place {
  return { host: 'dev.azure.com', path: [organization, project, '_git', repository].map(lowered) };
}

/** The normalized address, without credentials. Undefined if the text is no valid address, or is too long. */
export function sourceUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return undefined;
  const [, scheme = '', authority = '', path = ''] = WITH_SCHEME.exec(trimmed) ?? [];
  if (scheme !== '') return spelled(scheme.toLowerCase(), authority, path);
  const [, host = '', below = '', hostOfUser = host, fromRoot = below] = LIKE_SCP.exec(trimmed) ?? [];
  return hostOfUser === '' ? undefined : spelled('ssh', hostOfUser, fromRoot);
}

function spelled(scheme: string, authority: string, path: string): string | undefined {
  const written = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  const parts = (scheme === 'oci' ? withoutVersion(path) : path)
    .split('/')
    .filter(part => part !== '')
    .map(encoded);
  const last = parts.pop()?.replace(/\.git$/, '') ?? '';
  if (last !== '') parts.push(last);
  const isSsh = scheme === 'ssh';
  const isBitbucketPort = isSsh && PORT.exec(written)?.[1] === BITBUCKET_SSH_PORT;
  const onBitbucket = isBitbucketPort && BITBUCKET.test(written);
  // A git server uses different ports for SSH and HTTPS, so the SSH port does not help to identify the HTTPS address.
  const host = written.replace(isSsh && onBitbucket === isBitbucketPort ? PORT : USUAL_PORT, '');
  if (host === '') return undefined;
  const place: Place = { host: ALIASES[host] ?? host, path: onBitbucket ? ['scm', ...parts] : parts };
  const known = HOSTS.map(rule => rule(place)).find(found => found !== undefined) ?? place;
  return [`${scheme === 'oci' ? 'oci' : 'https'}://${known.host}`, ...known.path].join('/');
}

/** The path of an image without its digest and tag. */
function withoutVersion(path: string): string {
  return path.replace(/@.*$/s, '').replace(/:[^/:]*(?=\/*$)/, '');
}

/** Normalizes the encoding of a path segment. A segment with invalid encoding stays unchanged. */
function encoded(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part)).replaceAll(/%(?:2B|3A|40|24|26|2C|3B|3D)/g, decodeURIComponent);
  } catch {
    return part;
  }
}
