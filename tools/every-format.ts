// What server and browser both write, for tools/every-format.soak.test.ts.
import { countryCodes, countryName } from '@fairlead/contract/values/countries';
import { dayInWords, formatDate, monthInWords, shortDay } from '@fairlead/contract/values/dates';
import { inRupees } from '@fairlead/contract/values/money';
import { groupDigits, listInWords } from '@fairlead/contract/values/numbers';
import { addMonths, hourAt, startOfDay } from '../server/platform/calendar.ts';
import { momentText } from '../server/platform/tables/cell.ts';
import { languages, nameOfLanguage } from '../web/app/features/training/languages.ts';
import { countText } from '../web/app/lib/format/counts.ts';
import { dayOf, formatDays, formatInstant, formatTime, restDaysSentence } from '../web/app/lib/format/dates.ts';
import { formatSize } from '../web/app/lib/format/file-size.ts';
import { formatRupees } from '../web/app/lib/format/money.ts';
import { formatRunningTime, formatSpan } from '../web/app/lib/format/running-time.ts';

const zones = ['Asia/Kolkata', 'UTC', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati'];
const numbers = [0, 7, 999, 1000, 1001, 12345, 125000, 12345678, 4500.5, -12345];

const days = Array.from({ length: 400 }, (_, n) =>
  addMonths(`2026-01-${String((n % 28) + 1).padStart(2, '0')}`, n - 200),
);

const ofDays = days.flatMap((day, n) => [
  ...[formatDate(day), shortDay(day), dayInWords(day), monthInWords(day.slice(0, 7))],
  ...[formatDays(day, days[n + 1] ?? day), restDaysSentence(days.slice(n, n + 3))],
]);

/** Across the hours of a day and the changes of clocks; rules of time zones after 2023 differ by the version too. */
const moments = Array.from({ length: 500 }, (_, n) => new Date(Date.UTC(2015, 0, 1, n * 97, n)));
const ofMoments = moments.flatMap((at) =>
  zones.flatMap((zone) => [
    ...[formatInstant(at.toISOString(), zone), formatTime(at.toISOString(), zone), dayOf(at, zone)],
    ...[momentText(at, zone), String(hourAt(at, zone)), startOfDay(dayOf(at, zone), zone).toISOString()],
  ]),
);

const ofNumbers = numbers.flatMap((n) => [
  ...[groupDigits(n), countText(n), formatRupees(n), inRupees(Math.round(n * 100))],
  ...[formatSize(n), formatRunningTime(n), formatSpan(n)],
]);

const ofNames = [...countryCodes.map(countryName), ...languages.map(nameOfLanguage)];

const items = ['name', 'passport', 'CDC', 'INDoS'];
const ofLists = items.flatMap((_, n) => [listInWords(items.slice(n)), listInWords(items.slice(n), ',')]);

process.stdout.write([...ofDays, ...ofMoments, ...ofNumbers, ...ofNames, ...ofLists].join('\n'));
