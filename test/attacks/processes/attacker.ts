/** One attack, in a process of its own. */
import { setPriority } from 'node:os';
import { answerRequests } from '../../../bench/processes/answering.ts';
import { Strike, type Force, type Target } from '../attack.ts';
import { attackOf } from '../attacks.ts';

export interface AttackerRequest {
  readonly attack: string;
  readonly target: Target;
  readonly force: Force;
}

export interface AttackerAnswer {
  /** How often each way of being answered occurred. */
  readonly answers: Readonly<Record<string, number>>;
  readonly seconds: number;
}

// An attacker has machines of their own: what it takes to ask and to read must not be taken from the gateway's
// processors.
setPriority(10);
answerRequests<AttackerRequest, AttackerAnswer>(async ({ attack, target, force }) => {
  const began = performance.now();
  await using strike = new Strike(target, force);
  await attackOf(attack).run(strike);
  return { answers: Object.fromEntries(strike.answers), seconds: (performance.now() - began) / 1_000 };
});
