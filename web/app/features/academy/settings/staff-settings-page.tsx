import { useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useBrand } from '../../../lib/brand.ts';
import { preload } from '../../../lib/calls/query-client.ts';
import { titled } from '../../../lib/pages/page-title.ts';
import { LoadFailure } from '../../../shell/load-failure.tsx';
import { cx } from '../../../ui/cx.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { PageHeader } from '../../../ui/layout.tsx';
import type { Route } from './+types/staff-settings-page.ts';
import { settingsQuery } from './staff-settings-api.ts';
import { isAbout, type SettingsSection, sectionsOf } from './staff-settings-sections.tsx';

export const meta: Route.MetaFunction = (page) => titled('All Settings', page);

export const clientLoader = async () => {
  await preload(settingsQuery);
};

/**
 * The academy's settings: a section for each subject, with what is set beside its title. A section opens by its title,
 * by the fragment of the URL that names it, or when it is the only one that is found; it then stays, with what was
 * typed in it.
 */
export default function StaffSettingsPage() {
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { publicUrl } = useBrand();
  const { hash } = useLocation();
  const [searched, setSearched] = useState('');
  const [open, setOpen] = useState<readonly string[]>(() => [hash.slice(1)]);
  useEffect(() => setOpen((those) => [...those, hash.slice(1)]), [hash]);
  const sections = sectionsOf(settings, publicUrl);
  const found = sections.filter((section) => isAbout(section, searched));

  function search(text: string) {
    setSearched(text);
    const [only, ...others] = sections.filter((section) => isAbout(section, text));
    if (only && others.length === 0) setOpen((those) => [...those, only.id]);
  }

  return (
    <>
      <PageHeader title="All Settings" dense>
        Open a section, change it and save it.
      </PageHeader>
      <SearchBox label="Find a setting" labelInside value={searched} onChange={search} />
      {found.length === 0 && (
        <EmptyState title="No setting found.">No section contains “{searched.trim()}”.</EmptyState>
      )}
      <div className="mt-5 flex max-w-4xl flex-col gap-3">
        {sections.map((section) => (
          <Section
            key={section.id}
            section={section}
            isFound={found.includes(section)}
            isOpen={open.includes(section.id)}
            onToggle={(isOpen) =>
              setOpen((those) => [...those.filter((id) => id !== section.id), ...(isOpen ? [section.id] : [])])
            }
          />
        ))}
      </div>
    </>
  );
}

type SectionProps = {
  section: SettingsSection;
  isFound: boolean;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
};

function Section({ section: { id, title, state, text, form }, isFound, isOpen, onToggle }: SectionProps) {
  // once made it stays, since something may be typed in it
  const [isMade, setMade] = useState(isOpen);
  if (isOpen && !isMade) setMade(true);
  return (
    <section id={id} hidden={!isFound} className="card scroll-mt-24 p-0">
      <h2 className="text-lg">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-form`}
          onClick={() => onToggle(!isOpen)}
          className="flex w-full items-center gap-4 rounded-lg px-5 py-3 text-left hover:bg-sunken"
        >
          <span className="min-w-0 flex-1 sm:flex sm:items-baseline">
            <span className="block w-56 shrink-0">{title}</span>
            <span className="block min-w-0 flex-1 text-base font-normal text-soft wrap-anywhere">{state}</span>
          </span>
          <ChevronDownIcon className={cx('shrink-0 text-soft', isOpen && 'rotate-180')} />
        </button>
      </h2>
      <div id={`${id}-form`} hidden={!isOpen} className="border-t border-line p-5">
        <p className={form ? 'mb-5 text-soft' : 'text-soft'}>{text}</p>
        {isMade && form}
      </div>
    </section>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LoadFailure title="All Settings" failure="Failed to load the settings." error={error} />;
}
