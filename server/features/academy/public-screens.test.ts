import { type PublicTexts, publicTexts } from '@fairlead/contract/academy/public-texts';
import { courses } from '@fairlead/contract/courses/calls';
import Fastify from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { guardAccess } from '../../platform/http/access.ts';
import { visitorCalls } from '../../platform/http/calls.ts';
import { collectMeasures } from '../../platform/http/measures.ts';
import { mountPages } from '../../platform/pages/pages.ts';
import { testApp } from '../../testing/app.ts';
import { addBatch, addCourse } from '../../testing/factories.ts';
import { batchRoutes } from '../batches/routes.ts';
import { courseRoutes } from '../courses/routes.ts';
import { academyRoutes } from './routes.ts';

const program = await testApp({
  BRAND_NAME: 'Harbour Academy',
  BRAND_EMAIL: 'office@harbour.example',
  BRAND_PHONE: '+91 22 5550 0199',
  BRAND_CITY: 'Mumbai, India',
});
Object.assign(program.config.academyDefaults, {
  facebook: 'https://www.facebook.com/harbour',
  instagram: 'https://www.instagram.com/harbour',
  linkedin: 'https://www.linkedin.com/school/harbour',
});
const app = Fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } });
collectMeasures(app);
guardAccess(app, async () => undefined);
const callAsVisitor = visitorCalls([...courseRoutes(program), ...batchRoutes(program), ...academyRoutes(program)]);
const pages = await mountPages(app, { dev: false, callAsVisitor });
afterAll(() => app.close());

const hazmat = await addCourse(program, { title: 'Hazmat' });
const read = async (path: string) => (await app.inject({ url: path })).body;

/** The HTML from an element's first opening tag to its closing tag. */
function part(html: string, element: string): string {
  const found = new RegExp(`<${element}[ >][\\s\\S]*?</${element.split(' ')[0]}>`).exec(html)?.[0];
  if (!found) throw new Error(`no <${element}>`);
  return found;
}
const wordsOf = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .split('\n')
    .map((words) => words.trim())
    .filter(Boolean);
/** Every link with its text, in document order. */
const linksIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(([, to, inside = '']) => [
    wordsOf(inside).join(' '),
    to,
  ]);

describe('every public screen', () => {
  // shows: header/entries, header/signed-in, header/signed-out
  test.each(['/', '/courses', '/contact', '/login'])('%s has the header with its entries', async (path) => {
    const header = part(part(await read(path), 'header'), 'nav');
    expect(linksIn(header)).toEqual([
      ['Home', '/'],
      ['Courses', '/courses'],
      ['Contact', '/contact'],
      ['Profile', '/profile'],
      ['Dashboard', '/dashboard'],
      ['Login', '/login'],
    ]);
    // Elements for signed-in users only, or for signed-out users only, are marked, since the page is the same for
    // everyone.
    for (const words of ['Profile', 'Dashboard', 'Logout'])
      expect(header).toMatch(new RegExp(`class="[^"]*signed-out:hidden[^"]*"[^>]*>${words}<`));
    expect(header).toMatch(/class="[^"]*signed-in:hidden[^"]*"[^>]*>Login</);
  });

  // shows: footer/links, footer/contact, footer/networks, footer/copyright
  test('has the footer: pages, contact details, networks in another tab, the year', async () => {
    const footer = part(await read('/'), 'footer');
    expect(linksIn(footer).slice(0, 4)).toEqual([
      ['Home', '/'],
      ['Courses', '/courses'],
      ['About', '/about'],
      ['Contact', '/contact'],
    ]);
    expect(linksIn(footer)).toContainEqual(['office@harbour.example', 'mailto:office@harbour.example']);
    expect(linksIn(footer)).toContainEqual(['+91 22 5550 0199', 'tel:+912255500199']);
    expect(linksIn(footer)).toContainEqual(['Instagram', 'https://www.instagram.com/harbour']);
    expect(wordsOf(footer)).toContain('Mumbai, India');
    for (const name of ['Facebook', 'Instagram', 'LinkedIn'])
      expect(footer).toMatch(new RegExp(`<a [^>]*target="_blank" rel="noopener noreferrer"[^>]*>${name}</a>`));
    expect(wordsOf(footer)).toContain(`© ${new Date().getFullYear()} Harbour Academy`);
  });
});

describe('the home page', () => {
  // shows: home/hero, home/why-choose-us
  test('shows a welcome, a link to the catalogue, and three reasons on cards', async () => {
    const main = part(await read('/'), 'main');
    expect(wordsOf(part(main, 'h1'))).toEqual(['Welcome to Harbour Academy']);
    expect(linksIn(main)[0]).toEqual(['Browse Courses', '/courses']);
    const cards = main.slice(main.indexOf('Why Choose Us'), main.indexOf('id="featured"'));
    const titles = [...cards.matchAll(/<h3[^>]*>([^<]*)</g)].map(([, title = '']) => title.replace('&amp;', '&'));
    expect(titles).toEqual(['Expert Instructors', 'Certified Courses', 'Online & Offline']);
  });

  // shows: home/featured
  test('has six fixed tiles, which link to their course, or to Contact where there is none', async () => {
    const main = part(await read('/'), 'main');
    expect(linksIn(main.slice(main.indexOf('id="featured"')))).toEqual([
      ['Hydrogen Sulphide', '/contact?course=Hydrogen+Sulphide'],
      ['Helicopter Landing Assistance', '/contact?course=Helicopter+Landing+Assistance'],
      ['Food Handling', '/contact?course=Food+Handling'],
      ['TEST COURSE', '/contact?course=TEST+COURSE'],
      ['Hazardous Material Transportation', '/contact?course=Hazardous+Material+Transportation'],
      ['HAZMAT', `/courses/${hazmat.id}`],
    ]);
  });

  test('has the courses in their place that the academy has chosen', async () => {
    const admin = await program.person('admin');
    const feature = (ids: string[]) => program.call(courses.chooseFeatured, { body: { courses: ids } }, admin);
    await feature([hazmat.id]);
    pages.invalidate();
    const main = part(await read('/'), 'main');
    expect(linksIn(main.slice(main.indexOf('id="featured"')))).toEqual([['Hazmat', `/courses/${hazmat.id}`]]);
    await feature([]);
    pages.invalidate();
  });
});

test('the home page has the next dates with a free seat, and no heading without any', async () => {
  expect(wordsOf(await read('/'))).not.toContain('Next dates');
  const course = await addCourse(program, { title: 'Fire <Fighting>', format: 'classroom' });
  const day = '2026-12-04';
  const batch = await addBatch(program, course.id, { firstDay: day, lastDay: day, seats: 3 });
  pages.invalidate();
  const main = part(await read('/'), 'main');
  expect(wordsOf(main)).toEqual(expect.arrayContaining(['Next dates', '4 Dec 2026']));
  expect(linksIn(main)).toContainEqual(['Fire &lt;Fighting&gt;: 3 seats free', `/courses/${course.id}`]);
  await program.db.updateTable('batch').set({ state: 'closed' }).where('id', '=', batch).execute();
  pages.invalidate();
  expect(wordsOf(await read('/'))).not.toContain('Next dates');
});

test('texts that staff have written stand on home and About as plain text, and no news where there are none', async () => {
  const admin = await program.person('admin');
  const save = async (body: PublicTexts) => {
    await program.call(publicTexts.save, { body }, admin);
    pages.invalidate();
  };
  const [home, about] = [await read('/'), await read('/about')];
  expect(wordsOf(home)).not.toContain('News');
  expect(wordsOf(home).join()).toContain('The preferred learning and training management platform for marines.');
  expect(wordsOf(about).join()).toContain('We train people who work at sea');
  await save({
    home: 'Training\nin <b>Kochi</b>.',
    about: 'We began in 1998.\n\n<script>alert(1)</script>\nin one line\n \nWe sail.\n\nWe sail.',
    news: [{ day: '2026-11-20', text: 'New <img src=x onerror=alert(1)> classroom' }],
  });
  const [written, writtenAbout] = [part(await read('/'), 'main'), part(await read('/about'), 'main')];
  expect(written).toMatch(/<p class="[^"]*whitespace-pre-line[^"]*">Training\nin &lt;b&gt;Kochi&lt;\/b&gt;\.</);
  expect(wordsOf(written)).toEqual(expect.arrayContaining(['News', '20 Nov 2026']));
  expect(written).toContain('New &lt;img src=x onerror=alert(1)&gt; classroom');
  expect(wordsOf(part(written, 'h1'))).toEqual(['Welcome to Harbour Academy']);
  const paragraphs = [...writtenAbout.matchAll(/<p class="whitespace[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(paragraphs).toEqual([
    'We began in 1998.',
    '&lt;script&gt;alert(1)&lt;/script&gt;\nin one line',
    'We sail.',
    'We sail.',
  ]);
  for (const html of [written, writtenAbout])
    expect(html).not.toMatch(/<img src=x|<script>alert|preferred learning|We train/);
  await save({ home: '', about: '', news: [] });
  expect(await read('/')).toBe(home);
});

// shows: login/title, login/forgot-password, login/sign-up
test('the login has the brand as its title, and links to registration and a forgotten password', async () => {
  const main = part(await read('/login'), 'main');
  expect(wordsOf(part(main, 'h1'))).toEqual(['Login to Harbour Academy']);
  expect(linksIn(main)).toEqual([
    ['Forgot password?', '/forgot-password'],
    ["Don't have an account? Sign Up", '/registration'],
  ]);
});

// shows: contact/page, register/login-link
test('registration links back to the login, and the contact page has its heading', async () => {
  expect(linksIn(part(await read('/register'), 'main')).map(([, to]) => to)).toContain('/login');
  expect(wordsOf(part(await read('/contact'), 'h1'))).toEqual(['Contact']);
});

test('no screen names another academy than the configured one', async () => {
  for (const path of ['/', '/courses', '/about', '/contact', '/privacy', '/terms', '/login', '/register'])
    expect(wordsOf(part(await read(path), 'body')).filter((words) => /fairlead/i.test(words))).toEqual([]);
});
