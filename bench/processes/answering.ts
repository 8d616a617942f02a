/**
 * Counterpart of child.ts in the child process. Answers each request, and exits when the channel closes. Ignores
 * interrupts at the terminal, because the parent handles them.
 */
export function answerRequests<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit(0));
  process.on('message', request => void answer(request as Request).then(reply => process.send?.(reply)));
}
