/** What is wrong with a kubeconfig, in words for its author. Never holds a token, a key or a line of the file. */
export class KubeconfigError extends Error {
  override name = 'KubeconfigError';
}

/** It asks for what a registration may not ask for: a command, a file of ours, an address of this machine. */
export class KubeconfigNotAllowedError extends KubeconfigError {}
