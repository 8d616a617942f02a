/** Where a subgraph of a supergraph is: at an address, or in the process of the gateway. */

const IN_PROCESS = 'in-process:';

/** The URL of a subgraph that the gateway runs itself. */
export function inProcessUrl(name: string): string {
  return IN_PROCESS + name;
}

/** The name of the subgraph that such a URL means; undefined for any other URL. */
export function inProcessName(url: string): string | undefined {
  return url.startsWith(IN_PROCESS) ? url.slice(IN_PROCESS.length) : undefined;
}

/** Problem of an address, and the way out; undefined if it is usable. Never repeats a password. */
export function subgraphUrlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text) || url.hostname === '')
    return 'write http:// or https://, a host and the path at which it answers GraphQL: http://127.0.0.1:4001/graphql';
  if (url.username || url.password)
    return 'a user or password in a URL would be seen in logs and schemas; send it as a header: headers: [{ name: Authorization, env: MY_CREDENTIALS }]';
  if (url.hash) return 'leave out what begins with #; it is never sent';
  return undefined;
}
