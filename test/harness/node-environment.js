// Jest's environment for Node, with four differences.
//
// The global object is an ordinary object. Jest's own global is a proxy, which makes each mention of `Map` or `Math`
// slow.
//
// A worker ends without freeing memory. Otherwise V8 frees the modules of the executed files, and takes longer than
// Jest waits. Jest would then report a leak. A worker with an open handle still does not end, so Jest reports it.
//
// V8's own cache of compiled code is off, because it would keep in memory everything that a test file has loaded.
//
// The compiled code of a package is kept for the next test file of the process, because Jest loads packages again for
// each file.
import { TestEnvironment } from 'jest-environment-node';
import { setFlagsFromString } from 'node:v8';
import vm, { constants, createContext, Script } from 'node:vm';

setFlagsFromString('--no-compilation-cache');

// Only workers have `process.send`. Jest's own process must not exit here, because a later listener sets its exit code.
if (process.send) process.once('exit', () => process.exit());

/** Source code and V8's compiled form by file. */
const compiled = new Map();
/** Scripts that the current test file was the first to load, by file. */
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
 * Stores the compiled code after a test file has ended. By then V8 has compiled the functions that are needed. Keeping
 * the scripts themselves would keep everything that the test file has loaded.
 */
function keepCompiled() {
  for (const [filename, { code, script }] of firstLoaded)
    compiled.set(filename, { code, data: script.createCachedData() });
  firstLoaded.clear();
}

/** Classes of Node that replace the classes of the context, so that values from Node are instances of them. */
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

/** Property that reads a global of Node at the first access, because Node creates some globals only then. */
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
