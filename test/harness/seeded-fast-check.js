// Replaces fast-check in tests (jest.config.js). FLEETGRAPH_SEED becomes the seed of every property without its own
// seed.
import fc from '../../node_modules/fast-check/lib/fast-check.js';

if (process.env.FLEETGRAPH_SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.FLEETGRAPH_SEED) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fc;
