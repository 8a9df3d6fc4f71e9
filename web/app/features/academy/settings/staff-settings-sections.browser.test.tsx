import { publicTexts } from '@fairlead/contract/academy/public-texts';
import { settings } from '@fairlead/contract/academy/settings';
import { courses } from '@fairlead/contract/courses/calls';
import { expect, test } from 'vitest';
import { alertWith, button, field, fillIn, main } from '../../../../testing/forms.ts';
import { settingsOf } from '../../../../testing/records.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';
import { queryClient } from '../../../lib/calls/query-client.ts';
import { isAbout, sectionsOf } from './staff-settings-sections.tsx';

async function open(path: string) {
  staffAt();
  server.answer(settings.get, { data: settingsOf() });
  return openStaffPage(path);
}

test('a section says what is set, opens by its title or when it alone is found, and keeps what was typed', async () => {
  await open('settings');
  const section = (name: RegExp) => main().getByRole('button', { name });
  await expect.element(section(/^Certificates FMA · A\. Nair · Principal$/)).toBeVisible();
  await expect.element(section(/^Email No mail server/)).toHaveAttribute('aria-expanded', 'false');
  expect(button('Save brand').elements()).toEqual([]);
  await expectSound('settings, folded');
  await section(/^Certificates/).click();
  await fillIn({ Prefix: 'LHA' });
  await main().getByRole('searchbox').fill('allowed abs');
  await expect.element(field('Allowed absence in percent')).toBeVisible();
  await expect.element(section(/^Certificates/)).not.toBeInTheDocument();
  await expectSound('settings, one found');
  await main().getByRole('searchbox').fill('xylophone');
  await expect.element(main().getByText('No setting found.')).toBeVisible();
  await main().getByRole('searchbox').fill('');
  await expect.element(field('Prefix')).toHaveValue('LHA');
  await section(/^Certificates/).click();
  await expect.element(field('Prefix')).not.toBeVisible();
  server.answer(settings.saveAttendance, {
    message: 'Attendance rule saved.',
    data: settingsOf({ attendance: { mostAbsentPercent: 20 } }),
  });
  await fillIn({ 'Allowed absence in percent': '20' });
  await button('Save attendance rule').click();
  await expect.element(section(/^Attendance Up to 20% absent$/)).toBeVisible();
});

test.each([
  {
    title: /^Home page/,
    call: courses.listChosen,
    answer: () => server.answer(courses.listChosen, { data: [] }),
    failure: 'Failed to load the home page.',
    shown: 'Tile 1',
  },
  {
    title: /^Public texts/,
    call: publicTexts.get,
    answer: () => server.answer(publicTexts.get, { data: { home: '', about: '', news: [] } }),
    failure: 'Failed to load the texts.',
    shown: 'About',
  },
])('a section that cannot be loaded leaves what is typed in another: $failure', async (section) => {
  queryClient.clear();
  await open('settings#certificates');
  await fillIn({ Prefix: 'LHA' });
  server.fail(section.call, { status: 500 });
  await main().getByRole('button', { name: section.title }).click();
  await expect.element(alertWith(section.failure)).toBeVisible();
  await expect.element(field('Prefix')).toHaveValue('LHA');
  await expectSound(`settings, ${section.failure}`);
  section.answer();
  await button('Try again').click();
  await expect.element(field(section.shown)).toBeVisible();
  await expect.element(field('Prefix')).toHaveValue('LHA');
});

test('every field is found by its label', async () => {
  staffAt();
  server.answer(settings.get, { data: settingsOf({ fees: { ...settingsOf().fees, isOn: true } }) });
  await openStaffPage('settings');
  const search = main().getByRole('searchbox');
  for (const { id } of sectionsOf(settingsOf(), '')) {
    const title = main().element().querySelector<HTMLElement>(`#${id} h2 button`);
    title?.click();
  }
  await expect.element(button('Save texts')).toBeVisible();
  const labels = [...main().element().querySelectorAll('section label, section legend')].map((label) => ({
    id: label.closest('section')?.id,
    text: label.firstChild?.textContent?.trim() ?? '',
  }));
  expect(labels.length).toBeGreaterThan(40);
  const notFound = labels.filter(({ id, text }) => {
    const section = sectionsOf(settingsOf(), '').find((one) => one.id === id);
    return !section || !isAbout(section, text.replace(/[^\p{L}\p{N} ,:]/gu, ''));
  });
  expect(notFound).toEqual([]);
  await search.fill('gstin');
  await expect.element(field('GSTIN')).toBeVisible();
});
