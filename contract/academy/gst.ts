/** The numbers and states of the Indian goods and services tax (GST). */

/** The states and union territories by the code that begins their GSTINs. */
export const gstStates: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
};

/** The union territories without a legislature of their own, whose half of the tax is UTGST (UTGST Act, section 1). */
const territories: readonly string[] = ['04', '26', '31', '35', '38', '97'];

/** The name of the state's half of the tax. */
export const stateTaxName = (code: string): 'SGST' | 'UTGST' => (territories.includes(code) ? 'UTGST' : 'SGST');

/** The code of a place of supply outside India. */
export const outsideIndia = '96';

/** The name of a place of supply. */
export const placeName = (code: string): string =>
  code === outsideIndia ? 'Outside India' : (gstStates[code] ?? code);

/**
 * Whether a company is served in a special economic zone (SEZ), and how: with IGST, which it gets back, or without tax
 * under the academy's letter of undertaking (LUT); empty outside of a zone.
 */
export const sezSupplies = ['', 'with-tax', 'without-tax'] as const;
export type SezSupply = (typeof sezSupplies)[number];

/** What an invoice to a special economic zone has to say (rule 46 of the CGST Rules); empty for others. */
export const sezWords: Record<SezSupply, string> = {
  '': '',
  'with-tax': 'Supply to SEZ unit or SEZ developer for authorised operations on payment of integrated tax',
  'without-tax':
    'Supply to SEZ unit or SEZ developer for authorised operations under bond or letter of undertaking without payment of integrated tax',
};

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * Whether a text is a GSTIN: the code of a state, a PAN, the number of the registration, Z, and a check character by
 * which a mistyped number is found. The pattern admits neither small letters nor separators.
 */
export function isGstin(text: string): boolean {
  if (!/^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/.test(text) || !(text.slice(0, 2) in gstStates)) return false;
  const sum = [...text.slice(0, 14)].reduce((total, character, index) => {
    const product = digits.indexOf(character) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return text[14] === digits[(36 - (sum % 36)) % 36];
}

/** The code of the state in which a GSTIN is registered. */
export const stateOfGstin = (gstin: string): string => gstin.slice(0, 2);
