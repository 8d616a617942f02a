/** Recognises addresses of this machine, for which unencrypted traffic does not cross a network. */

/** True for loopback addresses. The text is an address to listen on, or the host of a URL. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);
}

/** True if the URL is encrypted or leads to this machine. */
export function isPrivate({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
