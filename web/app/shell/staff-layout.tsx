import '../staff.css';
import { type ReactNode, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { useBrand } from '../lib/brand.ts';
import { paths } from '../lib/paths.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Drawer } from '../ui/dialogs/pane.tsx';
import { MenuIcon } from '../ui/icons.tsx';
import { LogoutIcon, UserIcon } from '../ui/more-icons.tsx';
import { AcademyMark } from './academy-mark.tsx';
import { HelpLink } from './help-link.tsx';
import { logOut } from './log-out.ts';
import { PageProgress } from './page-progress.tsx';
import { SkipLink } from './skip-link.tsx';
import type { Pending } from './staff-menu.ts';
import { StaffNav, StaffTabs } from './staff-nav.tsx';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';

type LayoutProps = {
  /** The counts in the menu. */
  pending: Pending;
  /** The control that opens Find, in the top bar. */
  find: ReactNode;
};

/** The layout of the staff area: the top bar, the menu beside the page or in a drawer, and the tabs above the page. */
export function StaffLayout({ pending, find }: LayoutProps) {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  const { name } = useBrand();
  useFocusOnArrival();
  return (
    <div data-page className="flex min-h-dvh flex-col">
      <SkipLink />
      <PageProgress />
      <header className="on-navy sticky top-0 z-20 flex min-h-16 items-center bg-navy px-1 min-[22.5rem]:gap-1 sm:gap-3 sm:px-4 text-on-navy lg:px-6">
        <Button
          tone="on-navy"
          className="shrink-0 border-transparent px-2.5 lg:hidden"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <MenuIcon /> <span className="max-md:sr-only">Menu</span>
        </Button>
        <Link
          to={paths.staffHome}
          className="flex min-w-0 items-center gap-3 leading-tight font-bold max-[22.5rem]:text-sm sm:text-lg"
        >
          <AcademyMark className="hidden size-9 shrink-0 sm:block" />
          <span className="min-w-0">
            <span className="block min-[22.5rem]:whitespace-nowrap">Admin Dashboard</span>
            <span className="block truncate text-xs font-normal text-on-navy-soft sm:text-sm lg:max-w-72">{name}</span>
          </span>
        </Link>
        {find}
        <HelpLink />
        <LinkButton
          to={paths.staffAccount}
          tone="on-navy"
          size="small"
          aria-current={pathname.startsWith(paths.staffAccount) ? 'page' : undefined}
          className="shrink-0 border-transparent aria-[current=page]:bg-shoal max-sm:min-h-11 max-sm:px-3"
        >
          <UserIcon /> <span className="max-md:sr-only">Account</span>
        </LinkButton>
        <Button
          tone="on-navy"
          size="small"
          className="shrink-0 max-sm:min-h-11 max-sm:border-transparent max-sm:px-3"
          onClick={() => void logOut(paths.staffLogin)}
        >
          <LogoutIcon /> <span className="max-sm:sr-only">Logout</span>
        </Button>
      </header>
      <div className="flex flex-1">
        <div className="hidden w-[240px] shrink-0 print:hidden border-r border-line bg-surface lg:block">
          <div className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto p-3">
            <StaffNav pending={pending} />
          </div>
        </div>
        <Drawer open={open} onClose={() => setOpen(false)} title="Menu" side="left" className="w-[240px]">
          <StaffNav pending={pending} onTaken={() => setOpen(false)} />
        </Drawer>
        <div className="min-w-0 flex-1 px-5 lg:px-10">
          <StaffTabs pending={pending} />
          <main id="content" tabIndex={-1} className="mx-auto max-w-page py-6 outline-none">
            <Outlet />
          </main>
        </div>
      </div>
    </div>
  );
}
