/** Addresses of subgraphs in a supergraph: over HTTP, or in the gateway's own process. */

const IN_PROCESS = 'in-process:';

/** The URL of a subgraph that the gateway runs itself. */
export function inProcessUrl(name: string): string {
  return IN_PROCESS + name;
}

/** Name of the subgraph for a URL from inProcessUrl(). Undefined for any other URL. */
export function inProcessName(url: string): string | undefined {
  return url.startsWith(IN_PROCESS) ? url.slice(IN_PROCESS.length) : undefined;
}

/**
 * Problem of an address, and how to solve it. Undefined if the address is usable. The text never contains a password.
 */
export function subgraphUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text) || url.hostname === '')
    return 'write http:// or https://, a host and the path at which it answers GraphQL: http://127.0.0.1:4001/graphql';
  if (url.username || url.password)
    return 'a user or password in a URL would be seen in logs and schemas; send it as a header: headers: [{ name: Authorization, env: MY_CREDENTIALS }]';
  if (url.hash) return 'leave out what begins with #; it is never sent';
  return undefined;
}
