import { type Academy, eventually } from '../academy.ts';
import type { Seafarer } from './seafarer.ts';

/** A seafarer whose registration is pending, made by the calls that the screens make. */
export async function addApplicant(academy: Academy, person: Seafarer): Promise<void> {
  const { firstName, lastName, email, password } = person;
  await post(academy, '/user/register', { tittle: 'Mr', firstName, lastName, mobile: '9820012345', email, password });
  const mail = await academy.mailTo(email, 'verification OTP');
  await post(academy, '/user/verify-otp', { email, otp: codeIn(mail.text) });
}

/** An approved seafarer, for tests of what comes after the approval. */
export async function addApprovedSeafarer(academy: Academy, person: Seafarer): Promise<void> {
  await addApplicant(academy, person);
  const { email } = person;
  const { accessToken } = (await post(academy, '/user/login', academy.admin)) as { accessToken: string };
  const headers = { authorization: `Bearer ${accessToken}` };
  const id = await eventually(`${email} waits for approval`, async () => {
    const list = await fetch(`${academy.url}/api/user/getUnapprovedUsers?q=${encodeURIComponent(email)}`, { headers });
    return ((await list.json()) as { _id: string }[])[0]?._id;
  });
  const approved = await fetch(`${academy.url}/api/user/approve-user/${id}`, { method: 'POST', headers });
  if (!approved.ok) throw new Error(`approving ${email}: ${approved.status}`);
}

/** The six digits in a mail. */
export const codeIn = (text: string | undefined): string => /\b\d{6}\b/.exec(text ?? '')?.[0] ?? '';

async function post({ url }: Academy, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
