import { expect, test } from 'vitest';
import { type Compared, zoneDoubts } from './zone-doubts.ts';

const zone = {
  surname: 'NAIR',
  givenNames: 'ASHA',
  isCut: false,
  number: 'Z1234567',
  birthDate: '1992-03-10',
  expiresOn: '2031-05-01',
};
const profile: Compared = {
  name: 'Asha Nair',
  passportNumber: 'Z1234567',
  birthDate: '1992-03-10',
  passportExpiresOn: '2031-05-01',
  readableZone: zone,
};
const named = (name: string, surname: string, givenNames: string, isCut = false) =>
  zoneDoubts({ ...profile, name, readableZone: { ...zone, surname, givenNames, isCut } });

test('a profile that says what the passport says is in no doubt, nor is one whose passport was not read', () => {
  expect(zoneDoubts(profile)).toEqual([]);
  expect(zoneDoubts({ ...profile, readableZone: null, name: 'Somebody Else' })).toEqual([]);
  expect(zoneDoubts({ ...profile, name: 'Other', readableZone: { ...zone, surname: null, givenNames: null } })).toEqual(
    [],
  );
});

test('each field is compared', () => {
  const other = {
    name: 'Ravi Kumar',
    passportNumber: 'Z1234568',
    birthDate: '1992-10-03',
    passportExpiresOn: '2031-05-02',
  };
  expect(zoneDoubts({ ...profile, ...other })).toEqual([
    { field: 'name', read: 'ASHA NAIR', entered: 'Ravi Kumar' },
    { field: 'passportNumber', read: 'Z1234567', entered: 'Z1234568' },
    { field: 'birthDate', read: '1992-03-10', entered: '1992-10-03' },
    { field: 'passportExpiresOn', read: '2031-05-01', entered: '2031-05-02' },
  ]);
});

test.each([
  ['another order', 'Nair Asha', 'NAIR', 'ASHA'],
  ['a given name that is left out', 'Asha Nair', 'NAIR', 'ASHA LAKSHMI'],
  ['one that only the profile has', 'Asha Lakshmi Nair', 'NAIR', 'ASHA'],
  ['a single name', 'Asha', 'ASHA', ''],
  ['a single name on the other side', 'Asha', '', 'ASHA'],
  ['an initial', 'A. Nair', 'NAIR', 'ASHA'],
  ['an initial in the passport', 'Ravi Kumar Sharma', 'SHARMA', 'RAVI K'],
  ['initials that are written together', 'RK Sharma', 'SHARMA', 'RAVI KUMAR'],
  ['the same in the passport', 'Ravi Kumar Sharma', 'SHARMA', 'RK'],
  ['an abbreviation', 'Md. Rahman', 'RAHMAN', 'MOHAMMED'],
  ['an abbreviation that the passport has, too', 'Ma. Theresa Cruz', 'CRUZ', 'MA THERESA'],
  ['one that the passport joins', 'Ann St. John', 'STJOHN', 'ANN'],
  ['accents', 'José Núñez', 'NUNEZ', 'JOSE'],
  ['letters that are written as two', 'Jürgen Müller', 'MUELLER', 'JUERGEN'],
  ['the same, one of them misread', 'Jürgen Müller', 'MHELLER', 'JHERGEN'],
  ['the letters of ICAO for them', 'Íñigo Güiraldes Åberg', 'GUXXIRALDES AABERG', 'INXXIGO'],
  ['a sharp S', 'Jörg Weiß', 'WEISS', 'JOERG'],
  ['a capital sharp S', 'JÖRG WEIẞ', 'WEISS', 'JOERG'],
  ['an Azerbaijani letter', 'Əli Əliyev', 'ELIYEV', 'ELI'],
  ['letters of the north', 'Øyvind Æsløv', 'AESLOEV', 'OEYVIND'],
  ['an apostrophe', "Maria D'Souza", 'DSOUZA', 'MARIA'],
  ['a hyphen', 'Anne-Marie Lee', 'LEE', 'ANNE MARIE'],
  ['parts that are joined', 'Juan Dela Cruz', 'DE LA CRUZ', 'JUAN'],
  ['and divided', 'Abdul Rahman Khan', 'KHAN', 'ABDULRAHMAN'],
  ['and joined where two letters may be one', 'Xiao En Li', 'LI', 'XIAOEN'],
  ['and joined in the middle of a vowel', 'Maya Anand', 'MAYAANAND', ''],
  ['a given name that nobody knows', 'Asha', 'ASHA', 'FNU'],
  ['letters that are misread', 'Mohammed Wang', 'NANG', 'HOHAHHED'],
  ['a name in another script', '王伟', 'WANG', 'WEI'],
])('%s is no other name: %s, %s %s', (_, name, surname, givenNames) => {
  expect(named(name, surname, givenNames)).toEqual([]);
});

test('a name that is cut off at the end of its line is no other name', () => {
  expect(named('Venkata Satyanarayana Rao', 'RAO', 'VENKATA SATYANAR', true)).toEqual([]);
  expect(named('Venkata Satyanarayana Rao', 'RAO', 'VENKATA SATYANAR')).toHaveLength(1);
  // surnames are cut, too, to leave place for given names
  expect(named('Anna Maria Wolfeschlegelsteinhausen', 'WOLFESCHLEGELSTEIN', 'ANNA MAR', true)).toEqual([]);
  expect(named('Anna Maria Nair', 'WOLFESCHLEGELSTEIN', 'ANNA MAR', true)).toHaveLength(1);
});

test.each([
  ['another surname', 'Asha Nair', 'MENON', 'ASHA'],
  ['another given name', 'Asha Nair', 'NAIR', 'ANITA'],
  ['somebody else', 'Asha Nair', 'KUMAR', 'RAVI'],
  ['a letter too many', 'Asha Nairr', 'NAIR', 'ASHA'],
  ['an abbreviation of another name', 'Md. Rahman', 'RAHMAN', 'ABDUL'],
  ['initials of another name', 'RK Sharma', 'SHARMA', 'ANIL KUMAR'],
  ['another single name', 'Asha Nair', '', 'AHMADI'],
  ['one part that is the same', 'Ravi Kumar Singh', 'SHARMA', 'RAVI PRASAD'],
])('%s is another name: %s, %s %s', (_, name, surname, givenNames) => {
  expect(named(name, surname, givenNames)).toMatchObject([{ field: 'name', read: `${givenNames} ${surname}`.trim() }]);
});

test('a number is the same however it was written, and with letters for digits that look like them', () => {
  const number = (read: string, entered: string) =>
    zoneDoubts({ ...profile, passportNumber: entered, readableZone: { ...zone, number: read } });
  expect(number('Z1234567', 'z 123-4567')).toEqual([]);
  expect(number('6L234567', 'G1234567')).toEqual([]);
  expect(number('82204452', 'S2204452')).toEqual([]);
  expect(number('Z1234568', 'Z1234565')).toHaveLength(1);
  expect(number('AB0123456', 'AB0123456789')).toEqual([]);
  expect(number('Z1234567', 'Z12345678')).toHaveLength(1);
  expect(number('A8123456', 'AC123456')).toHaveLength(1);
});
