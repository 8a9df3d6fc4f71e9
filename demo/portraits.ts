import sharp from 'sharp';
import { loadFonts } from './drawing/fonts.ts';
import { type IdentityFacts, identityCardContent, identityCardSize } from './drawing/identity-card.ts';
import { type PassportFacts, passportPageContent, passportPageSize } from './drawing/passport-page.ts';
import { type PaymentSlip, paymentSlipContent, paymentSlipSize } from './drawing/payment-slip.ts';
import { type Look, portraitContent, portraitSize } from './drawing/portrait.ts';
import { signatureContent, signatureSize } from './drawing/signature.ts';
import { svgDocument } from './drawing/svg.ts';

function toPng(size: { width: number; height: number }, content: string): Promise<Buffer> {
  return sharp(Buffer.from(svgDocument(size.width, size.height, content)))
    .png({ palette: true })
    .toBuffer();
}

/** A drawn portrait as PNG, 480×600; the same seed and look give the same person. */
export function drawPortrait(seed: string, look: Look): Promise<Buffer> {
  return toPng(portraitSize, portraitContent(seed, look));
}

/** An identity document as PNG, 1000×630, marked SPECIMEN; out of focus if it is `blurred`. */
export async function drawIdDocument(facts: IdentityFacts, { blurred = false } = {}): Promise<Buffer> {
  await loadFonts();
  const drawn = await toPng(identityCardSize, identityCardContent(facts));
  return blurred ? sharp(drawn).blur(6).png().toBuffer() : drawn;
}

/** The page of a passport with its readable zone as PNG, 1250×880, marked SPECIMEN. */
export async function drawPassportPage(facts: PassportFacts): Promise<Buffer> {
  await loadFonts();
  return toPng(passportPageSize, passportPageContent(facts));
}

/** The screenshot of a payment as PNG, 540×900, marked SPECIMEN. */
export async function drawPaymentSlip(slip: PaymentSlip): Promise<Buffer> {
  await loadFonts();
  return toPng(paymentSlipSize, paymentSlipContent(slip));
}

/** A signature as PNG, 600×220: dark ink on white. */
export function drawSignature(seed: string): Promise<Buffer> {
  return toPng(signatureSize, signatureContent(seed));
}
