import { expect, test } from 'vitest';
import { isLatinName } from './latin-names.ts';

test.each([
  'Asha Nair',
  'D’Souza',
  'Đặng Ánh',
  'Łukasz',
  "Seán O'Neill",
  'K. R. Nair',
  'Ka\u02bcahumanu',
  'Ｋｕｍａｒ',
  'Md. Ali (2)',
])('%s is a Latin name', (name) => expect(isLatinName(name)).toBe(true));

test.each(['សុខ សុភា', 'ആശ നായർ', '王伟', 'Иван Петров', 'Asha നായർ', 'محمد علي', '123', ''])('%s is none', (name) =>
  expect(isLatinName(name)).toBe(false),
);
