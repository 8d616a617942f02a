/** Name of the file in which the log of a container is saved, and the number of lines of a log. */
export interface LogName {
  readonly pod: string;
  readonly container: string | null;
  readonly previous: boolean;
}

export function logFileName({ pod, container, previous }: LogName): string {
  return `${[pod, container ?? '', previous ? 'previous' : ''].filter(part => part !== '').join('_')}.log.txt`;
}

export function linesOf(text: string): number {
  if (text === '') return 0;
  const ends = text.split('\n').length - 1;
  return text.endsWith('\n') ? ends : ends + 1;
}
