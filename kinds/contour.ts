/** Contour. An HTTPProxy that is not valid has failed, and so has an HTTPProxy that no root proxy includes. */
import type { Kind, Line } from './kind.ts';
import { firstMessage, NOT_REPORTED, tabled, value } from './table.ts';
import { at, list, text } from './untrusted.ts';

const STATUS = 'status.currentStatus';

/** Adds a message: the first error in the conditions, or else the description. */
function reported(line: Line): Line {
  return {
    ...line,
    finds: (object, all) => {
      const found = line.finds(object, all);
      const listed = list(at(object, 'status', 'conditions')).flatMap(it => list(at(it, 'errors')).slice(0, 1));
      const first = text(at(listed[0], 'message'));
      return found && { ...found, message: first || firstMessage(object, ['status.description']) };
    },
  };
}

const proxy = tabled({
  source:
    'projectcontour/contour: apis/projectcontour/v1/httpproxy.go (HTTPProxyStatus), internal/status/proxystatus.go (ProxyUpdate.Mutate)',
  lines: [
    reported(value('FAILED', STATUS, ['invalid', 'orphaned'])),
    reported(value('CURRENT', STATUS, ['valid'])),
    NOT_REPORTED,
  ],
});

export const contour: readonly Kind[] = [{ group: 'projectcontour.io', kind: 'HTTPProxy', ...proxy }];
