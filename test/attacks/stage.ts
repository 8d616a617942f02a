/**
 * The parts of one attack: the surroundings, a gateway as users start it, the attacker and the second user. They are
 * separate processes, so that the measured delays are the gateway's. Several attacks share the surroundings, but each
 * attack gets a new gateway.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Child } from '../../bench/child.ts';
import { eventually, Fleetgraph } from '../harness/fleetgraph.ts';
import { joinSteps, type LongStep } from '../harness/long-steps.ts';
import type { Attack, Force, Target } from './attack.ts';
import type { AttackerAnswer, AttackerRequest } from './processes/attacker.ts';
import type { SecondUserAnswer, SecondUserRequest } from './processes/second-user.ts';
import type { SurroundingsAnswer, SurroundingsRequest } from './processes/surroundings.ts';
import type { QuestionName, SecondUserFigures } from './second-user.ts';
import { STATIC_TOKENS, TOKENS, type LeafFault, type SurroundingsOptions } from './surroundings.ts';

export interface StageOptions extends SurroundingsOptions {
  /** Checkout that contains the attacked bin/fleetgraph. @default this checkout */
  readonly checkout?: string;
  /** True to record long steps of the gateway's event loop. This costs the gateway some time. @default false */
  readonly longSteps?: boolean;
  readonly signal: AbortSignal;
}

export interface PlayOptions {
  readonly force: Force;
  /**
   * Time in milliseconds for which the second user alone is measured, before the attack and again after it. Before each
   * of the two measurements, the second user sends requests for half of this time, to fill caches or to let the gateway
   * recover.
   */
  readonly aroundMs: number;
}

export interface Outcome {
  readonly attack: string;
  /** Results of the second user before the attack. */
  readonly before: SecondUserFigures;
  readonly during: SecondUserFigures;
  readonly attacker: AttackerAnswer;
  /** Description of the gateway process's exit. Undefined if the process still ran at the end. */
  readonly ending: string | undefined;
  /**
   * Peak resident memory of the gateway in megabytes since its start. `before` is read before the attack, `peak` when
   * the second user stops. If the gateway has ended earlier, `peak` is the last sample. NaN if the system reports no
   * peak.
   */
  readonly residentMB: { readonly before: number; readonly peak: number };
  /** Long steps of the gateway's event loop, from the start of the attack until the second user stops. */
  readonly longSteps: readonly LongStep[];
}

const file = (name: string) => new URL(`./processes/${name}.ts`, import.meta.url);
const SAMPLE_MS = 100;
const LONG_STEPS = new URL('../harness/long-steps-preload.ts', import.meta.url).href;

export class Stage implements AsyncDisposable {
  readonly #options: StageOptions;
  readonly #surroundings: Child<SurroundingsRequest, SurroundingsAnswer>;
  readonly #around: SurroundingsAnswer;
  readonly #directory: string;

  static async set(options: StageOptions): Promise<Stage> {
    const { signal, checkout: _checkout, longSteps: _longSteps, ...shape } = options;
    const surroundings = new Child<SurroundingsRequest, SurroundingsAnswer>(file('surroundings'));
    try {
      const around = await surroundings.ask({ type: 'start', ...shape }, signal);
      const directory = await mkdtemp(join(tmpdir(), 'fleetgraph-attacks-'));
      await writeFile(join(directory, 'kubeconfig'), around.kubeconfig, { mode: 0o600 });
      await writeFile(join(directory, 'foreign.graphql'), around.subgraph.sdl);
      return new Stage(options, surroundings, around, directory);
    } catch (error) {
      await surroundings[Symbol.asyncDispose]();
      throw error;
    }
  }

  private constructor(
    options: StageOptions,
    surroundings: Child<SurroundingsRequest, SurroundingsAnswer>,
    around: SurroundingsAnswer,
    directory: string,
  ) {
    this.#options = options;
    this.#surroundings = surroundings;
    this.#around = around;
    this.#directory = directory;
  }

  get #longStepsFile(): string {
    return join(this.#directory, 'long-steps');
  }

  /** Long steps of the gateway since the previous call. */
  async #longSteps(): Promise<readonly LongStep[]> {
    if (!this.#options.longSteps) return [];
    const lines = await readFile(this.#longStepsFile, 'utf8').catch(() => '');
    await rm(this.#longStepsFile, { force: true });
    return joinSteps(lines.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line) as LongStep])));
  }

  /** The healthy and the sick leaf. */
  get clusters(): readonly [healthy: string, sick: string] {
    const [healthy = '', sick = ''] = this.#around.clusters;
    return [healthy, sick];
  }

  /** Replaces the faults of the leaves. An empty list removes all faults. */
  async fail(faults: readonly LeafFault[]): Promise<void> {
    await this.#surroundings.ask({ type: 'fail', faults }, this.#options.signal);
  }

  /** Starts a gateway, and waits until it knows all clusters. */
  async gateway({ needs }: Pick<Attack, 'needs'>): Promise<Fleetgraph> {
    const { clusters, subgraph } = this.#around;
    const kubeconfig = join(this.#directory, 'kubeconfig');
    const [, sick] = clusters;
    const gateway = await Fleetgraph.start({
      form: 'single',
      ...(this.#options.checkout !== undefined && { checkout: this.#options.checkout }),
      ...(this.#options.longSteps && {
        env: () => ({ NODE_OPTIONS: `--import ${LONG_STEPS}`, LONG_STEPS_FILE: this.#longStepsFile }),
      }),
      config: {
        clusters: clusters.map(name => ({
          name,
          kubeconfig,
          context: name,
          ...(needs.mixed && name === sick && { authorization: 'mixed' }),
        })),
        authentication: [{ type: 'static', tokens: STATIC_TOKENS }],
        subgraphs: [{ name: subgraph.name, url: subgraph.url, schema: join(this.#directory, 'foreign.graphql') }],
        ...(needs.limits && { limits: needs.limits }),
        log: { level: 'warn' },
      },
    });
    const indexed = async () => (await gateway.query(TOKENS.mallory, '{coverage{total indexed}}')).data?.coverage;
    await eventually(indexed, coverage => coverage?.indexed === clusters.length, {
      what: 'the index',
    });
    return gateway;
  }

  async play(attack: Attack, { force, aroundMs }: PlayOptions): Promise<Outcome> {
    const { signal } = this.#options;
    const [healthy, sick] = this.clusters;
    await using gateway = await this.gateway(attack);
    await using user = new Child<SecondUserRequest, SecondUserAnswer>(file('second-user'));
    await using attacker = new Child<AttackerRequest, AttackerAnswer>(file('attacker'));
    const ask = async (request: SecondUserRequest) => {
      const { problem, figures } = await user.ask(request, signal);
      if (problem !== undefined) throw new Error(problem);
      return figures as SecondUserFigures;
    };
    const questions: QuestionName[] = ['list', 'everything', ...(attack.needs.beside ? [attack.needs.beside] : [])];
    const target: Target = { url: gateway.url, operationsUrl: gateway.operationsUrl, tokens: TOKENS, healthy, sick };
    await ask({ type: 'open', url: target.url, token: TOKENS.victor, cluster: healthy });
    // The results of the first round are discarded, because the gateway's caches are still empty.
    for (const time of [aroundMs / 2, aroundMs]) {
      await ask({ type: 'begin', questions, token: TOKENS.victor });
      await delay(time);
      if (time !== aroundMs) await ask({ type: 'end' });
    }
    const before = await ask({ type: 'end' });
    const resident = new Resident(gateway.pids[0]);
    const residentBefore = await resident.peakMB();
    await this.fail(attack.needs.faults ?? []);
    await this.#longSteps();
    const sampling = setInterval(() => void resident.peakMB(), SAMPLE_MS);
    try {
      await ask({ type: 'begin', questions, token: attack.needs.newcomer ? TOKENS.vera : TOKENS.victor });
      const answered = await attacker.ask({ attack: attack.name, target, force }, signal);
      await delay(aroundMs / 2);
      await ask({ type: 'mark' });
      await delay(aroundMs);
      const during = await ask({ type: 'end' });
      const peak = await resident.peakMB();
      return {
        attack: attack.name,
        before,
        during,
        attacker: answered,
        ending: gateway.endings[0],
        residentMB: { before: residentBefore, peak },
        longSteps: await this.#longSteps(),
      };
    } finally {
      clearInterval(sampling);
      await this.fail([]);
      // The gateway is killed, without waiting for its remaining work for the attacker.
      await gateway.kill('fleetgraph-1');
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#surroundings[Symbol.asyncDispose]();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

/** Peak resident memory of a process since its start. Linux reports this peak while the process exists. */
class Resident {
  readonly #guard: number | undefined;
  #peakMB = NaN;

  /** @param guard Id of the shell that runs the process (processes.ts). */
  constructor(guard: number | undefined) {
    this.#guard = guard;
  }

  async peakMB(): Promise<number> {
    try {
      const children = (await readFile(`/proc/${this.#guard}/task/${this.#guard}/children`, 'utf8')).trim().split(' ');
      for (const child of children) {
        const kB = Number(/^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${child}/status`, 'utf8'))?.[1] ?? 0);
        this.#peakMB = Math.max(Number.isNaN(this.#peakMB) ? 0 : this.#peakMB, kB / 1_024);
      }
    } catch {
      // The process has ended, or the system is not Linux. The last value remains.
    }
    return Math.round(this.#peakMB);
  }
}
