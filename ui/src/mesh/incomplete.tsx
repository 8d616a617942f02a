/** Names the clusters of the mesh whose objects may be missing, and counts those that the caller may not name. */
import type { MeshFaultsQuery } from '../graph/graphql.ts';
import { meshTexts as said } from './texts.ts';

type Coverage = Pick<NonNullable<MeshFaultsQuery['meshValidations']>, 'incomplete' | 'unnamedIncomplete'>;

export const Incomplete = ({ incomplete, unnamedIncomplete }: Coverage) => (
  <>
    {incomplete.length > 0 && (
      <p className="problem">{said.incomplete(incomplete.map(({ name }) => name).join(', '))}</p>
    )}
    {unnamedIncomplete > 0 && <p className="problem">{said.unnamedIncomplete(unnamedIncomplete)}</p>}
  </>
);
