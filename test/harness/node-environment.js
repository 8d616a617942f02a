// Jest's environment for Node, with two differences.
//
// Its global object is an ordinary one. Jest's own is a proxy behind an interceptor of V8, so that each mention of `Map` or `Math` is a call: tests that
// compute take twice to five times as long there.
//
// And a worker ends without a long good-bye: V8 gives back the modules of the files that ran, a gigabyte of them, for longer than jest waits, which then
// calls it a leak. What really is left open keeps a worker from getting here.
import { TestEnvironment } from 'jest-environment-node';
import { constants, createContext } from 'node:vm';

process.once('exit', () => process.exit());

/** They are Node's own in every realm, so that what Node returns is an instance of them. */
const OF_NODE = new Set(['ArrayBuffer', 'Uint8Array']);

export default class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const global = createContext(constants.DONT_CONTEXTIFY);
    for (const name of Reflect.ownKeys(this.global)) {
      if (Object.hasOwn(global, name) && !OF_NODE.has(name)) continue;
      const descriptor = Reflect.getOwnPropertyDescriptor(this.global, name);
      Object.defineProperty(global, name, 'value' in descriptor ? descriptor : read(globalThis, global, name));
    }
    global.global = global;
    global.Error.stackTraceLimit = 100;
    this.context = this.global = global;
    this.moduleMocker = new this.moduleMocker.constructor(global);
    this.fakeTimersModern = new this.fakeTimersModern.constructor({ config: config.projectConfig, global });
  }
}

/** Node makes some of its globals when they are first read. */
function read(from, global, name) {
  const keep = value => Object.defineProperty(global, name, { configurable: true, enumerable: true, writable: true, value });
  return {
    configurable: true,
    enumerable: true,
    get() {
      const value = from[name];
      keep(value);
      return value;
    },
    set: keep,
  };
}
