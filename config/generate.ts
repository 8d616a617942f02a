/** Writes docs/configuration.md. Part of `make generate`. */
import { writeFileSync } from 'node:fs';
import { configurationReference } from './reference.ts';

writeFileSync(new URL('../docs/configuration.md', import.meta.url), configurationReference());
