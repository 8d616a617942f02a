/**
 * A GraphQL subscription over server-sent events. Only events of type `next` are returned. All others are skipped, such
 * as those that keep the connection open.
 */

export interface EventStream {
  /** The parsed answer of the next event. @throws if the stream ends */
  next(): Promise<any>;
}

export function eventStream(answer: Response): EventStream {
  const chunks = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next() {
      for (;;) {
        const [event, ...others] = text.split('\n\n');
        if (others.length > 0) {
          text = others.join('\n\n');
          const [, data] = /^event: next\ndata: (.*)$/.exec(event!) ?? [];
          if (data !== undefined) return JSON.parse(data);
          continue;
        }
        const { value, done } = await chunks.read();
        if (done) throw new Error(`The stream ended after: ${text}`);
        text += value;
      }
    },
  };
}
