/**
 * Preloaded with `--import`. Writes the long steps of the main thread to the file in LONG_STEPS_FILE, one line of JSON
 * per step. A step that is running when the process is killed is lost.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { LongSteps } from './long-steps.ts';

const file = process.env['LONG_STEPS_FILE'];
if (isMainThread && file !== undefined) new LongSteps(step => appendFileSync(file, `${JSON.stringify(step)}\n`));
