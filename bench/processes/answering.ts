/** The other end of child.ts: answers each request, and ends with the channel. An interrupt at the terminal is left to the parent. */
export function answerRequests<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit(0));
  process.on('message', request => void answer(request as Request).then(reply => process.send?.(reply)));
}
