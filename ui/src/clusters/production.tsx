/** Mark of a cluster in production: what is done there is felt by customers. */
import { texts } from '../texts.ts';

export function ProductionMark() {
  return <span className="production">{texts.production}</span>;
}
