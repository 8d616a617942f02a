// Jest's environment for Node, with four differences.
//
// Its global object is an ordinary one. Jest's own is a proxy behind an interceptor of V8, so that each mention of `Map` or `Math` is a call: tests that
// compute take twice to five times as long there.
//
// And a worker ends without a long good-bye: V8 gives back the modules of the files that ran, a gigabyte of them, for longer than jest waits, which then
// calls it a leak. What really is left open keeps a worker from getting here.
//
// V8's own cache of what it has compiled is off: through it all that a test file has loaded stays in memory, about six megabytes of each, and every garbage
// collection walks through it. Files load no slower without.
//
// And what V8 has compiled of a package is kept for the next test file of the same process: jest loads packages anew for each.
import { TestEnvironment } from 'jest-environment-node';
import { setFlagsFromString } from 'node:v8';
import vm, { constants, createContext, Script } from 'node:vm';

setFlagsFromString('--no-compilation-cache');

process.once('exit', () => process.exit());

/** By file: its code, and what V8 has compiled of it. */
const compiled = new Map();
/** What the test file that runs has been the first to load. */
const firstLoaded = new Map();

vm.compileFunction = (code, parameters, { filename, parsingContext, importModuleDynamically }) => {
  const head = `(function (${parameters.join(', ')}) {`;
  const kept = compiled.get(filename);
  const cachedData = kept?.code === code ? kept.data : undefined;
  const script = new Script(`${head}${code}\n})`, {
    filename,
    columnOffset: -head.length,
    importModuleDynamically,
    cachedData,
  });
  if (!cachedData) firstLoaded.set(filename, { code, script });
  return script.runInContext(parsingContext);
};

/** Once a test file has ended: by then V8 has compiled what is needed, and a script that is kept would keep all that the file has loaded. */
function keepCompiled() {
  for (const [filename, { code, script }] of firstLoaded)
    compiled.set(filename, { code, data: script.createCachedData() });
  firstLoaded.clear();
}

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

  async teardown() {
    keepCompiled();
    await super.teardown();
  }
}

/** Node makes some of its globals when they are first read. */
function read(from, global, name) {
  const keep = value =>
    Object.defineProperty(global, name, { configurable: true, enumerable: true, writable: true, value });
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
