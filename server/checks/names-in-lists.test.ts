import { contact } from '@fairlead/contract/contact/calls';
import { overview } from '@fairlead/contract/overview/calls';
import { expect, test } from 'vitest';
import { addCertificate } from '../features/assessments/testing/assessments.ts';
import { makeCertificateNumber } from '../features/certificates/certificate-number.ts';
import { testApp } from '../testing/app.ts';
import { addCourse, addProfile, enrol } from '../testing/factories.ts';
import { itemsIn } from './testing/lists.ts';

const program = await testApp();
const { call, person, request } = program;
const admin = await person('admin');

test('people are found however their names are written, in every list', async () => {
  const names = [
    ['Maria', 'D’Souza'],
    ['Ana', 'Peña'],
    ['Łukasz', 'Wójcik'],
    ['Seán', "O'Neill"],
    ['José', 'García'],
    ['Øyvind', 'Müller-Lund'],
    ['Иван', 'Шевченко'],
  ];
  for (const [firstName = '', lastName = ''] of names) {
    const learner = await person('learner', { firstName, lastName });
    await addProfile(program, learner, { name: `${firstName} ${lastName}` });
    await enrol(program, learner, (await addCourse(program)).id, 'pending');
    await addCertificate(program, await enrol(program, learner, (await addCourse(program)).id), {
      ...{ name: `${firstName} ${lastName}`, email: learner.email },
      number: makeCertificateNumber('FMA', 2026),
    });
    const body = { name: `${firstName} ${lastName}`, email: learner.email, message: 'When?' };
    await call(contact.send, { body });
  }
  const lists = ['user/getApprovedUsers', 'userProfile/getAllUserProfiles', 'certificates', 'userCourses/inactive'];
  const found = async (q: string) => {
    const counts: number[] = [];
    for (const path of [...lists, 'contact/messages']) {
      const { status, body } = await request('GET', `/api/${path}?q=${encodeURIComponent(q)}`, { as: admin });
      expect([path, status]).toEqual([path, 200]);
      counts.push(itemsIn(body).length);
    }
    const { body } = await call(overview.find, { query: { q } }, admin);
    const { people, requests, certificates, messages } = body.data;
    return [...counts, ...[people, requests, certificates, messages].map((kind) => kind?.items.length)];
  };
  const once = Array.from({ length: 9 }, () => 1);
  for (const q of ["D'Souza", 'D Souza', 'DSOUZA', 'D’souza maria', 'Pena', 'PENA', 'Peña', 'Lukasz', 'Wojcik', 'Sean'])
    expect([q, await found(q)]).toEqual([q, once]);
  for (const q of [
    'O’Neill',
    'ONEILL',
    'Garcia Jose',
    'garcía, josé',
    'Oyvind',
    'OEYVIND',
    'Mueller',
    'Müller',
    'MUXXLLER',
  ])
    expect([q, await found(q)]).toEqual([q, once]);
  for (const q of ['Muller Lund', 'Müller–Lund Øyvind', 'шевченко', 'Шевченко Иван'])
    expect([q, await found(q)]).toEqual([q, once]);
  for (const q of ['Garcia Maria', 'Sean Pena', 'D’Sousa']) expect([q, await found(q)]).toEqual([q, once.map(() => 0)]);
});
