/** Moves and drains with Karmada (moves.ts). */
import { describeMoves } from './moves.ts';

describeMoves('karmada', ['HOLDING', 'EXTENDED', 'NARROWED', 'REVERTING']);
