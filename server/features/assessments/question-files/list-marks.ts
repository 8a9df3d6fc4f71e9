type List = { style: string; next: number; step: 1 | -1 };

const styles: Readonly<Record<string, string>> = {
  a: 'lower-alpha',
  A: 'upper-alpha',
  i: 'lower-roman',
  I: 'upper-roman',
};

/** The marks of the items of lists, as a browser shows them: numbers, letters or bullets. */
export class ListMarks {
  #lists: List[] = [];
  #pending: string | undefined;

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'ol' || name === 'ul' || name === 'menu') this.#lists.push(listOf(name, attributes));
    else if (name === 'li') {
      const list = this.#lists.at(-1) ?? listOf('ul', {});
      const own = Number.parseInt(attributes.value ?? '', 10);
      if (Number.isFinite(own)) list.next = own;
      this.#pending = markOf(list.style, list.next);
      list.next += list.step;
    }
  }

  close(name: string): void {
    if (name === 'ol' || name === 'ul' || name === 'menu') this.#lists.pop();
  }

  /** The mark of the item that has begun, once. */
  take(): string | undefined {
    const mark = this.#pending;
    this.#pending = undefined;
    return mark;
  }
}

function listOf(name: string, { type = '', start = '', reversed, style = '' }: Record<string, string>): List {
  const declared = style.split(';').find((one) => /^\s*list-style/i.test(one)) ?? '';
  const own = /none|(?:lower|upper)-(?:alpha|latin|roman)|decimal/i;
  const usual = name === 'ol' ? 'decimal' : 'disc';
  const named = own.exec(declared)?.[0].toLowerCase().replace('latin', 'alpha') ?? styles[type] ?? usual;
  const first = Number.parseInt(start, 10);
  return { style: named, next: Number.isFinite(first) ? first : 1, step: reversed === undefined ? 1 : -1 };
}

function markOf(style: string, value: number): string | undefined {
  switch (style) {
    case 'none':
      return undefined;
    case 'disc':
      return '•';
    case 'lower-alpha':
      return `${lettersOf(value)}.`;
    case 'upper-alpha':
      return `${lettersOf(value).toUpperCase()}.`;
    case 'lower-roman':
      return `${romanOf(value)}.`;
    case 'upper-roman':
      return `${romanOf(value).toUpperCase()}.`;
    default:
      return `${value}.`;
  }
}

/** The letters of a place: a to z, then aa. Places that have none are numbers. */
function lettersOf(place: number): string {
  if (place < 1) return String(place);
  const letter = String.fromCharCode(97 + ((place - 1) % 26));
  return place > 26 ? lettersOf(Math.floor((place - 1) / 26)) + letter : letter;
}

const numerals = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

function romanOf(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let left = value;
  return numerals
    .map(([size, sign]) => {
      const times = Math.floor(left / size);
      left -= times * size;
      return sign.repeat(times);
    })
    .join('');
}
