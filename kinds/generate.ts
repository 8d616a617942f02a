/** Writes docs/status.md. `make generate` runs it. */
import { writeFileSync } from 'node:fs';
import { statusReference } from './reference.ts';

writeFileSync(new URL('../docs/status.md', import.meta.url), statusReference());
