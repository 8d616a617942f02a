/** The log of a container as a file. */
import { expect, it } from '@jest/globals';
import { linesOf, logFileName } from '../../ui/src/logs/log-file.ts';

it.each([
  [{ pod: 'web-1', container: 'main', previous: false }, 'web-1_main.log.txt'],
  [{ pod: 'web-1', container: 'main', previous: true }, 'web-1_main_previous.log.txt'],
  [{ pod: 'web-1', container: null, previous: false }, 'web-1.log.txt'],
])('%j is saved as %s', (log, name) => expect(logFileName(log)).toBe(name));

it.each([
  ['', 0],
  ['a\n', 1],
  ['a\nb', 2],
  ['\n\n', 2],
])('%j has %s lines', (text, lines) => expect(linesOf(text)).toBe(lines));
