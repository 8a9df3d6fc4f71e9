import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { button, expectNone, main } from '../../../testing/forms.ts';
import { openPage } from '../../../testing/open-page.tsx';
import { signIn } from '../../../testing/people.ts';
import { expectSound } from '../../../testing/sound.ts';

const heading = (name: string) => main().getByRole('heading', { level: 1, name });
const link = (name: string) => main().getByRole('link', { name });
const search = () => page.getByRole('searchbox', { name: 'Search the handbook' });

test('a learner finds a page by its contents and by a search, and reads no handbook of staff', async () => {
  signIn('learner');
  const { path, go } = await openPage('/handbook', { and: ['/handbook/seafarer', '/handbook/seafarer/fees'] });
  await expect.element(heading('Handbook for seafarers')).toBeVisible();
  expect(path()).toBe('/handbook/seafarer');
  await expectNone(link('Registrars'));
  await expectSound('contents of the handbook');

  await link('Pay a fee').click();
  await expect.element(heading('Pay a fee')).toBeVisible();
  await expect.element(link('Pay a fee')).toHaveAttribute('aria-current', 'page');
  await expect.element(main().getByText('Send proof', { exact: true })).toBeVisible();
  await expectSound('page of the handbook');

  await search().fill('wi-fi stick');
  await expect.element(heading('One page')).toBeVisible();
  await expectSound('search of the handbook');
  await search().fill('no such words');
  await expect.element(heading('Nothing found')).toBeVisible();
  await search().fill('wi-fi stick');
  await link('Take a course aboard').click();
  await expect.element(heading('Take a course aboard')).toBeVisible();
  await expect.element(search()).toHaveValue('');

  await go('/handbook/Administrator/staff');
  await expect.poll(path).toBe('/handbook/seafarer');
});

test('a page that is not in the handbook is not found', async () => {
  signIn('learner');
  await openPage('/handbook/seafarer/no-such-page');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
});

test('the ? in the header leads to the page about the screen, of learners', async () => {
  signIn('learner');
  const { path, go } = await openPage('/handbook', { and: ['/handbook/seafarer', '/handbook/seafarer/documents'] });
  await go('/documents');
  await page.getByRole('link', { name: 'Help' }).click();
  await expect.element(heading('Your documents')).toBeVisible();
  await expect.poll(path).toBe('/handbook/seafarer/documents');
  await go(-1);
  await expect.poll(path).toBe('/documents');
});

test('staff read the handbooks of all, their own first, and go back to their area', async () => {
  signIn('registrar');
  const { path } = await openPage('/handbook', { and: ['/handbook/registrar', '/handbook/seafarer'] });
  await expect.element(heading('Handbook for registrars')).toBeVisible();
  await link('Seafarers').click();
  await expect.element(heading('Handbook for seafarers')).toBeVisible();
  await expect.element(button('Print the handbook')).toBeVisible();
  await link('Staff area').click();
  await expect.poll(path).toBe('/admin-dashboard');
});

test('a page shows its screen, at the size of its reader’s, and loads no picture where somebody saves data', async () => {
  signIn('learner');
  const { go } = await openPage('/handbook/seafarer/a-day', { and: ['/handbook/seafarer/documents'] });
  const picture = () => main().getByRole('img', { name: /dashboard of a seafarer on a phone/ });
  await expect.element(picture()).toBeVisible();
  await expect.poll(() => (picture().element() as HTMLImageElement).naturalWidth).toBe(390);
  await expectSound('page of the handbook, with its picture');
  localStorage.setItem('lowData', 'on');
  await go('/handbook/seafarer/documents');
  await expect.element(heading('Your documents')).toBeVisible();
  await expectNone(main().getByRole('img'));
});

test('the pages of staff show a wide screen', async () => {
  signIn('registrar');
  await openPage('/handbook/registrar/requests');
  const picture = main().getByRole('img', { name: /^Requests one by one/ });
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBe(880);
  await expectSound('page of the handbook of staff, with its picture');
});
