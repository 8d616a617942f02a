/** Writes docs/configuration.md. `make generate` runs this file. */
import { writeFileSync } from 'node:fs';
import { configurationReference } from './reference.ts';

writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationReference());
