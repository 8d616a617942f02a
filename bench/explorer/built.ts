/** Chromium and the built Explorer, as the tree has it. */
import { CHROMIUM, provide } from '../../test/harness/debian-packages.ts';
import { build } from '../../ui/build/once.ts';

/** Installs missing parts, and builds. @throws without Chromium */
export function builtExplorer(say: (line: string) => void): void {
  const problem = provide(CHROMIUM, say);
  if (problem !== undefined) throw new Error(problem);
  build();
}
