/**
 * Names the functions behind long steps of this process's event loop. A step is long if it takes at least LONG_STEP_MS
 * of processor time of this thread.
 *
 * A timer measures the processor time between its ticks, and V8's profiler names the functions. A step gets the name of
 * the deepest function that ran for at least half of it. Functions of the project take precedence over functions of
 * packages. Garbage collection is counted separately, and the profiler's own time is not counted.
 */
import { console as inspectorConsole, Session, type Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { processorTime } from '../processor-time.ts';

export interface LongStep {
  /** Function with its file and line: `rbac/explain.ts:103 chainsOf`. */
  readonly function: string;
  readonly count: number;
  readonly longestMs: number;
}

export const LONG_STEP_MS = 25;
const BEAT_MS = 2;
const SAMPLE_US = 1_000;
/** Lifetime of a profile in milliseconds. Limited, because a profile grows with every sample. */
const PROFILE_MS = 2_000;
const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
export const GARBAGE = '(garbage collection)';
const SEVERAL = '(several functions)';

export class LongSteps implements Disposable {
  readonly #session = new Session();
  readonly #onStep: (step: LongStep) => void;
  readonly #timer: NodeJS.Timeout;
  /** Label of the running profile. */
  #label = 0;
  #profile: Profiler.Profile | undefined;
  #profiledSince = 0;
  #beat = { atUs: 0, processorMs: 0 };

  /** @param onStep Called with each long step */
  constructor(onStep: (step: LongStep) => void) {
    this.#onStep = onStep;
    this.#session.connect();
    this.#session.on('Profiler.consoleProfileFinished', ({ params }) => (this.#profile = params.profile));
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
    inspectorConsole.profile(this.#name(this.#label));
    this.#profiledSince = performance.now();
    this.#beat = { atUs: nowUs(), processorMs: processorTime() };
    this.#timer = setInterval(() => this.#look(), BEAT_MS).unref();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#session.disconnect();
  }

  #name(label: number): string {
    return `long steps ${label}`;
  }

  #look(): void {
    const { atUs, processorMs } = this.#beat;
    const tookMs = processorTime() - processorMs;
    const isLong = tookMs >= LONG_STEP_MS;
    const untilUs = nowUs();
    if (isLong || performance.now() - this.#profiledSince > PROFILE_MS) {
      const profile = this.#next();
      if (isLong && profile) this.#note(profile, { fromUs: atUs, untilUs }, tookMs);
    }
    this.#beat = { atUs: nowUs(), processorMs: processorTime() };
  }

  /**
   * Starts the next profile before ending the current profile. In the other order, V8 would search the heap for
   * functions again. The event with the ended profile arrives before profileEnd() returns.
   */
  #next(): Profiler.Profile | undefined {
    this.#profile = undefined;
    inspectorConsole.profile(this.#name(this.#label + 1));
    inspectorConsole.profileEnd(this.#name(this.#label));
    this.#label++;
    this.#profiledSince = performance.now();
    return this.#profile;
  }

  #note(profile: Profiler.Profile, span: Span, tookMs: number): void {
    const { name, garbage } = functionOf(profile, span);
    const workMs = tookMs * (1 - garbage);
    const isWork = workMs >= LONG_STEP_MS;
    this.#onStep({ function: isWork ? name : GARBAGE, count: 1, longestMs: isWork ? workMs : tookMs });
  }
}

interface Span {
  readonly fromUs: number;
  readonly untilUs: number;
}

function nowUs(): number {
  return Number(process.hrtime.bigint() / 1_000n);
}

/**
 * Name of the deepest function that ran for at least half of a span, and the share of the span that garbage collection
 * took.
 */
function functionOf(profile: Profiler.Profile, { fromUs, untilUs }: Span): { name: string; garbage: number } {
  const nodes = new Map(profile.nodes.map(node => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children }) => (children ?? []).map(child => [child, id] as const)),
  );
  const { samples = [], timeDeltas = [] } = profile;
  /** Number of samples with a node on the stack, by node. */
  const times = new Map<number, number>();
  const depths = new Map<number, number>();
  let [atUs, worked, garbage] = [profile.startTime, 0, 0];
  for (const [i, sample] of samples.entries()) {
    atUs += timeDeltas[i] ?? 0;
    if (atUs < fromUs || atUs > untilUs) continue;
    const { functionName } = nodes.get(sample)!.callFrame;
    if (functionName === '(idle)') continue;
    if (functionName === '(garbage collector)') {
      garbage++;
      continue;
    }
    worked++;
    const stack: number[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) stack.push(id);
    for (const [i, id] of stack.entries()) {
      times.set(id, (times.get(id) ?? 0) + 1);
      depths.set(id, stack.length - i);
    }
  }
  const share = garbage / Math.max(1, worked + garbage);
  const half = [...times].filter(([, count]) => count >= worked / 2).map(([id]) => id);
  half.sort((a, b) => depths.get(b)! - depths.get(a)!);
  const frames = half.map(id => nodes.get(id)!.callFrame);
  const frame = frames.find(isOurs) ?? frames.find(({ url }) => url !== '');
  return { name: frame ? nameOf(frame) : SEVERAL, garbage: share };
}

function isOurs({ url }: Profiler.Profile['nodes'][number]['callFrame']): boolean {
  return url.startsWith('file:') && !url.includes('/node_modules/');
}

function nameOf({ functionName, url, lineNumber }: Profiler.Profile['nodes'][number]['callFrame']): string {
  const path = url.startsWith('file:') ? fileURLToPath(url).replace(CHECKOUT, '') : url;
  return `${path}:${lineNumber + 1} ${functionName || '(anonymous)'}`;
}

/** Joins the steps of each function. Sorted with the longest first. */
export function joinSteps(steps: Iterable<LongStep>): readonly LongStep[] {
  const joined = new Map<string, LongStep>();
  for (const step of steps) {
    const { count, longestMs } = joined.get(step.function) ?? { count: 0, longestMs: 0 };
    joined.set(step.function, {
      function: step.function,
      count: count + step.count,
      longestMs: Math.max(longestMs, step.longestMs),
    });
  }
  return [...joined.values()].sort((a, b) => b.longestMs - a.longestMs);
}

/** Text table of the steps. */
export function stepsTable(steps: readonly LongStep[]): string {
  if (steps.length === 0) return `steps over ${LONG_STEP_MS} ms: none`;
  const lines = steps.map(
    ({ function: name, count, longestMs }) =>
      `${String(count).padStart(6)} ${longestMs.toFixed(0).padStart(8)} ms  ${name}`,
  );
  return [`steps over ${LONG_STEP_MS} ms: count, longest, function`, ...lines].join('\n');
}
