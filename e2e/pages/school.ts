import { readFile } from 'node:fs/promises';
import type { Settings } from '@fairlead/contract/assessments/test-settings';
import type { courseFormats } from '@fairlead/contract/courses/calls';
import { courseFields } from '../../server/features/courses/testing/course-fields.ts';
import { type Academy, eventually } from '../academy.ts';
import { film } from '../films.ts';
import { addApplicant, addApprovedSeafarer } from './approved-seafarer.ts';
import { cover, identityDocuments } from './pictures.ts';
import type { Seafarer } from './seafarer.ts';

/** The response of the login, as the browser keeps it. */
type Login = { accessToken: string; refreshToken: string; user: { _id: string; email: string } };
/** Somebody with a session. */
export type SignedIn = { login: Login };
export type Learner = Seafarer & SignedIn;
type CourseFormat = (typeof courseFormats)[number];
type Enrolment = { _id: string; courseId: { _id: string } };

/** Prepares courses and learners in any state for a test, by the calls that the screens make. */
export type School = {
  /** The academy's first administrator. */
  principal: SignedIn;
  /** Starts another session for somebody. */
  logIn: (person: { email: string; password: string }) => Promise<Login>;
  /** Another administrator, added as the operator adds one; the program restarts for it. */
  colleague: () => Promise<SignedIn>;
  /** A colleague whose course scope is the courses that they are assigned to. */
  instructor: (firstName: string) => Promise<SignedIn & { name: string }>;
  /** Somebody whose registration is pending. */
  applicant: (firstName: string) => Promise<void>;
  /** An approved learner, with a session. */
  learner: (firstName: string, has?: { profile?: boolean }) => Promise<Learner>;
  /** Fills in a learner's profile, with its three identity documents. */
  profile: (learner: Learner) => Promise<void>;
  /**
   * A course with this number of films, and optionally a published test of two questions with these `settings`; its
   * certificates are valid for 60 months unless stated otherwise, or for ever with null; returns its id. The films
   * take two seconds, or six where the browser plays them.
   */
  course: (
    title: string,
    has: {
      films: number;
      played?: boolean;
      test: boolean;
      settings?: Partial<Settings>;
      validityMonths?: number | null;
      format?: CourseFormat;
    },
  ) => Promise<string>;
  /** Deactivates every course: another test file may have used this program before. */
  emptyCatalogue: () => Promise<void>;
  request: (learner: Learner, courseId: string) => Promise<void>;
  decide: (learner: Learner, courseId: string, word: 'activate' | 'deactivate') => Promise<void>;
  enrol: (learner: Learner, courseId: string) => Promise<void>;
  /** Reports every film of a course as watched, without a player, and submits the training. */
  train: (learner: Learner, courseId: string) => Promise<void>;
  /** A learner with a profile whose training for a course is submitted. */
  trained: (firstName: string, courseId: string) => Promise<Learner>;
  /** Makes a call of the API as somebody, with JSON or a form, and returns the response; throws when it is refused. */
  ask: <T>(who: SignedIn, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<T>;
  /** Takes the test of a course, with the right answers or with wrong ones. */
  sit: (learner: Learner, courseId: string, passing: boolean) => Promise<void>;
};

export const questions = [
  { questionText: 'Where is a life raft launched?', options: ['To windward', 'To leeward', 'Astern', 'Ahead'] },
  { questionText: 'What is the signal to muster?', options: ['One long', 'Seven short, one long', 'A bell', 'None'] },
].map((question) => ({ ...question, correctAnswer: question.options[1] ?? '' }));

const particulars = {
  DateofBirth: '1994-03-21',
  phone: '+919820012345',
  streetAddress: '14 Harbour Lane',
  city: 'Kochi',
  state: 'Kerala',
  country: 'India',
  zipCode: '682001',
  passportExpiryDate: '2031-05-01',
  CDCnumber: 'MUM 123456',
  CDCexpiryDate: '2030-01-31',
  gradenumber: 'II/4',
  IDType: 'Passport',
};

export async function openSchool(academy: Academy): Promise<School> {
  let people = 0;

  async function call<T>(token: string | null, method: string, path: string, body?: object): Promise<T> {
    const form = body instanceof FormData;
    const answer = await fetch(`${academy.url}/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && !form && { 'content-type': 'application/json' }),
      },
      ...(body && { body: form ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }

  const logIn = ({ email, password }: { email: string; password: string }) =>
    call<Login>(null, 'POST', '/user/login', { email, password });
  const principal = { login: await logIn(academy.admin) };
  const staff = principal.login.accessToken;

  let secondAdmin: Promise<SignedIn> | undefined;
  /** The same person for each test: the program restarts for a new one. */
  const colleague = () => {
    secondAdmin ??= addColleague();
    return secondAdmin;
  };

  async function addColleague(): Promise<SignedIn> {
    const email = 'registrar@example.org';
    await academy.terminate();
    const { output } = await academy.command('add-admin.ts', email);
    await academy.restart();
    return { login: await logIn({ email, password: /password (\S+)/.exec(output)?.[1] ?? '' }) };
  }

  async function instructor(firstName: string): Promise<SignedIn & { name: string }> {
    const { lastName, email, password } = newPerson(firstName);
    await call(staff, 'POST', '/staff', { tittle: 'Mr', firstName, lastName, email, role: 'instructor' });
    const { text = '' } = await academy.mailTo(email, 'invited to work');
    const token = /set-password#([\w-]+)/.exec(text)?.[1];
    await call(null, 'POST', '/user/accept-invitation', { token, newPassword: password });
    return { login: await logIn({ email, password }), name: `${firstName} ${lastName}` };
  }

  function newPerson(firstName: string): Seafarer {
    people += 1;
    const email = `${firstName.toLowerCase()}.${people}@example.org`;
    // the same number in two profiles would be a warning
    const passport = `Z${4_839_200 + people}`;
    return { firstName, lastName: 'Kumar', email, password: 'steady as she goes', passport };
  }

  async function learner(firstName: string, { profile = false } = {}): Promise<Learner> {
    const person = newPerson(firstName);
    await addApprovedSeafarer(academy, person);
    const signedIn = { ...person, login: await logIn(person) };
    if (profile) await fillProfile(signedIn);
    return signedIn;
  }

  const fillProfile = async ({ login, passport }: Learner) =>
    call<void>(login.accessToken, 'POST', '/userProfile', await profileForm(passport));

  async function profileForm(passportNumber: string): Promise<FormData> {
    const { picture, idDocument, signature } = await identityDocuments();
    const form = new FormData();
    const own = { passportNumber, indosNo: `21GL${Number(passportNumber.slice(1)) - 4_834_362}` };
    for (const [name, value] of Object.entries({ ...particulars, ...own })) form.append(name, value);
    for (const [name, { buffer, mimeType, name: filename }] of Object.entries({
      profilePicture: picture,
      IdDocument: idDocument,
      signature,
    }))
      form.append(name, new Blob([new Uint8Array(buffer)], { type: mimeType }), filename);
    return form;
  }

  async function course(title: string, has: Parameters<School['course']>[1]): Promise<string> {
    const { films, played = false, test, settings, validityMonths = 60, format = 'online' } = has;
    const image = await cover();
    const form = new FormData();
    for (const [name, value] of Object.entries({
      ...courseFields,
      title,
      price: '4500',
      description: 'How to abandon ship and stay alive until help comes.',
      subject: JSON.stringify(['Muster', 'Life rafts']),
      validityMonths: String(validityMonths ?? ''),
      format,
    }))
      form.append(name, value);
    form.append('courseImg', new Blob([new Uint8Array(image.buffer)], { type: image.mimeType }), image.name);
    const { data } = await call<{ data: { _id: string } }>(staff, 'POST', '/courses', form);
    const courseId = data._id;
    if (films > 0) await call(staff, 'POST', '/trainingVideo', await filmsForm(courseId, films, played));
    if (test) {
      const made = { courseId, title: `${title}: test`, passMark: 60, questions, settings };
      const { data: stored } = await call<{ data: { _id: string } }>(staff, 'POST', '/test', made);
      await call(staff, 'POST', `/test/published/${stored._id}`, {});
    }
    return courseId;
  }

  async function emptyCatalogue(): Promise<void> {
    const { data } = await call<{ data: { _id: string }[] }>(staff, 'GET', '/courses/active?limit=200');
    for (const { _id } of data) await call(staff, 'POST', `/courses/Deactive/${_id}`, {});
  }

  async function filmsForm(courseId: string, count: number, played: boolean): Promise<FormData> {
    const content = new Uint8Array(await readFile(film(played ? 'e2e-raft' : 'e2e-short')));
    const form = new FormData();
    form.append('courseId', courseId);
    form.append('title', 'Survival at sea');
    for (let i = 1; i <= count; i++)
      form.append('trainingVideo', new Blob([content], { type: 'video/mp4' }), `Raft ${i}.mp4`);
    return form;
  }

  const request = ({ login }: Learner, courseId: string) =>
    call<void>(login.accessToken, 'POST', '/userCourses', { courseId });

  async function decide({ login }: Learner, courseId: string, word: 'activate' | 'deactivate'): Promise<void> {
    const own = await call<Enrolment[]>(login.accessToken, 'GET', '/userCourses/user');
    const enrolment = own.find((one) => one.courseId._id === courseId);
    await call(staff, 'PUT', `/userCourses/${word}/${enrolment?._id}`);
  }

  async function enrol(person: Learner, courseId: string): Promise<void> {
    await request(person, courseId);
    await decide(person, courseId, 'activate');
  }

  async function train({ login }: Learner, courseId: string): Promise<void> {
    type Films = { data: { _id: string; trainingVideo: { _id: string; duration: number; completed: boolean }[] }[] };
    const read = () => call<Films>(login.accessToken, 'GET', `/trainingVideo/${courseId}`);
    const [set] = (await read()).data;
    for (const { _id, duration } of set?.trainingVideo ?? []) {
      // time is credited no faster than it passes, so it is reported until it is credited
      await eventually('the film is credited', async () => {
        await read();
        const report = { watched: [[0, duration]], position: duration };
        const path = `/trainingVideo/${_id}/progress`;
        const { data } = await call<{ data: { completed: boolean } }>(login.accessToken, 'PUT', path, report);
        return data.completed || undefined;
      });
    }
    await call(login.accessToken, 'POST', `/videoWatchedUser/${set?._id}`, {});
  }

  async function sit({ login }: Learner, courseId: string, passing: boolean): Promise<void> {
    type TestPapers = {
      data: { _id: string; questions: { _id: string; questionText: string; options: string[] }[] }[];
    };
    const [paper] = (await call<TestPapers>(login.accessToken, 'GET', `/test/${courseId}`)).data;
    const answers = (paper?.questions ?? []).map(({ _id, questionText, options }) => {
      const right = questions.find((question) => question.questionText === questionText)?.correctAnswer;
      return { questionId: _id, selectedAnswer: passing ? right : options.find((option) => option !== right) };
    });
    await call(login.accessToken, 'POST', '/submitTest', { testId: paper?._id, courseId, answers, timeTaken: 60 });
  }

  return {
    principal,
    logIn,
    colleague,
    instructor,
    applicant: (firstName) => addApplicant(academy, newPerson(firstName)),
    learner,
    profile: fillProfile,
    course,
    emptyCatalogue,
    request,
    decide,
    enrol,
    train,
    trained: async (firstName, courseId) => {
      const person = await learner(firstName, { profile: true });
      await enrol(person, courseId);
      await train(person, courseId);
      return person;
    },
    ask: ({ login }, method, path, body) => call(login.accessToken, method, path, body),
    sit,
  };
}
