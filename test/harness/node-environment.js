// Jest's environment for Node, with four differences.
//
// Its global object is an ordinary object. Jest's own global is a proxy behind an interceptor of V8, which turns each
// mention of `Map` or `Math` into a call. Tests that compute take twice to five times as long there.
//
// A worker exits at once. V8 frees the modules of the executed files, a gigabyte of them, for longer than Jest waits,
// and Jest then reports a leak. A handle that really is open keeps a worker from getting here.
//
// V8's own cache of compiled code is off. It keeps everything that a test file has loaded in memory, about six
// megabytes per file, and every garbage collection walks through it. Files load no slower without it.
//
// Compiled code of a package is kept for the next test file of the process: Jest loads packages anew for each file.
import { TestEnvironment } from 'jest-environment-node';
import { setFlagsFromString } from 'node:v8';
import vm, { constants, createContext, Script } from 'node:vm';

setFlagsFromString('--no-compilation-cache');

process.once('exit', () => process.exit());

/** Code and V8's compiled form, by file. */
const compiled = new Map();
/** Files that the current test file was the first to load. */
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

/**
 * Runs after a test file has ended. By then V8 has compiled the needed functions. Keeping the script itself would keep
 * everything that the file has loaded.
 */
function keepCompiled() {
  for (const [filename, { code, script }] of firstLoaded)
    compiled.set(filename, { code, data: script.createCachedData() });
  firstLoaded.clear();
}

/** These classes are Node's own in every realm, so that values returned by Node are instances of them. */
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
