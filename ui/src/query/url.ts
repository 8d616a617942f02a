/** Query string of a URL in readable form: `?q=status:failed+cluster:eu-*`. */

export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Omits parameters that are undefined or empty. */
export function printSearch(search: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(search)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
    .map(([key, value]) => `${encodeURIComponent(key)}=${readable(value)}`);
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

function readable(value: string): string {
  return encodeURIComponent(value)
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%2F', '/')
    .replaceAll('%20', '+');
}
