/**
 * Writes the long steps of the process that imports this (`--import`) to the file that LONG_STEPS_FILE names, a line of
 * JSON for each. A step that lasts when the process is killed is lost.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { LongSteps } from './long-steps.ts';

const file = process.env['LONG_STEPS_FILE'];
if (isMainThread && file !== undefined) new LongSteps(step => appendFileSync(file, `${JSON.stringify(step)}\n`));
