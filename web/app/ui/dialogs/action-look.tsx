import { type ComponentProps, type ComponentType, createContext, useContext } from 'react';
import { Link } from 'react-router';
import { Button } from '../button.tsx';

type Look = {
  /** The component that opens the dialog of an action. */
  Opener: ComponentType<ComponentProps<typeof Button>>;
  /** The props of a link that stands among actions. */
  link: { className: string; role?: 'menuitem'; tabIndex?: number; 'data-tone'?: 'plain'; 'data-size'?: 'small' };
  /** Where the dialogs of the actions are put; null for beside their openers. */
  outlet: HTMLElement | null;
};

/** Actions as buttons, on a page and in a dialog. */
export const asButtons: Look = {
  Opener: Button,
  link: { className: 'button', 'data-tone': 'plain', 'data-size': 'small' },
  outlet: null,
};

/**
 * How actions look where they stand: as buttons, unless what is around them (a row of a table, a menu) says otherwise.
 */
export const ActionLook = createContext(asButtons);

/** A link that stands among actions, and looks like them. */
export function ActionLink(props: Pick<ComponentProps<typeof Link>, 'to' | 'children' | 'aria-describedby'>) {
  return <Link {...useContext(ActionLook).link} {...props} />;
}
