/**
 * Thrown for a faulty kubeconfig. The message is written for the author of the file. It never holds a token, a key or a
 * line of the file.
 */
export class KubeconfigError extends Error {
  override name = 'KubeconfigError';
}

/**
 * Thrown if a kubeconfig uses something that a registration must not use, such as a command, or a file or an address of
 * this machine.
 */
export class KubeconfigNotAllowedError extends KubeconfigError {}
