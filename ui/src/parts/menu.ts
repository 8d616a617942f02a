/** Types for the content of a menu and its button. */
import type { ReactNode } from 'react';

export interface MenuEntry {
  readonly title: string;
  readonly act?: () => void;
  /** URL to open in a new tab. */
  readonly href?: string;
}

export interface MenuPart {
  readonly header?: string;
  readonly entries: readonly MenuEntry[];
  /** Title of the chosen entry, if there is one. */
  readonly chosen?: string;
}

export interface MenuButtonProps {
  readonly className: string;
  readonly label?: string;
  readonly placement: 'bottom start' | 'bottom end';
  readonly parts: readonly MenuPart[];
  readonly onOpenChange?: (isOpen: boolean) => void;
  readonly children: ReactNode;
}
