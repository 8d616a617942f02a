// Jest's environment for Node, and the end of a worker without a long good-bye: V8 gives back the modules of the files that ran, a gigabyte of them, for
// longer than jest waits, which then calls it a leak. What really is left open keeps a worker from getting here.
import { TestEnvironment } from 'jest-environment-node';

process.once('exit', () => process.exit());

export default TestEnvironment;
