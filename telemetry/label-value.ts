/** Value of a label in Prometheus' text format. */
export function labelValue(text: string): string {
  return text.replace(/[\\"\n]/g, it => (it === '\n' ? '\\n' : `\\${it}`));
}
