import { Registration } from '@fairlead/contract/accounts/calls';
import { NewProfile } from '@fairlead/contract/seafarers/calls';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { demoCourses } from './courses.ts';
import { demoPassword, demoSeafarers, demoStaff } from './people.ts';
import { monthsFrom } from './person.ts';
import { drawIdDocument, drawPortrait, drawSignature } from './portraits.ts';

const everybody = [...demoSeafarers, ...demoStaff];
const withProfile = demoSeafarers.flatMap((person) =>
  person.profile ? [{ ...person, profile: person.profile, name: `${person.firstName} ${person.lastName}` }] : [],
);
const enrolments = demoSeafarers.flatMap((person) =>
  person.enrolments.map((enrolment) => {
    const course = demoCourses.find(({ key }) => key === enrolment.course);
    if (course === undefined) throw new Error(`No course ${enrolment.course}`);
    return { who: person.lastName, person, enrolment, course };
  }),
);
const allDifferent = (values: readonly string[]) => expect(new Set(values).size).toBe(values.length);

describe('accounts', () => {
  test.each(everybody)('$email may sign up', ({ prefix, firstName, lastName, mobile, email }) => {
    const form = { tittle: prefix, firstName, lastName, mobile, email, password: demoPassword };
    expect(Registration.safeParse(form).error?.issues ?? []).toEqual([]);
    expect(email).toMatch(/^[a-z.]+@example\.(org|com)$/);
    expect(mobile).toMatch(/^600\d{7}$/);
  });

  test('no email and no phone number is used twice', () => {
    allDifferent(everybody.map(({ email }) => email));
    allDifferent(everybody.map(({ mobile }) => mobile));
  });

  test('one registrar and two instructors exist', () => {
    expect(demoStaff.map(({ role }) => role).sort()).toEqual(['instructor', 'instructor', 'registrar']);
  });

  test('a person who is not approved has neither profile nor enrolments', () => {
    for (const person of demoSeafarers.filter(({ account }) => account !== 'approved')) {
      expect(person.profile).toBeNull();
      expect(person.enrolments).toEqual([]);
    }
  });
});

describe('profiles', () => {
  test.each(withProfile)('of $name pass the rules of the form', ({ profile, mobile, countryCode }) => {
    const form = {
      DateofBirth: profile.birthDate,
      phone: `${countryCode}${mobile}`,
      streetAddress: profile.streetAddress,
      city: profile.city,
      state: profile.state,
      country: profile.country,
      zipCode: profile.zipCode,
      passportNumber: profile.passportNumber,
      passportExpiryDate: monthsFrom('2026-11-20', profile.passportMonthsLeft),
      CDCnumber: profile.cdcNumber,
      CDCexpiryDate: monthsFrom('2026-11-20', profile.cdcMonthsLeft),
      gradenumber: profile.gradeNumber,
      indosNo: profile.indosNumber,
      IDType: profile.idType === 'Aadhaar' ? 'Aadhar' : profile.idType,
    };
    expect(NewProfile.safeParse(form).error?.issues ?? []).toEqual([]);
  });

  test.each(withProfile)('of $name have numbers that look valid and belong to nobody', ({ profile }) => {
    const indian = profile.country === 'India';
    // A real Indian passport never has a zero after its letter, and ZZ is not an issuing place of INDoS numbers.
    expect(profile.passportNumber).toMatch(indian ? /^Z0\d{6}$/ : /^ZZ0\d{5}$/);
    expect(profile.cdcNumber).toMatch(/^[A-Z]{3} 000\d{3}$/);
    expect(profile.indosNumber).toMatch(indian ? /^\d{2}ZZ\d{4}$/ : /^NOT ISSUED$/);
    expect(profile.gradeNumber).toMatch(/^[A-Z]{3,4}\d?-00\d{3}$/);
    if (indian) expect(profile.zipCode).toMatch(/^[1-9]\d{5}$/);
    expect(profile.birthDate).toMatch(/^(19[6-9]\d|200\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
  });

  test('no number is used twice, except the INDoS number about which staff are warned', () => {
    allDifferent(withProfile.map(({ profile }) => profile.passportNumber));
    allDifferent(withProfile.map(({ profile }) => profile.cdcNumber));
    allDifferent(withProfile.map(({ profile }) => profile.gradeNumber));
    const issued = withProfile.map(({ profile }) => profile.indosNumber).filter((number) => number !== 'NOT ISSUED');
    expect(issued.filter((number, i) => issued.indexOf(number) !== i)).toEqual(['18ZZ0107']);
  });
});

describe('enrolments', () => {
  test.each(enrolments)('$who: $enrolment.course, $enrolment.stage is possible', ({ person, enrolment, course }) => {
    expect(person.profile, 'a request needs a profile').not.toBeNull();
    const total = course.assessment.questions.length;
    const passes = (right: number) => (right / total) * 100 >= course.assessment.passMark;
    if (enrolment.stage === 'requested' || enrolment.stage === 'rejected') expect(course.isActive).toBe(true);
    if (enrolment.stage === 'training') {
      expect(enrolment.filmsWatched).toBeLessThan(course.films.length);
      expect(enrolment.partOfNext).toBeGreaterThanOrEqual(0);
      expect(enrolment.partOfNext).toBeLessThan(1);
    }
    if (enrolment.stage === 'failed') expect(passes(enrolment.rightAnswers)).toBe(false);
    if (enrolment.stage === 'certified') {
      expect(enrolment.rightAnswers).toBeLessThanOrEqual(total);
      expect(passes(enrolment.rightAnswers)).toBe(true);
      expect(passes(enrolment.failedBefore ?? 0)).toBe(false);
      expect(enrolment.issuedDaysAgo).toBeLessThan(person.registeredDaysAgo);
    }
  });

  test('nobody has two for one course', () => {
    allDifferent(enrolments.map(({ person, enrolment }) => `${person.email} ${enrolment.course}`));
  });

  test('every state of an enrolment occurs, with certificates that expire soon, have expired and never expire', () => {
    const stages = new Set(enrolments.map(({ enrolment }) => enrolment.stage));
    expect([...stages].sort()).toEqual(
      ['approved', 'certified', 'failed', 'ready-for-test', 'rejected', 'requested', 'training'].sort(),
    );
    const daysLeft = enrolments.flatMap(({ enrolment, course }) =>
      enrolment.stage === 'certified' ? [(course.validityMonths ?? Infinity) * 30.4 - enrolment.issuedDaysAgo] : [],
    );
    expect(daysLeft.some((days) => days < 0)).toBe(true);
    expect(daysLeft.some((days) => days > 0 && days < 180)).toBe(true);
    expect(daysLeft).toContain(Infinity);
  });
});

describe('drawn documents', () => {
  const look = { hair: 'short', skin: 2, beard: 'moustache' } as const;
  const card = { kind: 'Aadhaar', birthDate: '1991-10-02', country: 'India', number: 'Z0000125', seed: 'a', look };

  test('are pictures of the right sizes', async () => {
    const sizes = await Promise.all(
      [drawPortrait('a', look), drawSignature('a'), drawIdDocument({ ...card, name: 'A & B <C>' })].map(
        async (picture) => {
          const { format, width, height } = await sharp(await picture).metadata();
          return `${format} ${width}x${height}`;
        },
      ),
    );
    expect(sizes).toEqual(['png 480x600', 'png 600x220', 'png 1000x630']);
  });

  test('depend only on their seed', async () => {
    expect(await drawSignature('a')).toEqual(await drawSignature('a'));
    expect(await drawSignature('a')).not.toEqual(await drawSignature('b'));
    expect(await drawPortrait('a', look)).toEqual(await drawPortrait('a', look));
    expect(await drawPortrait('a', look)).not.toEqual(await drawPortrait('b', look));
  });

  test('change with the name, also in Devanagari', async () => {
    const [latin, devanagari, blank] = await Promise.all(
      ['Rajesh Kumar', 'राजेश कुमार', ' '].map((name) => drawIdDocument({ ...card, name })),
    );
    expect(latin).not.toEqual(blank);
    expect(devanagari).not.toEqual(blank);
    expect(devanagari).not.toEqual(latin);
  });
});

describe('months after a day', () => {
  test.each([
    ['2026-11-20', 0, '2026-11-30'],
    ['2026-11-20', 1, '2026-12-31'],
    ['2026-11-20', 15, '2028-02-29'],
    ['2026-01-31', 1, '2026-02-28'],
  ])('%s and %i months', (today, months, expected) => {
    expect(monthsFrom(today, months)).toBe(expected);
  });
});
