import { describe, expect, test } from 'vitest';
import { drawPaper, hasDrawing, onPaper, paperLength } from './draw-paper.ts';

const options = ['Red', 'Green', 'White', 'Yellow'];
const questions = ['fire', 'fire', 'fire', 'fire', 'rafts', 'rafts', 'rafts', ''].map((topic, i) => ({
  id: `q${i}`,
  topic,
  options,
  picture: null,
  optionPictures: [],
  keepsPlace: false,
  fixedOptions: [] as number[],
}));
const plain = { shuffleQuestions: false, shuffleOptions: false, draws: [] };
const draws = [
  { topic: 'fire', count: 2 },
  { topic: 'rafts', count: 1 },
];
const idsOf = (paper: ReturnType<typeof drawPaper>) => (paper ?? []).map(({ questionId }) => questionId);

describe('a test paper', () => {
  test('without settings has all questions of the version in their order', () => {
    expect(hasDrawing(plain)).toBe(false);
    expect(hasDrawing({ ...plain, draws })).toBe(true);
    expect(onPaper(questions, null).map(({ id, shown }) => [id, shown.options])).toEqual(
      questions.map(({ id }) => [id, options]),
    );
  });

  test('has the set number of questions of a topic, all of the others, and keeps their order', () => {
    for (let round = 0; round < 50; round++) {
      const ids = idsOf(drawPaper(questions, { ...plain, draws }));
      expect(ids).toHaveLength(4);
      expect(ids).toEqual([...ids].sort());
      expect(ids.filter((id) => id < 'q4')).toHaveLength(2);
      expect(ids.at(-1)).toBe('q7');
    }
    expect(paperLength(questions, draws)).toBe(4);
    expect(paperLength(questions, [])).toBe(8);
  });

  test('draws every question and every order with equal frequency', () => {
    const [rounds, drawn, first] = [4000, new Map<string, number>(), new Map<string, number>()];
    for (let round = 0; round < rounds; round++) {
      const paper = drawPaper(questions, { ...plain, shuffleQuestions: true, draws });
      for (const id of idsOf(paper)) drawn.set(id, (drawn.get(id) ?? 0) + 1);
      const [head = ''] = idsOf(paper);
      first.set(head, (first.get(head) ?? 0) + 1);
    }
    // Six standard deviations: one run in 500 million would deviate that far by chance.
    const near = (count: number | undefined, share: number) =>
      Math.abs((count ?? 0) - rounds * share) < 6 * Math.sqrt(rounds * share * (1 - share));
    for (const id of ['q0', 'q1', 'q2', 'q3']) expect(near(drawn.get(id), 1 / 2)).toBe(true);
    for (const id of ['q4', 'q5', 'q6']) expect(near(drawn.get(id), 1 / 3)).toBe(true);
    expect(near(first.get('q7'), 1 / 4)).toBe(true);
  });

  test('is shuffled around the questions and options that keep their places', () => {
    const fixed = questions.map((question, i) => ({
      ...question,
      keepsPlace: i === 2 || i === 7,
      fixedOptions: [3, 1],
    }));
    const [orders, optionOrders] = [new Set<string>(), new Set<string>()];
    for (let round = 0; round < 60; round++) {
      const paper = drawPaper(fixed, { ...plain, shuffleQuestions: true, shuffleOptions: true });
      expect([idsOf(paper)[2], idsOf(paper)[7]]).toEqual(['q2', 'q7']);
      expect(idsOf(paper).toSorted()).toEqual(questions.map(({ id }) => id));
      for (const { options: places } of paper) expect([places[1], places[3]]).toEqual([1, 3]);
      orders.add(idsOf(paper).join());
      optionOrders.add(paper.map(({ options: places }) => places.join('')).join());
    }
    expect(orders.size).toBeGreaterThan(20);
    expect(optionOrders.size).toBeGreaterThan(20);
    const whole = questions.map((question) => ({ ...question, fixedOptions: [0, 1, 2, 3] }));
    expect(drawPaper(whole, { ...plain, shuffleOptions: true }).map((one) => one.options)).toEqual(
      whole.map(() => [0, 1, 2, 3]),
    );
  });

  test('shows the options in the drawn order', () => {
    const paper = drawPaper(questions, { ...plain, shuffleOptions: true }, () => 0);
    const [first, ...others] = questions.map((question, i) => {
      const red = { id: 'p', filename: 'p.webp', width: 1, height: 1, text: 'A red light' };
      return i === 0 ? { ...question, optionPictures: [red, null, null, null] } : question;
    });
    const shown = onPaper(first ? [first, ...others] : [], paper).map((question) => question.shown);
    expect(shown[0]?.options).toEqual(['Green', 'White', 'Yellow', 'Red']);
    // each picture stays with its option
    expect(shown[0]?.optionPictures.map((picture) => picture?.text)).toEqual([
      undefined,
      undefined,
      undefined,
      'A red light',
    ]);
    expect(shown[1]?.optionPictures).toEqual([]);
    expect(idsOf(paper)).toEqual(questions.map(({ id }) => id));
  });
});
