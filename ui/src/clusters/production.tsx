/** Mark of a cluster in production, where changes affect customers. */
import { texts } from '../texts.ts';

export function ProductionMark() {
  return <span className="production">{texts.production}</span>;
}
