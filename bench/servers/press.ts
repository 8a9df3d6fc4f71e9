// Renders certificates: with the program's own renderer, which signs them, or with `--bare` only the compiler on the
// same sheet. Sends a URL at which nobody listens, and renders as many as a message says.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import {
  academyMark,
  certificateGround,
  certificateSeal,
} from '../../server/features/certificates/drawing/certificate-artwork.ts';
import { certificateText } from '../../server/features/certificates/drawing/certificate-text.ts';
import { createCertificatePress } from '../../server/features/certificates/drawing/draw-certificate.ts';
import { certificateFacts } from '../../server/features/certificates/testing/certificate-facts.ts';
import { pdfSigning } from '../../server/features/certificates/testing/pdf-signing.ts';
import { qrSvg } from '../../server/platform/qr-code.ts';
import { nothingCopied } from '../../server/platform/typesetting/copied-text.ts';
import { loadFonts } from '../../server/platform/typesetting/fonts.ts';

let drawn = 0;
/** Different data for each sheet: another name, another code. */
function nextFacts() {
  drawn += 1;
  const code = `${drawn}`.padStart(8, '0').repeat(40).slice(0, 320);
  return certificateFacts({ name: `Rajesh Kumar ${drawn}`, verifyUrl: `https://fairlead.example/C#${code}` });
}

async function signed(): Promise<(times: number) => Promise<void>> {
  const press = createCertificatePress();
  // about as long as the proof of a log of a million entries with a witness
  const proof = 'a line of a proof of the public log\n'.repeat(70);
  const attachments = [{ name: 'proof', type: 'text/plain', description: 'Proof', content: proof }];
  const signing = { ...(await pdfSigning()), attachments };
  return async (times) => {
    for (let left = times; left > 0; left -= 1) await press.draw(nextFacts(), signing);
  };
}

function bare(): (times: number) => Promise<void> {
  const folder = fileURLToPath(new URL('../../server/features/certificates/drawing/', import.meta.url));
  const fonts = loadFonts();
  const compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs: fonts.files }] });
  for (const [name, picture] of Object.entries({
    'ground.svg': certificateGround(),
    'mark.svg': academyMark(),
    'seal.svg': certificateSeal(),
  }))
    compiler.mapShadow(join(folder, name), Buffer.from(picture));
  return async (times) => {
    for (let left = times; left > 0; left -= 1) {
      const facts = nextFacts();
      const text = JSON.stringify(certificateText(facts, fonts.canDraw).text);
      const families = JSON.stringify(fonts.familiesFor(text));
      const inputs = { text, families, copied: JSON.stringify(nothingCopied), qr: qrSvg(facts.verifyUrl) };
      const { result } = compiler.compile({ mainFilePath: join(folder, 'certificate.typ'), inputs });
      if (!result) throw new Error('The sheet does not compile');
      compiler.pdf(result, { pdfStandard: 'a-3a', pdfTags: true });
      compiler.evictCache(10);
      // one turn of the event loop, in which Node frees the compiler's buffers
      await new Promise(setImmediate);
    }
  };
}

const draw = process.argv[2] === '--bare' ? bare() : await signed();
process.on('message', async (times: number) => {
  await draw(times);
  process.send?.('done');
});
process.once('SIGTERM', () => process.exit(0));
process.send?.('');
