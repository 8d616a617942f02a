// A jest transform that uses Node to strip the types. Positions stay the same, so stack traces need no source maps.
import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

export default {
  process: source => ({ code: stripTypeScriptTypes(source, { mode: 'strip' }) }),
  getCacheKey: source => createHash('sha1').update(process.version).update(source).digest('hex'),
};
