import { join } from 'node:path';
import type { Config } from '../../server/settings/config.ts';
import { demoBrand } from '../academy.ts';
import { demoCourses } from '../courses.ts';
import { demoPassword, demoSeafarers, demoStaff } from '../people.ts';
import type { Loaded } from './load.ts';

/** One account of each kind; the stories of the others are in demo/people/. */
const shown = [
  'thomas.kurian@example.org',
  'jignesh.tandel@example.com',
  'venkata.rao@example.org',
  'harish.poojary@example.com',
  'lakshmi.iyer@example.org',
  'subhasini.behera@example.org',
  'nitin.sawant@example.com',
  'sneha.kulkarni@example.org',
  'debasish.ghosh@example.org',
  'gurpreet.singh@example.com',
  'imran.sheikh@example.org',
  'kavita.nair@example.org',
];

const line = (email: string, what: string) => `    ${email.padEnd(32)} ${what}`;

/** The summary after an academy was filled: its people, their logins, and how to start the server. */
export function demoLogins(config: Config, { admin, mailsWritten }: Loaded, seconds: number): string {
  const films = demoCourses.reduce((sum, course) => sum + course.films.length, 0);
  const seafarers = shown.map((email) => {
    const person = demoSeafarers.find((one) => one.email === email);
    if (!person) throw new Error(`The demo has no ${email}`);
    return line(email, person.story);
  });
  return [
    '',
    `  ${config.academyDefaults.name || demoBrand.name} is filled, in ${seconds} s: ${demoCourses.length} courses, ${films} films, ${demoSeafarers.length} seafarers.`,
    '',
    `  Password of everybody: ${demoPassword}`,
    '  It stands in the source for all to read: keep this academy off the internet.',
    '',
    '  Staff, at /ornate_backend',
    line(admin.email, admin.password ? 'administrator' : 'administrator, with a password of its own'),
    ...demoStaff.map(({ email, firstName, lastName, role }) => line(email, `${firstName} ${lastName}, ${role}`)),
    '',
    '  Seafarers, at /login',
    ...seafarers,
    '',
    `  No mail was sent; ${mailsWritten} of the last week are files in ${join(config.dataDir, 'mail')}`,
    `  Now: npm start, and open ${config.publicUrl}`,
    '',
  ].join('\n');
}
