import '../staff.css';
import { useState } from 'react';
import { Link, NavLink, Outlet } from 'react-router';
import { paths } from '../lib/paths.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Drawer } from '../ui/dialogs/pane.tsx';
import { LogoutIcon, MenuIcon, UserIcon } from '../ui/icons.tsx';
import { AcademyMark } from './academy-mark.tsx';
import { logOut } from './log-out.ts';
import { PageProgress } from './page-progress.tsx';
import { SkipLink } from './skip-link.tsx';
import { menuFor } from './staff-menu.ts';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
import { usePermissions } from './use-permissions.ts';

/** The layout of the staff area: the top bar, and the menu beside the page or in a drawer. */
export default function StaffLayout() {
  const [open, setOpen] = useState(false);
  useFocusOnArrival();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <PageProgress />
      <header className="on-navy sticky top-0 z-20 flex min-h-16 items-center gap-1 bg-navy px-1 min-[22.5rem]:gap-2 min-[22.5rem]:px-3 sm:gap-3 sm:px-4 text-on-navy lg:px-6">
        <Button
          tone="on-navy"
          className="border-transparent px-2 lg:hidden"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <MenuIcon /> <span className="max-[22.5rem]:sr-only">Menu</span>
        </Button>
        <Link to={paths.staff.home} className="flex items-center gap-3 leading-tight font-bold sm:text-lg">
          <AcademyMark className="hidden size-9 sm:block" />
          Admin Dashboard
        </Link>
        <LinkButton to={paths.staff.account} tone="on-navy" size="small" className="ml-auto border-transparent">
          <UserIcon /> <span className="max-sm:sr-only">Account</span>
        </LinkButton>
        <Button tone="on-navy" size="small" onClick={() => void logOut(paths.staffLogin)}>
          <LogoutIcon className="max-sm:hidden" /> Logout
        </Button>
      </header>
      <div className="flex flex-1">
        <div className="hidden w-[240px] shrink-0 print:hidden border-r border-line bg-surface lg:block">
          <div className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto p-4">
            <Menu />
          </div>
        </div>
        <Drawer open={open} onClose={() => setOpen(false)} title="Menu" side="left" className="w-[240px]">
          <Menu onTaken={() => setOpen(false)} />
        </Drawer>
        <main id="content" tabIndex={-1} className="min-w-0 flex-1 px-5 py-8 outline-none lg:px-10">
          <div className="mx-auto max-w-page">
            <Outlet />
          </div>
        </main>
      </div>
    </div>
  );
}

/** The menu of the staff area; `onTaken` is called when a link is followed, so that the drawer closes. */
function Menu({ onTaken }: { onTaken?: () => void }) {
  const groups = menuFor(usePermissions());
  return (
    <nav aria-label="Staff" className="flex flex-col gap-6">
      {groups.map(({ title, to: page, entries }) => (
        <div key={title}>
          <h2 className="px-4 text-xs font-bold tracking-wider text-soft uppercase">
            {page ? (
              <Link to={page} onClick={onTaken} className="hover:text-link hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          <ul className="mt-1">
            {entries.map(({ to, text }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  onClick={onTaken}
                  className="block rounded-md border-l-4 border-transparent px-3 py-2 leading-snug hover:bg-sunken aria-[current=page]:border-signal aria-[current=page]:bg-sunken aria-[current=page]:font-semibold"
                >
                  {text}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
