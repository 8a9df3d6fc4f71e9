const small = [
  ...['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve'],
  ...['Thirteen', 'Fourteen', 'Fifteen', 'Sixteen', 'Seventeen', 'Eighteen', 'Nineteen'],
];
const tens = ['', '', 'Twenty', 'Thirty', 'Forty', 'Fifty', 'Sixty', 'Seventy', 'Eighty', 'Ninety'];

/** The parts of a number in Indian English, the largest first. */
const units = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const;

/** A whole number below 10^14 in Indian English; empty for 0. */
function inWords(number: number): string {
  for (const [size, name] of units) {
    if (number < size) continue;
    return [inWords(Math.floor(number / size)), name, inWords(number % size)].filter(Boolean).join(' ');
  }
  return number < 20
    ? (small[number] ?? '')
    : [tens[Math.floor(number / 10)], small[number % 10]].filter(Boolean).join(' ');
}

/**
 * An amount in paise in words, as invoices in India state it: 'Rupees Four Thousand Five Hundred and Fifty Paise Only'.
 */
export function amountInWords(paise: number): string {
  const rupees = inWords(Math.floor(paise / 100));
  const rest = inWords(paise % 100);
  if (rupees === '') return `${rest || 'Zero'} Paise Only`;
  return `Rupees ${rupees}${rest && ` and ${rest} Paise`} Only`;
}
