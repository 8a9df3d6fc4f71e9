import { courseFields } from '../../server/features/courses/testing/course-fields.ts';
import type { Academy } from '../academy.ts';
import { cover } from './pictures.ts';

/** Prepares the data of a test by the same calls that the screens make. */
async function post<T>({ url }: Academy, path: string, body: unknown, token?: string): Promise<T> {
  const form = body instanceof FormData;
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      ...(!form && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: form ? body : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  return response.json() as Promise<T>;
}

export type Session = { accessToken: string; refreshToken: string; user: object };
const logIn = (academy: Academy, person: { email: string; password: string }) =>
  post<Session>(academy, '/user/login', person);

type CoursePart = { title: string; description?: string };

/** Adds courses with a picture; returns their ids in order. */
export async function addCourses(academy: Academy, courses: readonly CoursePart[]): Promise<string[]> {
  const { accessToken } = await logIn(academy, academy.admin);
  const { buffer } = await cover();
  const ids: string[] = [];
  for (const { title, description = 'How to abandon ship and stay alive until help comes.' } of courses) {
    const form = new FormData();
    const subject = JSON.stringify(['Muster and abandon ship', 'Life rafts']);
    const texts = { ...courseFields, title, description, price: '4500', subject, validityMonths: '60' };
    for (const [name, value] of Object.entries(texts)) form.set(name, value);
    form.set('courseImg', new Blob([new Uint8Array(buffer)], { type: 'image/jpeg' }), 'cover.jpg');
    ids.push((await post<{ data: { _id: string } }>(academy, '/courses', form, accessToken)).data._id);
  }
  return ids;
}

/** A learner who is registered, verified, approved and signed in. */
export async function addLearner(academy: Academy, email: string): Promise<Session> {
  const password = 'steady as she goes';
  const person = { tittle: 'Mr', firstName: 'Rajesh', lastName: 'Kumar', mobile: '9820012345', email, password };
  await post(academy, '/user/register', person);
  const mail = await academy.mailTo(email, 'verification OTP');
  await post(academy, '/user/verify-otp', { email, otp: /\b\d{6}\b/.exec(mail.text ?? '')?.[0] });
  const { accessToken } = await logIn(academy, academy.admin);
  const waiting = await fetch(`${academy.url}/api/user/getUnapprovedUsers`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const found = ((await waiting.json()) as { _id: string; email: string }[]).find((one) => one.email === email);
  await post(academy, `/user/approve-user/${found?._id}`, {}, accessToken);
  return logIn(academy, { email, password });
}
