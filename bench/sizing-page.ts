/** Rewrites the measured part of docs/sizing.md from the existing results. */
import { readFileSync } from 'node:fs';
import { writeSizing } from './report.ts';
import type { Result } from './result.ts';

await writeSizing(JSON.parse(readFileSync(new URL('./results/latest.json', import.meta.url), 'utf8')) as Result[]);
