import { ExplainNode, SelectQueryNode } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { builtOnce } from './built-once.ts';

const db = await testDatabase();

test('a statement that is built once runs with the values of each call, and names its columns as any other', async () => {
  let times = 0;
  const find = builtOnce((on, title: string, price: number) => {
    times += 1;
    return on
      .selectNoFrom((e) => [e.val(title).as('courseTitle'), e.cast<number>(e.val(price), 'integer').as('price')])
      .where((e) => e.or([e(e.val(title), '<>', 'none'), e(e.val(true), '=', false)]));
  });
  expect(await find(db, 'Fire', 1)).toEqual([{ courseTitle: 'Fire', price: 1 }]);
  expect(await find(db, 'Rafts', 2)).toEqual([{ courseTitle: 'Rafts', price: 2 }]);
  expect(await find(db, 'none', 3)).toEqual([]);
  expect(times).toBe(1);
});

test('what the database of its first caller makes of statements is not kept for the others', async () => {
  const find = builtOnce((on, title: string) => on.selectNoFrom((e) => e.val(title).as('courseTitle')));
  const explaining = db.withPlugin({
    transformQuery: ({ node }) =>
      SelectQueryNode.is(node) ? { ...node, explain: ExplainNode.create(undefined, undefined) } : node,
    transformResult: async ({ result }) => result,
  });
  await find(explaining, 'Fire');
  expect(await find(db, 'Rafts')).toEqual([{ courseTitle: 'Rafts' }]);
});

test('a statement that does something with a value before it runs is refused', async () => {
  const find = builtOnce((on, title: string) => on.selectNoFrom((e) => e.val(`${title}!`).as('title')));
  await expect(find(db, 'Fire')).rejects.toThrow('a value of a statement was lost');
});
