// Stands for fast-check in tests (jest.config.js), so that FLEETGRAPH_SEED is the seed of every property that names none.
import fc from '../../node_modules/fast-check/lib/fast-check.js';

if (process.env.FLEETGRAPH_SEED !== undefined) fc.configureGlobal({ seed: Number(process.env.FLEETGRAPH_SEED) });

export * from '../../node_modules/fast-check/lib/fast-check.js';
export default fc;
