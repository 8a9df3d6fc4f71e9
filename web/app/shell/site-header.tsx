import { useState } from 'react';
import { Link, NavLink } from 'react-router';
import { useBrand } from '../lib/brand.ts';
import { paths } from '../lib/paths.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Drawer } from '../ui/dialogs/pane.tsx';
import { MenuIcon } from '../ui/icons.tsx';
import { AcademyMark } from './academy-mark.tsx';
import { logOut } from './log-out.ts';
import { ownPages } from './own-pages.ts';

const everyone = [
  { to: paths.home, text: 'Home' },
  { to: paths.courses, text: 'Courses' },
  { to: paths.contact, text: 'Contact' },
];
const signedIn = [
  { to: paths.profile, text: 'Profile' },
  { to: paths.dashboard, text: 'Dashboard' },
];
/** On a phone, what an officer comes back for is one step away; wide screens have it on the page. */
const verify = { to: paths.verifyForm, text: 'Verify a certificate' };

/** The header of public and learner pages; at 600px and below its entries move into a drawer. */
export function SiteHeader() {
  const [open, setOpen] = useState(false);
  const { name, isAboard } = useBrand();
  return (
    <header className="on-navy bg-navy text-on-navy">
      <div className="mx-auto flex min-h-18 max-w-page items-center gap-3 px-5 md:px-8">
        <Link
          to={isAboard ? paths.ship : paths.home}
          className="flex min-w-0 items-center gap-3 py-2 text-sm leading-tight font-bold bar:text-lg"
        >
          <AcademyMark className="size-10 shrink-0" />
          <span>{name}</span>
        </Link>
        {/* the pages that it leads to need the academy */}
        {!isAboard && (
          <>
            <nav aria-label="Main" className="ml-auto hidden items-center gap-1 bar:flex">
              <Entries />
            </nav>
            <Button
              tone="on-navy"
              className="-mr-2 ml-auto border-transparent px-3 bar:hidden"
              aria-haspopup="dialog"
              onClick={() => setOpen(true)}
            >
              <MenuIcon /> Menu
            </Button>
          </>
        )}
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} title="Menu" className="w-[200px]">
        <nav aria-label="Main" className="flex flex-col gap-1">
          <Entries onTaken={() => setOpen(false)} />
        </nav>
      </Drawer>
    </header>
  );
}

/**
 * The links of the header. `onTaken` is called when one is followed, so that the drawer closes; in the drawer they have
 * other colours.
 */
function Entries({ onTaken }: { onTaken?: () => void }) {
  const inDrawer = onTaken !== undefined;
  const own = inDrawer ? [...signedIn, ...ownPages] : signedIn;
  const look = cx(
    'rounded-md px-3 py-2 font-medium',
    inDrawer ? 'text-ink hover:bg-sunken' : 'hover:bg-shoal',
    'aria-[current=page]:underline aria-[current=page]:decoration-buoy aria-[current=page]:decoration-3 aria-[current=page]:underline-offset-8',
  );
  const entry = ({ to, text }: { to: string; text: string }, only?: string) => (
    <NavLink key={to} to={to} end={to === paths.home} className={cx(look, only)} onClick={onTaken}>
      {text}
    </NavLink>
  );
  return (
    <>
      {everyone.map((one) => entry(one))}
      {inDrawer && entry(verify)}
      {/* both are in the page, and the head script has decided which one shows: a cached page cannot know */}
      {own.map((one) => entry(one, 'signed-out:hidden'))}
      <Button
        tone={inDrawer ? 'plain' : 'on-navy'}
        size="small"
        className={cx('signed-out:hidden', inDrawer ? 'mt-3' : 'ml-3')}
        onClick={() => {
          onTaken?.();
          void logOut(paths.login);
        }}
      >
        Logout
      </Button>
      <LinkButton
        to={paths.login}
        size="small"
        className={cx('signed-in:hidden', inDrawer ? 'mt-3' : 'ml-3')}
        onClick={onTaken}
      >
        Login
      </LinkButton>
    </>
  );
}
