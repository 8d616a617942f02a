/** Thrown for a faulty kubeconfig, worded for its author. Never holds a token, a key or a line of the file. */
export class KubeconfigError extends Error {
  override name = 'KubeconfigError';
}

/** Thrown if it requests what a registration may not use: a command, a file of ours, an address of this machine. */
export class KubeconfigNotAllowedError extends KubeconfigError {}
