/**
 * The surroundings of the gateway (leaves and a third-party subgraph) in a separate process. In production, leaves run
 * on other machines, so their work must not slow down the gateway.
 */
import { setPriority } from 'node:os';
import { answerRequests } from '../../../bench/processes/answering.ts';
import { startSurroundings, type LeafFault, type Surroundings, type SurroundingsOptions } from '../surroundings.ts';

export type SurroundingsRequest =
  | ({ readonly type: 'start' } & SurroundingsOptions)
  | { readonly type: 'fail'; readonly faults: readonly LeafFault[] };

/** Answer to a SurroundingsRequest. */
export interface SurroundingsAnswer extends Pick<Surroundings, 'kubeconfig' | 'clusters'> {
  readonly subgraph: { readonly name: string; readonly url: string; readonly sdl: string };
}

setPriority(10);
let running: Surroundings | undefined;

answerRequests<SurroundingsRequest, SurroundingsAnswer>(async request => {
  if (request.type === 'start') running = await startSurroundings(request);
  else running?.fail(request.faults);
  if (!running) throw new Error('The surroundings were asked for something before they were started.');
  const { kubeconfig, clusters, subgraph } = running;
  return { kubeconfig, clusters, subgraph: { name: subgraph.name, url: subgraph.url, sdl: subgraph.sdl } };
});
