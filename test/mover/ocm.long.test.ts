/** Moves and drains with Open Cluster Management (moves.ts). */
import { describeMoves } from './moves.ts';

describeMoves('ocm', ['EXTENDED', 'NARROWED', 'REVERTING']);
