/** One attack, as a separate process. */
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
  /** Number of answers by outcome. */
  readonly answers: Readonly<Record<string, number>>;
  readonly seconds: number;
}

// Real attackers use their own machines, so sending and reading must not take processor time from the gateway.
setPriority(10);
answerRequests<AttackerRequest, AttackerAnswer>(async ({ attack, target, force }) => {
  const began = performance.now();
  await using strike = new Strike(target, force);
  await attackOf(attack).run(strike);
  return { answers: Object.fromEntries(strike.answers), seconds: (performance.now() - began) / 1_000 };
});
