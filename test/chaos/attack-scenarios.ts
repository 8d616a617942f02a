/**
 * The attacks of test/attacks as scenarios. An attacker attacks one of two gateways at full strength. A second user
 * must not lose an answer at this gateway, must not wait for long, and the gateway must not stop answering. The limits
 * are high. `make bench ONLY=fair` measures waiting times, and has a low limit for lists.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { availableParallelism, loadavg } from 'node:os';
import { Child } from '../../bench/child.ts';
import { mayClose, type Attack } from '../attacks/attack.ts';
import { parseDuration } from '../../schema/duration.ts';
import { ATTACKS } from '../attacks/attacks.ts';
import type { AttackerAnswer, AttackerRequest } from '../attacks/processes/attacker.ts';
import type { SecondUserAnswer, SecondUserRequest } from '../attacks/processes/second-user.ts';
import type { QuestionName, SecondUserFigures } from '../attacks/second-user.ts';
import { TOKENS } from '../attacks/surroundings.ts';
import { Violation, type Scenario } from './scenario.ts';
import type { World } from './world.ts';

const SECONDS = 8;
/** Time in milliseconds for which the second user alone sends requests, before the attack and again after it. */
const AROUND_MS = 2_000;
/**
 * Limits in milliseconds. They are multiplied if several processes share a core, and are at least SLOWER times the
 * longest such time before the attack.
 *
 * Only a stopped gateway should give no answer for STOPPED_MS while requests are pending. Only a second user who gets
 * much less than their share should wait for STARVED_MS, half of the attack. Waits below this limit can be a queue:
 * beside busy processes, the gateway's fair half for the second user can be less than the steady rate needs.
 */
const STOPPED_MS = 1_000;
const STARVED_MS = (SECONDS * 1_000) / 2;
const SLOWER = 3;

export const attacks: readonly Scenario[] = ATTACKS.map(attack => ({
  name: attack.name,
  title: attack.title,
  world: attack.needs.mixed ? 'attacked-mixed' : 'attacked',
  short: false,
  withinMs: 90_000, // on a mixed cluster, callers' permissions are reviewed every 30 s
  strike: world => beside(world, attack),
}));

async function beside(world: World, attack: Attack): Promise<string> {
  const [healthy, sick] = world.leaves.all.map(({ name }) => name);
  const [url] = world.product.urls;
  const [operationsUrl] = world.product.operationsUrls;
  if (!healthy || !sick || url === undefined || operationsUrl === undefined || !world.attacked)
    throw new Error('attacks need a world that is made for them');
  const signal = AbortSignal.timeout(120_000);
  const file = (name: string) => new URL(`../attacks/processes/${name}.ts`, import.meta.url);
  await using user = new Child<SecondUserRequest, SecondUserAnswer>(file('second-user'));
  await using attacker = new Child<AttackerRequest, AttackerAnswer>(file('attacker'));
  const ask = async (request: SecondUserRequest) => {
    const { problem, figures } = await user.ask(request, signal);
    if (problem !== undefined) throw new Error(problem);
    return figures;
  };
  const questions: QuestionName[] = ['list', 'everything', ...(attack.needs.beside ? [attack.needs.beside] : [])];
  await ask({ type: 'open', url, token: TOKENS.victor, cluster: healthy });
  await ask({ type: 'begin', questions, token: TOKENS.victor });
  await delay(AROUND_MS);
  const before = await ask({ type: 'end' });
  world.attacked.fail(attack.needs.faults ?? []);
  try {
    await ask({ type: 'begin', questions, token: attack.needs.newcomer ? TOKENS.vera : TOKENS.victor });
    const force = { seconds: SECONDS, strength: 1 };
    await attacker.ask(
      { attack: attack.name, target: { url, operationsUrl, tokens: TOKENS, healthy, sick }, force },
      signal,
    );
    await delay(AROUND_MS);
  } finally {
    world.attacked.fail([]);
  }
  const figures = await ask({ type: 'end' });
  if (!before || !figures) throw new Error('the second user has no figures');
  const problems = problemsOf(attack, before, figures);
  const [ending] = world.product.endings;
  if (ending !== undefined) problems.push(`a process ${ending}`);
  if (problems.length > 0) throw new Violation(problems.join('; '));
  const { p50, p99, max } = figures.questions.list!;
  return `lists beside it: p50 ${p50.toFixed(0)}, p99 ${p99.toFixed(0)}, max ${max.toFixed(0)} ms`;
}

function problemsOf(attack: Attack, before: SecondUserFigures, { questions, closed }: SecondUserFigures): string[] {
  const problems = closed > 0 && !mayClose(attack) ? [`${closed} answers call a cluster closed`] : [];
  const busy = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
  for (const [name, { requested, lost, why, max, silence }] of Object.entries(questions)) {
    // The first query of a new caller waits for a review by the mixed cluster, for at most the leaf timeout.
    const own =
      attack.needs.newcomer && name !== 'list' ? (parseDuration(String(attack.needs.limits?.['leafTimeout'])) ?? 0) : 0;
    const alone = before.questions[name as QuestionName];
    const limit = (ms: number, aloneMs = 0) => own + Math.max(ms * busy, SLOWER * aloneMs);
    if (lost > 0)
      problems.push(`the second user lost ${lost} of ${requested} answers (${name}): ${JSON.stringify(why)}`);
    if (silence > limit(STOPPED_MS, alone?.silence))
      problems.push(`the second user got no answer for ${(silence / 1_000).toFixed(1)} s (${name})`);
    if (max > limit(STARVED_MS, alone?.max))
      problems.push(`the second user waited ${(max / 1_000).toFixed(1)} s (${name})`);
  }
  return problems;
}
