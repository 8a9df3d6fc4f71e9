import { courses } from '@fairlead/contract/courses/calls';
import { courseRules, type RuleEdition } from '@fairlead/contract/courses/course-rules';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { courseOf, ruleOf } from '../../../../testing/courses.ts';
import { alertWith, button, expectNone, expectWrong, field, main } from '../../../../testing/forms.ts';
import { expectSound } from '../../../../testing/sound.ts';
import { openStaffPage, staffAt } from '../../../../testing/staff.ts';
import { server } from '../../../../testing/stand-in-server.ts';

const course = courseOf();
const path = `courses/${course._id}/rule`;

const editionOf = (part: Partial<RuleEdition> = {}): RuleEdition => ({
  ...ruleOf(),
  _id: '7a1f7c1e-3d5b-4f6e-9a55-0c6e1f0a2c01',
  createdAt: '2026-09-05T09:00:00.000Z',
  createdBy: null,
  inForce: true,
  certificates: 214,
  ...part,
});
const { edition: _, appliesFrom: __, approval: ___, approvalNumber: ____, approvalUntil: _____, ...facts } = ruleOf();
const pst = {
  ...facts,
  qualification: 'PST',
  regulation: 'VI/1',
  competenceTable: 'A-VI/1-1',
  modelCourse: '1.19',
  standard: 'STCW 2010',
  validity: 'until-refresher' as const,
  validityMonths: 60,
  source: 'MSN 1865 (M+F) Amendment 1',
  sourceDate: '2026-11-22',
};
const refresher = {
  ...pst,
  qualification: 'PST-R',
  kind: 'refresher' as const,
  kindOf: 'PST',
  requirements: { ...facts.requirements, certificates: [{ qualification: 'PST', evenExpired: true }] },
};
const note = 'PSSR and EFA never expire: an expiry printed on them harms their holders.';

type Role = 'admin' | 'registrar' | 'instructor';

/** A course with these editions; `reserved` says by qualification why the reader cannot save a starting set for it. */
function at(editions: RuleEdition[], role: Role = 'admin', reserved: Readonly<Record<string, string>> = {}) {
  staffAt(role);
  server.answer(courses.getCourse, { data: course });
  server.answer(courseRules.list, { data: editions });
  const rules = [
    { title: 'Personal Survival Techniques', rule: pst },
    { title: 'Personal Survival Techniques: refresher', rule: refresher },
  ].map((one) => ({ ...one, reserved: reserved[one.rule.qualification] ?? null }));
  server.answer(courseRules.startingSets, { data: [{ key: 'uk', name: 'United Kingdom', note, rules }] });
}

test('a rule says what the course means, in all its editions; who may not edit it only reads', async () => {
  at(
    [
      editionOf({
        ...refresher,
        _id: '7a1f7c1e-3d5b-4f6e-9a55-0c6e1f0a2c02',
        edition: 2,
        appliesFrom: '2026-10-01',
        certificates: 1,
        createdBy: 'Asha Nair',
      }),
      editionOf({ inForce: false }),
    ],
    'registrar',
  );
  await openStaffPage(path);
  const latest = main().getByRole('listitem').filter({ hasText: 'Edition 2' });
  await expect.element(latest.getByText('In force')).toBeVisible();
  await expect.element(latest.getByText('Refresher of Personal Survival Techniques')).toBeVisible();
  await expect.element(latest.getByText('Does not expire; refresher due every 5 years')).toBeVisible();
  await expect
    .element(latest.getByText('A certificate of Personal Survival Techniques, even one that has expired'))
    .toBeVisible();
  await expect.element(main().getByText('Valid for 5 years')).toBeVisible();
  await expect.element(main().getByText('Everybody')).toBeVisible();
  await expectNone(button('New edition'));
  await expectSound('course rule, two editions');
});

test('a new edition begins with a starting set, for which the academy answers, and leaves the approval as it is', async () => {
  at([editionOf({ approval: 'DG Shipping', approvalNumber: 'TR/A/29/2024', approvalUntil: '2027-12-31' })]);
  await openStaffPage(path);
  await button('New edition').click();
  await expect.element(main().getByText('The academy answers for its rules.')).toBeVisible();
  await expect.element(field('Months until it expires')).toHaveValue('60');
  await expectSound('course rule, new edition');
  await field('Begin with a starting set').selectOptions(
    'United Kingdom: Personal Survival Techniques: refresher (PST-R)',
  );
  await expect.element(main().getByText(/PSSR and EFA never expire/)).toBeVisible();
  await expect.element(field('Refreshes')).toHaveValue('PST');
  await expect.element(field('Certificates of, even expired')).toHaveValue('PST');
  await expect.element(field('Source')).toHaveValue('MSN 1865 (M+F) Amendment 1');
  await field('Valid certificates of').fill('fpff, EFA');
  await field('Minimum age').fill('18');
  await field('Applies from').fill('2027-01-01');
  await expectSound('course rule, from a starting set');
  server.fail(courseRules.add, { status: 409, message: 'Somebody has changed this rule after you opened it.' });
  await button('Save Rule').click();
  await expect.element(alertWith('Somebody has changed this rule after you opened it.')).toBeVisible();
  server.answer(courseRules.add, { message: 'Rule saved.', data: [editionOf()] });
  await button('Save Rule').click();
  await expect.element(page.getByRole('status').getByText('Rule saved.')).toBeVisible();
  expect(server.sent(courseRules.add).at(-1)?.body).toEqual({
    ...refresher,
    requirements: {
      certificates: [
        { qualification: 'fpff', evenExpired: false },
        { qualification: 'EFA', evenExpired: false },
        { qualification: 'PST', evenExpired: true },
      ],
      minimumAge: 18,
      seaMonths: null,
      medical: false,
    },
    appliesFrom: '2027-01-01',
    seen: 1,
  });
  await expectNone(button('Save Rule'));
});

test('the approval of an earlier edition is changed, and one that has ended is marked', async () => {
  const ended = { approval: 'DG Shipping, TR/A/29/2024', approvalUntil: '2025-12-31' };
  const [administration, number] = ended.approval.split(', ');
  at([
    editionOf({ _id: '7a1f7c1e-3d5b-4f6e-9a55-0c6e1f0a2c02', edition: 2, appliesFrom: '2026-10-01' }),
    editionOf({ ...ended, inForce: false }),
  ]);
  await openStaffPage(path);
  const first = main().getByRole('listitem').filter({ hasText: 'Edition 1' });
  await expect.element(first.getByText('DG Shipping, TR/A/29/2024, until 31 Dec 2025')).toBeVisible();
  await expect.element(first.getByText('Approval has ended')).toBeVisible();
  await expectSound('course rule, an approval has ended');
  await first.getByRole('button', { name: 'Change approval' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Approving administration').fill('');
  await dialog.getByRole('button', { name: 'Save approval' }).click();
  await expect.element(dialog.getByText('Say who has approved the course')).toBeVisible();
  await expectSound('course rule, approval refused');
  // what was entered before there was a field for the number
  await dialog.getByLabelText('Approving administration').fill(administration ?? '');
  await dialog.getByLabelText('Approval number').fill(number ?? '');
  await dialog.getByLabelText('Approved until').fill('2028-12-31');
  server.answer(courseRules.changeApproval, { message: 'Approval saved.', data: [] });
  await dialog.getByRole('button', { name: 'Save approval' }).click();
  await expect.element(page.getByRole('status').getByText('Approval saved.')).toBeVisible();
  const { params, body } = server.sent(courseRules.changeApproval)[0] ?? {};
  const changed = { approval: administration, approvalNumber: number, approvalUntil: '2028-12-31' };
  expect([params, body]).toEqual([{ id: course._id, edition: '1' }, changed]);
});

test('only what was changed of an approval is sent: a colleague may have corrected the rest meanwhile', async () => {
  at([editionOf({ approval: 'DG Shipping', approvalNumber: 'TR/A/29/2024', approvalUntil: '2027-12-31' })]);
  await openStaffPage(path);
  await expect.element(main().getByText('TR/A/29/2024')).toBeVisible();
  await button('Change approval').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Approved until').fill('2028-12-31');
  await expectSound('course rule, approval with its number');
  server.answer(courseRules.changeApproval, { message: 'Approval saved.', data: [] });
  await dialog.getByRole('button', { name: 'Save approval' }).click();
  await expect.element(page.getByRole('status').getByText('Approval saved.')).toBeVisible();
  expect(server.sent(courseRules.changeApproval)[0]?.body).toEqual({ approvalUntil: '2028-12-31' });
});

test('a rule that lacks something is not sent, and says what', async () => {
  at([editionOf()]);
  await openStaffPage(path);
  await button('New edition').click();
  await field('Validity').selectOptions('Valid together with another document');
  await field('Kind').selectOptions('Equivalent to another training');
  await field('Sea service').fill('half a year');
  await button('Save Rule').click();
  await expectWrong('Sea service', 'Sea service is a number of months up to 600');
  await field('Sea service').fill('6');
  await field('Valid certificates of').fill('P@ST');
  await button('Save Rule').click();
  await expectWrong('Document', 'Name the document');
  await expectWrong('Equivalent to', 'Name the qualification');
  await expectWrong('Valid certificates of', 'A qualification is a short code, such as PST');
  await expectWrong('Source', 'Source is required');
  await expectSound('course rule, refused');
  expect(server.sent(courseRules.add)).toEqual([]);
});

test('a starting set whose code the reader cannot give to the course is not offered, and the form says so', async () => {
  at([editionOf()], 'instructor', { 'PST-R': 'PST is a kind of document.' });
  await openStaffPage(path);
  await button('New edition').click();
  await expect.element(main().getByText('PST is a kind of document.')).toBeVisible();
  const offered = field('Begin with a starting set').getByRole('option');
  await expect.element(offered.nth(1)).toHaveTextContent('United Kingdom: Personal Survival Techniques (PST)');
  expect(offered.elements()).toHaveLength(2);
  await expectSound('course rule, a starting set is reserved');
});

test('where the reader can use no starting set, none are offered', async () => {
  at([editionOf()], 'instructor', { PST: 'PST is a kind of document.', 'PST-R': 'Another course has PST-R.' });
  await openStaffPage(path);
  await button('New edition').click();
  await expect.element(main().getByText('Another course has PST-R.')).toBeVisible();
  await expectNone(field('Begin with a starting set'));
  await expect
    .element(main().getByText('A short code of your own courses, by which other rules name it'))
    .toBeVisible();
  await expectSound('course rule, all starting sets are reserved');
});

test('a starting set that cannot be loaded leaves the form usable', async () => {
  at([editionOf()]);
  server.fail(courseRules.startingSets, { status: 500 });
  await openStaffPage(path);
  await button('New edition').click();
  await expect.element(main().getByText('Failed to load the starting sets.')).toBeVisible();
  await expect.element(field('Certifies')).toBeVisible();
});
