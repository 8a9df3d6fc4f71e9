import { letter } from './lettering.ts';
import { palette as p } from './palette.ts';
import { circle, curve, rect } from './svg.ts';

/** What a payment slip says; the amount is in rupees. */
export type PaymentSlip = { amount: string; payee: string; reference: string; day: string };

export const paymentSlipSize = { width: 540, height: 900 } as const;

/** The screen of an invented app after a payment. It says SPECIMEN across its whole face. */
export function paymentSlipContent({ amount, payee, reference, day }: PaymentSlip): string {
  const line = (text: string, y: number, size: number, weight: 400 | 600 | 700 = 400) =>
    letter(text, { x: 270, y, size, weight, fill: p.ink, anchor: 'middle' });
  const fact = (label: string, value: string, y: number) =>
    `${letter(label, { x: 48, y, size: 20, fill: p.steel })}${letter(value, { x: 492, y, size: 22, weight: 600, fill: p.ink, anchor: 'end' })}${rect(48, y + 22, 444, 1.5, p.mist)}`;
  return `${rect(0, 0, 540, 900, p.chalk)}${rect(0, 0, 540, 90, p.navy)}${letter('Demo Pay (invented)', { x: 48, y: 56, size: 26, weight: 600, fill: p.chalk })}
    ${circle(270, 210, 62, p.blue)}${curve('M240 212 L262 234 L302 188', 11, p.chalk)}
    ${line('Payment sent', 330, 28, 600)}${line(`₹${amount}`, 410, 62, 700)}
    ${fact('To', payee, 510)}${fact('Transaction no.', reference, 576)}${fact('Day', day, 642)}
    <g transform="translate(270 470) rotate(-38)">${letter('SPECIMEN', { x: 0, y: 40, size: 116, weight: 700, fill: p.orange, anchor: 'middle', opacity: 0.22, spacing: 6 })}</g>
    ${letter('Drawn for a demonstration. No money was moved.', { x: 270, y: 850, size: 18, fill: p.ocean, anchor: 'middle' })}`;
}
