/** Writes docs/status.md. Part of `make generate`. */
import { writeFileSync } from 'node:fs';
import { statusReference } from './reference.ts';

writeFileSync(new URL('../docs/status.md', import.meta.url), statusReference());
