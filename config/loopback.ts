/** Addresses of this machine alone, where what travels in clear is read by nobody on the way. */

/** An address to listen on, or the host of a URL. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);
}

/** Whether nobody on the way can read along. */
export function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
