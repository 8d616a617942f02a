/**
 * Counterpart of child.ts in the child process. Answers each request, and exits when the channel closes. Ignores an
 * interrupt at the terminal, which the parent handles.
 */
export function answerRequests<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit(0));
  process.on('message', request => void answer(request as Request).then(reply => process.send?.(reply)));
}
