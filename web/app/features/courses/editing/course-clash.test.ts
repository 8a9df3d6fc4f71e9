import { describe, expect, it } from 'vitest';
import { courseOf as storedCourse } from '../../../../testing/courses.ts';
import { draftOfCourse } from '../staff-course-draft.ts';
import { courseOf } from '../wire.ts';
import { differencesOf, takeTheirs } from './course-clash.ts';

const opened = courseOf(
  storedCourse({ title: 'Rafts', duration: '2 days', price: 4500, subject: ['Muster', 'Rafts'], validityMonths: 60 }),
);
const file = new File(['x'], 'new.jpg');

describe('two edits of a course', () => {
  it('that have no field in common ask only about what the form would undo', () => {
    const now = { ...opened, title: 'Life Rafts', price: 5000, version: 2 };
    const draft = { ...draftOfCourse(opened), duration: '3 days' };
    expect(differencesOf(opened, now, draft)).toEqual([
      { field: 'title', label: 'Title', theirs: 'Life Rafts', mine: 'Rafts', contested: false },
      { field: 'price', label: 'Price', theirs: '₹5,000', mine: '₹4,500', contested: false },
    ]);
    expect(takeTheirs(draft, now, ['title', 'price'])).toMatchObject({
      title: 'Life Rafts',
      price: '5000',
      duration: '3 days',
    });
  });

  it('that change one field differently are both shown, and unchanged fields are kept', () => {
    const now = { ...opened, subjects: ['Muster', 'Rafts', 'Flares'], validityMonths: null };
    const draft = { ...draftOfCourse(opened), subjects: ['Muster'], validityMonths: '24' };
    expect(differencesOf(opened, now, draft)).toMatchObject([
      { field: 'validityMonths', theirs: '', mine: '24', contested: true },
      { field: 'subjects', theirs: 'Muster\nRafts\nFlares', mine: 'Muster', contested: true },
    ]);
    expect(takeTheirs(draft, now, ['validityMonths'])).toMatchObject({ validityMonths: '', subjects: ['Muster'] });
    expect(takeTheirs(draft, now, [])).toEqual(draft);
  });

  it('that are equal are no conflict, whatever the spelling', () => {
    const now = { ...opened, title: 'Life Rafts', price: 5000 };
    const draft = { ...draftOfCourse(opened), title: ' Life Rafts ', price: '5000.00' };
    expect(differencesOf(opened, now, draft)).toEqual([]);
  });

  it('that both replace the picture ask about it; one that does not keeps the stored one', () => {
    const now = { ...opened, picture: { filename: 'two.webp', url: '/uploads/courseImg/two.webp' } };
    expect(differencesOf(opened, now, draftOfCourse(opened))).toEqual([]);
    const draft = { ...draftOfCourse(opened), picture: file };
    expect(differencesOf(opened, now, draft)).toMatchObject([{ field: 'picture', mine: 'new.jpg', contested: true }]);
    expect(takeTheirs(draft, now, ['picture']).picture).toBeNull();
    expect(differencesOf(opened, { ...opened, version: 2 }, draft)).toEqual([]);
  });
});
