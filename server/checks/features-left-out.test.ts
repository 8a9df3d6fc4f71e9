import { batches } from '@fairlead/contract/batches/calls';
import { fees } from '@fairlead/contract/fees/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { home } from '@fairlead/contract/overview/home';
import { packages } from '@fairlead/contract/packages/calls';
import { personalData } from '@fairlead/contract/personal-data/calls';
import type { Call } from '@fairlead/contract/platform/call';
import { expect, test } from 'vitest';
import { givePassword, password } from '../features/accounts/testing/owners.ts';
import { features } from '../program/features.ts';
import { housekeeping } from '../program/housekeeping.ts';
import { testApp } from '../testing/app.ts';
import { silentLog } from '../testing/databases.ts';
import { earned } from '../testing/journey.ts';

const each: [name: string, call: Call][] = [
  ['fees', fees.list],
  ['batches', batches.list],
  ['packages', packages.open],
];

test.each(each)('without %s, everything else works', async (left, { method, path }) => {
  const rest = features.filter(({ name }) => name !== left);
  const program = await testApp({}, rest);
  const admin = await program.person('admin');
  const url = `/api${path.replace(/:\w+/, '00000000-0000-4000-8000-000000000000')}`;
  expect((await program.request(method, url, { as: admin })).body).toMatchObject({
    message: `There is no ${method} call at this path.`,
  });

  const { learner, certificate } = await earned(program);
  expect(certificate.number).toMatch(/-/);
  const homePage = await program.call(home.getHome, learner);
  expect(homePage.status).toBe(200);
  expect((await program.call(overview.getFigures, admin)).status).toBe(200);
  await givePassword(program, learner);
  const erased = await program.call(
    personalData.eraseOwn,
    { body: { currentPassword: password, understood: true } },
    learner,
  );
  expect(erased).toMatchObject({ status: 200 });
  await housekeeping(program, silentLog, rest)({ id: 'now', payload: {} });
});
