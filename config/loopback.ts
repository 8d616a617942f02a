/** Addresses of this machine alone, where plain text does not cross a network. */

/** An address to listen on, or the host of a URL. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);
}

/** Whether the URL is encrypted, or stays on this machine. */
export function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
