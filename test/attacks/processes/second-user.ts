/** The second user as a separate process, so that the attacker's work does not delay it. */
import { answerRequests } from '../../../bench/processes/answering.ts';
import { SecondUser, type QuestionName, type SecondUserFigures, type SecondUserOptions } from '../second-user.ts';

export type SecondUserRequest =
  | ({ readonly type: 'open' } & SecondUserOptions)
  | { readonly type: 'begin'; readonly questions: readonly QuestionName[]; readonly token: string }
  | { readonly type: 'mark' }
  | { readonly type: 'end' };

export interface SecondUserAnswer {
  /** Reason why the request failed. */
  readonly problem?: string;
  /** Results of the second user. Only in the answer to `end`. */
  readonly figures?: SecondUserFigures | undefined;
}

let user: SecondUser | undefined;

answerRequests<SecondUserRequest, SecondUserAnswer>(async request => {
  try {
    if (request.type === 'open') user = await SecondUser.of(request);
    else if (request.type === 'begin') user?.begin(request.questions, request.token);
    else if (request.type === 'mark') user?.mark();
    else return { figures: await user?.end() };
    return {};
  } catch (error) {
    return { problem: (error as Error).message };
  }
});
