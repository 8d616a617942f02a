/** Texts about extensions. */
export const extensionTexts = {
  loading: (title: string) => `Loading ${title}…`,
  from: (name: string) => `Extension ${name}`,
  unknown: (name: string) => `The configuration has no extension "${name}" with a page (explorer.extensions).`,
  notLoaded: (name: string, why: string) => `The extension "${name}" was not loaded. ${why}`,
  againstPolicy: (url: string) =>
    `The security policy of this page does not allow ${url}. The hash in the configuration is not the one that this page was sent with: reload the page.`,
  notFromThere: (url: string, integrity: string) =>
    `The module at ${url} does not have the configured hash ${integrity}, or nothing answers there, or its server does not allow this page by CORS. The console of the browser says which.`,
  noAnswer: (url: string) => `Nothing answers at ${url}.`,
  answers: (url: string, status: number) => `${url} answers with HTTP ${status}.`,
  otherHash: (url: string, found: string, integrity: string) =>
    `The module at ${url} has the hash ${found}, and the configuration allows only ${integrity}. If the new module is meant, change explorer.extensions.`,
  broken: (url: string) => `The module at ${url} is not a JavaScript module that this browser can run.`,
  noExport: (part: string) => `It exports no function "${part}".`,
  broke: (name: string, why: string) => `The extension "${name}" failed: ${why}`,
  queriesOnly: 'query() takes queries. Mutations and subscriptions are refused.',
};
