/**
 * The states of which India Post's PIN codes are, by their first digits and the codes of contract/academy/gst.ts. Two
 * digits say in which states a code can be; the first of them is proposed. More digits say which one it is of; none,
 * where two states share them.
 */
const areas: Readonly<Record<string, string>> = {
  ...{ 11: '07', 12: '06', 13: '06 04', 14: '03 04', 15: '03', 16: '04 03 06', 17: '02', 18: '01', 19: '01 38' },
  ...{ 20: '09', 21: '09', 22: '09', 23: '09', 24: '09 05', 25: '09', 26: '09 05', 27: '09', 28: '09' },
  ...{ 30: '08', 31: '08', 32: '08', 33: '08', 34: '08', 36: '24 26', 37: '24', 38: '24', 39: '24 26' },
  ...{ 40: '27 30', 41: '27', 42: '27', 43: '27', 44: '27', 45: '23', 46: '23', 47: '23', 48: '23', 49: '22' },
  ...{ 50: '36 37', 51: '37', 52: '37', 53: '37 34', 56: '29', 57: '29', 58: '29', 59: '29' },
  ...{ 60: '33 34', 61: '33', 62: '33', 63: '33', 64: '33', 67: '32 34', 68: '32 31', 69: '32' },
  ...{ 70: '19', 71: '19', 72: '19', 73: '19 11', 74: '19 35', 75: '21', 76: '21', 77: '21', 78: '18' },
  ...{ 79: '17 12 13 14 15 16', 80: '10', 81: '10 20', 82: '20 10', 83: '20', 84: '10', 85: '10' },
};
const parts: Readonly<Record<string, string>> = {
  ...{ 160: '', 1600: '04', 16005: '', 16006: '03', 16007: '03', 1601: '04', 194: '38' },
  ...{ 246: '', 247: '', 248: '05', 249: '05', 262: '', 263: '05', 36252: '26' },
  ...{ 39621: '26', 39622: '26', 39623: '26', 39624: '26', 403: '30', 507: '', 533464: '34' },
  ...{ 605: '', 6050: '34', 607: '', 6096: '34', 673310: '34', 68255: '31', 737: '11', 744: '35' },
  ...{ 790: '12', 791: '12', 792: '12', 793: '17', 794: '17', 795: '14', 796: '15', 797: '13', 798: '13', 799: '16' },
  ...{ 813: '', 814: '20', 815: '20', 816: '20', 821: '10', 823: '10', 824: '10' },
};

/**
 * What a PIN code says of its state.
 *
 * @param pin six digits.
 * @returns the codes of the states in which it can be, the one that it proposes (undefined where it could be one of
 *   several), or 'army' for the Army Postal Service, whose codes say nothing of a state; undefined for a code that
 *   India Post does not have.
 */
export function pinArea(pin: string): { states: readonly string[]; proposed: string | undefined } | 'army' | undefined {
  if (!/^[1-9]\d{5}$/.test(pin)) return undefined;
  if (pin.startsWith('9')) return 'army';
  const states = areas[pin.slice(0, 2)]?.split(' ');
  if (!states) return undefined;
  const part = [6, 5, 4, 3].map((digits) => parts[pin.slice(0, digits)]).find((found) => found !== undefined);
  if (part) return { states: [part], proposed: part };
  return { states, proposed: part === undefined ? states[0] : undefined };
}
