/** Installs Chromium if it is missing, and builds the Explorer from the working tree. */
import { CHROMIUM, provide } from '../../test/harness/debian-packages.ts';
import { build } from '../../ui/build/once.ts';

/** @throws Error if Chromium cannot be installed */
export function builtExplorer(say: (line: string) => void): void {
  const problem = provide(CHROMIUM, say);
  if (problem !== undefined) throw new Error(problem);
  build();
}
