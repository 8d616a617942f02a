/**
 * Knative. Ready=False is a failure that needs a fix. Ready=Unknown is work in progress. The internal groups are
 * omitted: their autoscaler is not ready whenever there is no traffic.
 */
import { imagesOf } from './core.ts';
import type { Kind } from './kind.ts';
import { condition, tabled } from './table.ts';
import { at } from './untrusted.ts';

const knativeKinds = tabled({
  source: 'knative/specs: specs/knative-api-specification-1.0.md#conditions; knative/pkg: apis/condition_types.go',
  lines: [
    condition('FAILED', 'Ready', 'False'),
    condition('FAILED', 'Succeeded', 'False'),
    condition('IN_PROGRESS', 'Ready', 'Unknown'),
    condition('IN_PROGRESS', 'Succeeded', 'Unknown'),
    condition('CURRENT', 'Ready', 'True'),
    condition('CURRENT', 'Succeeded', 'True'),
  ],
});

export const knative: readonly Kind[] = ['serving', 'eventing', 'sources', 'messaging', 'flows', 'operator'].map(
  (area): Kind => ({
    group: `${area}.knative.dev`,
    kind: '*',
    ...knativeKinds,
    // A Revision has its containers in its spec. Other kinds with containers have a template.
    images: object => imagesOf(at(object, 'spec', 'template', 'spec') ?? at(object, 'spec')),
  }),
);
