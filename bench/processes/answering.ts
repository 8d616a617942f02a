/**
 * The other end of child.ts: answers each request, and ends with the channel. The parent handles an interrupt at the
 * terminal.
 */
export function answerRequests<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit(0));
  process.on('message', request => void answer(request as Request).then(reply => process.send?.(reply)));
}
