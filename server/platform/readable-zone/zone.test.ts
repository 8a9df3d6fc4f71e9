import { describe, expect, test } from 'vitest';
import { type LineReading, zoneOf } from './zone.ts';

/** The specimen of ICAO 9303, part 4, appendix A. */
const specimen = {
  upper: 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  lower: 'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
};
const today = '2026-11-20';
const twice = (line: string): LineReading => ({ inParts: line, byLetter: line });
const read = ({ upper = twice(specimen.upper), lower = twice(specimen.lower) }) => zoneOf({ upper, lower }, today);

test('the published specimen says what it is published with', () => {
  expect(read({})).toEqual({
    name: { surname: 'ERIKSSON', givenNames: 'ANNA MARIA', isCut: false },
    number: 'L898902C3',
    birthDate: '1974-08-12',
    expiresOn: '2012-04-15',
  });
});

describe('check digits', () => {
  const checked = [
    ...Array(10).keys(),
    ...Array.from({ length: 7 }, (_, i) => 13 + i),
    ...Array.from({ length: 23 }, (_, i) => 21 + i),
  ];

  test.each(checked)('prove nothing when place %i is misread', (place) => {
    // by one, which the weights 7, 3 and 1 all show
    const next = (sign: string) =>
      ({ '9': '0', '<': '1', Z: 'Y' })[sign] ?? String.fromCharCode(sign.charCodeAt(0) + 1);
    const line = specimen.lower.slice(0, place) + next(specimen.lower[place] ?? '') + specimen.lower.slice(place + 1);
    expect(read({ lower: twice(line) })).toBeUndefined();
  });

  test('choose between readings, field by field', () => {
    const inParts = specimen.lower.replace('7408122', '7408172');
    const byLetter = specimen.lower.replace('L898902C3', 'L8989O2C3');
    const further = [specimen.lower.replace('ZE184226B', '2E184226B')];
    const chosen = { number: 'L898902C3', birthDate: '1974-08-12' };
    expect(read({ lower: { inParts, byLetter, further } })).toMatchObject(chosen);
    const none = [inParts, byLetter, ...further].map((line) => line.replace('L898902C3', 'L898902O3'));
    expect(
      read({ lower: { inParts: none[0] ?? '', byLetter: none[1] ?? '', further: none.slice(2) } }),
    ).toBeUndefined();
  });

  test('are not enough for what one reading alone has', () => {
    for (const [right, other] of [
      ['L898902C3', 'L898902E3'],
      ['7408122', '7406122'],
      ['1204159', '1204759'],
    ]) {
      const byLetter = specimen.lower.replace(right ?? '', other ?? '');
      const further = [byLetter];
      expect(read({ lower: { inParts: specimen.lower, byLetter, further } })).toBeUndefined();
    }
  });

  test('of a line that has not 44 letters are not looked for at the wrong places', () => {
    const inParts = specimen.lower.replace('<<<<<', '<<<<');
    expect(read({ lower: twice(inParts) })).toBeUndefined();
    const whole = { byLetter: specimen.lower, further: [specimen.lower] };
    expect(read({ lower: { inParts, ...whole } })).toMatchObject({ number: 'L898902C3' });
  });

  test('are not counted over a letter that was not read', () => {
    for (const place of [0, 8, 14, 22, 30])
      expect(
        read({ lower: twice(`${specimen.lower.slice(0, place)}?${specimen.lower.slice(place + 1)}`) }),
      ).toBeUndefined();
  });

  test.each([
    ['740229', '120415'],
    ['740431', '120415'],
    ['740812', '120631'],
  ])('do not make a day of what is none: born on %s, expires on %s', (born, expires) => {
    expect(read({ lower: twice(lowerOf(born, expires)) })).toBeUndefined();
  });
});

test('29 February is a day in a leap year', () => {
  const leap = { birthDate: '1976-02-29', expiresOn: '2028-02-29' };
  expect(read({ lower: twice(lowerOf('760229', '280229')) })).toMatchObject(leap);
});

test('a birth after today was a hundred years ago', () => {
  const bornIn = (six: string) => read({ lower: twice(lowerOf(six)) })?.birthDate;
  expect(bornIn('261120')).toBe('2026-11-20');
  expect(bornIn('261121')).toBe('1926-11-21');
});

describe('the name, which no check digit proves,', () => {
  test('is missing where two readings contradict each other', () => {
    const upper = (byLetter: string) => ({ inParts: specimen.upper, byLetter });
    const contradicted = read({ upper: upper(specimen.upper.replace('ERIKSSON', 'EBIKSSON')) });
    expect(contradicted).toMatchObject({ name: null, number: 'L898902C3' });
    // a letter that was not read, and letters that are often taken for each other, contradict nothing
    const unread = read({ upper: upper(specimen.upper.replace('MARIA', 'H?RIA')) });
    expect(unread?.name).toMatchObject({ givenNames: 'ANNA MARIA' });
  });

  test('is missing in a line of another document', () => {
    for (const upper of ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'P<UTO'.padEnd(44, '<')])
      expect(read({ upper: twice(upper) })?.name).toBeNull();
  });

  test('may be cut off when it fills its line, and may have no given names', () => {
    const long = 'P<UTOPAPANDROPOULOS<<JONATHON<WARREN<TREVOR<';
    expect(read({ upper: twice(long) })?.name).toMatchObject({ isCut: false });
    const cut = 'P<UTONILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K';
    expect(read({ upper: twice(cut) })?.name).toEqual({
      surname: 'NILAVADHANANANDA',
      givenNames: 'CHAYAPA DEJTHAMRONG K',
      isCut: true,
    });
    expect(read({ upper: twice('P<UTOARKFREITH'.padEnd(44, '<')) })?.name).toMatchObject({ givenNames: '' });
  });

  test('may be on either side of the fillers, and is never said twice', () => {
    const nameIn = (upper: string) => read({ upper: twice(upper.padEnd(44, '<')) })?.name;
    expect(nameIn('P<IND<<AHMADI')).toEqual({ surname: '', givenNames: 'AHMADI', isCut: false });
    expect(nameIn('P<INDAHMADI')).toEqual({ surname: 'AHMADI', givenNames: '', isCut: false });
    expect(nameIn('P<IND<<ABDUL<RAHMAN')).toMatchObject({ surname: '', givenNames: 'ABDUL RAHMAN' });
    for (const letters of [37, 38, 39]) {
      const surname = 'WOLFESCHLEGELSTEINHAUSENBERGERDORFFXYZQ'.slice(0, letters);
      expect(nameIn(`P<UTO${surname}`)).toEqual({ surname, givenNames: '', isCut: letters === 39 });
    }
  });
});

/** The specimen with other dates, and the check digits for it (ICAO 9303, part 3, 4.9). */
function lowerOf(born: string, expires = '120415'): string {
  const digitOf = (text: string) =>
    [...text].reduce(
      (sum, sign, i) => sum + (sign === '<' ? 0 : Number.parseInt(sign, 36)) * ([7, 3, 1][i % 3] ?? 0),
      0,
    ) % 10;
  const [before, after] = ['L898902C36', `${expires}${digitOf(expires)}ZE184226B<<<<<1`];
  const date = born + digitOf(born);
  return `${before}UTO${date}F${after}${digitOf(before + date + after)}`;
}
