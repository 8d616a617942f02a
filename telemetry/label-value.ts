/** Escapes the value of a label for the text format of Prometheus. */
export function labelValue(text: string): string {
  return text.replace(/[\\"\n]/g, it => (it === '\n' ? '\\n' : `\\${it}`));
}
