import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { TestInput } from '@fairlead/contract/assessments/test-input';
import { CourseInput } from '@fairlead/contract/courses/calls';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { courseKeys } from './course.ts';
import { demoCourses } from './courses.ts';
import { courseForm, testForm } from './load/forms.ts';

const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const practice = demoCourses.flatMap(({ assessment }) => assessment.practice ?? []);
const questions = [...demoCourses.flatMap(({ assessment }) => assessment.questions), ...practice];

describe('courses', () => {
  test('are as many as there are keys, each once, with its own title', () => {
    expect(demoCourses.map(({ key }) => key).sort()).toEqual([...courseKeys].sort());
    expect(new Set(demoCourses.map(({ title }) => title.toLowerCase())).size).toBe(demoCourses.length);
  });

  test('match the featured tiles of the home page', () => {
    const featured = [
      'Hydrogen Sulphide',
      'Helicopter Landing Assistance',
      'Food Handling',
      'Hazardous Material Transportation',
      'HAZMAT',
    ];
    expect(demoCourses.map(({ title }) => title)).toEqual(expect.arrayContaining(featured));
  });

  test('include one that is held only in a classroom and one that is inactive', () => {
    expect(demoCourses.filter(({ films }) => films.length === 0)).toHaveLength(1);
    expect(demoCourses.filter(({ isActive }) => !isActive)).toHaveLength(1);
  });

  test.each(demoCourses)('$title passes the rules of the course form', (course) => {
    const { description } = course;
    expect(CourseInput.safeParse(courseForm(course)).error?.issues ?? []).toEqual([]);
    expect(Number.isInteger(course.price) && course.price > 0).toBe(true);
    expect(description.match(/[.!?](?= |$)/g)?.length).toSatisfy((n: number) => n >= 2 && n <= 4);
    expect(course.subjects.length).toSatisfy((n: number) => n >= 4 && n <= 8);
    expect(new Set(course.subjects).size).toBe(course.subjects.length);
  });
});

describe('assessments', () => {
  test.each(demoCourses)('$title passes the rules of the test form', (course) => {
    const { assessment, films } = course;
    const form = testForm('00000000-0000-7000-8000-000000000000', course);
    expect(TestInput.safeParse(form).error?.issues ?? []).toEqual([]);
    for (const { film = 1 } of [...assessment.questions, ...(assessment.practice ?? [])]) {
      expect(film).toSatisfy((n: number) => n === 1 || n <= films.length);
    }
    expect(assessment.questions.length).toSatisfy((n: number) => n >= 8 && n <= 12);
  });

  test.each(questions)('four distinct options include the answer: $text', ({ options, answer }) => {
    expect(new Set(options.map((option) => option.trim().toLowerCase())).size).toBe(4);
    expect(options.filter((option) => option === answer)).toHaveLength(1);
  });

  test('the description of a picture does not contain the answer', () => {
    const pictured = questions.filter(({ picture }) => picture);
    expect(pictured.length).toBeGreaterThan(0);
    for (const { picture, answer } of pictured)
      for (const word of answer.toLowerCase().match(/[a-z]{5,}/g) ?? [])
        expect(picture?.text.toLowerCase()).not.toContain(word);
  });

  test('no question occurs twice', () => {
    expect(new Set(questions.map(({ text }) => text.toLowerCase())).size).toBe(questions.length);
  });

  test.each(demoCourses)('$title places its answers at every position', ({ assessment }) => {
    const positions = new Set<number>(assessment.questions.map(({ options, answer }) => options.indexOf(answer)));
    expect([...positions].sort()).toEqual([0, 1, 2, 3]);
  });

  test('the longest option is no hint to the answer', () => {
    const giveaways = questions.filter(({ options, answer }) =>
      options.every((option) => option === answer || option.length < answer.length),
    );
    expect(giveaways.length / questions.length).toBeLessThan(1 / 3);
  });
});

describe('covers', () => {
  test('are one file for each course', async () => {
    expect((await readdir(folder('covers'))).sort()).toEqual(courseKeys.map((key) => `${key}.svg`).sort());
  });

  test.each(courseKeys)('%s can be cropped around its middle, and has no text or references', async (key) => {
    const svg = await readFile(folder(`covers/${key}.svg`));
    expect(svg.toString()).not.toMatch(/<text|<image|href/);
    expect(await sharp(svg).metadata()).toMatchObject({ width: 1600, height: 900, format: 'svg' });
  });
});
