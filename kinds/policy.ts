/** The API group policy. */
import type { Kind } from './kind.ts';
import { always, kstatus } from './kstatus.ts';

export const policy: readonly Kind[] = [{ group: 'policy', kind: 'PodDisruptionBudget', status: kstatus(always) }];
