import { publicTexts } from '@fairlead/contract/academy/public-texts';
import { secondFactor } from '@fairlead/contract/accounts/second-factor';
import { assessments } from '@fairlead/contract/assessments/calls';
import { batches } from '@fairlead/contract/batches/calls';
import { courses } from '@fairlead/contract/courses/calls';
import type { Role } from '@fairlead/contract/platform/permissions';
import { wallet } from '@fairlead/contract/wallet/calls';
import { walletKinds } from '@fairlead/contract/wallet/wallet-kinds';
import { courseOf } from './courses.ts';
import { type Opened, openPage } from './open-page.tsx';
import { signIn } from './people.ts';
import { server } from './stand-in-server.ts';

/** Signs in staff of an academy with one course, no tests, nothing pending, and people without documents. */
export function staffAt(role: Role = 'admin'): void {
  signIn(role);
  server.answer(secondFactor.getSecondFactor, { since: null, recoveryCodes: 0, due: null, isOverdue: false });
  server.answer(courses.list, { data: [courseOf()] });
  server.answer(courses.listActive, { data: [courseOf()] });
  server.answer(publicTexts.get, { data: { home: '', about: '', news: [] } });
  server.answer(courses.listChosen, { data: [] });
  server.answer(assessments.list, { data: [] });
  server.answer(assessments.listPublished, { data: [] });
  server.answer(batches.list, { data: [] });
  server.answer(wallet.ofPerson, { data: [] });
  server.answer(walletKinds.list, { data: [] });
}

/** Opens a page below /admin-dashboard; `and` are further pages that a test leads to. */
export const openStaffPage = (path: string, and: string[] = []): Promise<Opened> =>
  openPage(`/admin-dashboard/${path}`, { and: and.map((one) => `/admin-dashboard/${one}`) });
