import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { wordsOf } from '../../../platform/typesetting/testing/pdf-text.ts';
import { longTest, someOf } from '../../../testing/cases.ts';
import { certificateFacts } from '../testing/certificate-facts.ts';
import { type CertificatePress, createCertificatePress } from './draw-certificate.ts';

const press = createCertificatePress();
afterAll(() => press.close());

describe('the renderer', () => {
  const real = new URL('./draw-certificate.worker.ts', import.meta.url);
  /** The real worker, which fails on certain names. */
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-press-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const frail = pathToFileURL(join(folder, 'frail.mjs'));
  writeFileSync(
    frail,
    `await import(${JSON.stringify(real.href)});
    process.on('message', ({ facts: { name } }) => {
      if (name === 'exit') process.exit(3);
      if (name === 'throw') throw new Error('struck');
      if (name === 'hang') for (;;);
    });`,
  );

  it('renders many parallel requests, each with its own facts', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `Seafarer Number ${index}`);
    const drawn = await Promise.all(names.map((name) => press.draw(certificateFacts({ name }))));
    for (const [index, { pdf }] of drawn.entries()) expect((await wordsOf(pdf)).split('\n')).toContain(names[index]);
  });

  it('draws the signature and the logo of each request, and none of the sheet before', async () => {
    const bars = (...heights: number[]) =>
      sharp(
        Buffer.from(
          `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="#fff"/>${heights.map((height, index) => `<rect x="${40 + 90 * index}" y="10" width="40" height="${height}" fill="#000"/>`).join('')}</svg>`,
        ),
      )
        .png()
        .toBuffer();
    const [first, second] = [await bars(80, 20, 60), await bars(20, 80, 30)];
    const drawn = async (pictures: { signature?: Buffer; logo?: Buffer }) => {
      const { pdf } = await press.draw(certificateFacts(pictures));
      return pdf.toString('latin1');
    };
    const sheets = [
      await drawn({ signature: first, logo: second }),
      await drawn({ signature: second, logo: second }),
      await drawn({ signature: second, logo: first }),
      await drawn({}),
      await drawn({ signature: first, logo: second }),
    ];
    expect(sheets[4]).toBe(sheets[0]);
    expect(new Set(sheets).size).toBe(4);
  });

  /** The renderer of a test, which is closed after it. */
  async function withFrailPress<T>(timeLimitMs: number, work: (press: CertificatePress) => Promise<T>): Promise<T> {
    const frailPress = createCertificatePress({ workerFile: frail, timeLimitMs });
    try {
      return await work(frailPress);
    } finally {
      await frailPress.close();
    }
  }

  it.each(someOf(['exit', 'throw', 'hang'], 3))(
    'loses one certificate when its worker meets "%s", and renders the others',
    async (name) => {
      const minute = 60_000;
      // a hanging worker is ended after several times what a certificate takes here: the machine may be busy
      const begun = performance.now();
      if (name === 'hang') await withFrailPress(minute, (frailPress) => frailPress.draw(certificateFacts()));
      const limit = name === 'hang' ? 2_000 + 3 * (performance.now() - begun) : minute;
      await withFrailPress(limit, async (frailPress) => {
        const drawn = await Promise.allSettled(
          ['Before', name, 'After'].map((each) => frailPress.draw(certificateFacts({ name: each }))),
        );
        expect(drawn.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
        expect(drawn[1]).toMatchObject({ reason: expect.any(Error) });
        expect((await frailPress.draw(certificateFacts())).pdf.length).toBeGreaterThan(10_000);
      });
    },
  );

  it('rejects if its worker cannot start', async () => {
    const brokenPress = createCertificatePress({ workerFile: new URL('./no-such-worker.ts', import.meta.url) });
    await expect(brokenPress.draw(certificateFacts())).rejects.toThrow('The certificate worker ended with code 1');
    await expect(brokenPress.draw(certificateFacts())).rejects.toThrow('The certificate worker ended with code 1');
    await brokenPress.close();
  });

  it('leaves out a photograph that cannot be read, and reports it', async () => {
    const bare = await press.draw(certificateFacts());
    const without = await press.draw(certificateFacts({ photo: Buffer.from('no picture') }));
    expect([bare.photoUnreadable, without.photoUnreadable]).toEqual([false, true]);
    expect(without.pdf.equals(bare.pdf)).toBe(true);
  });

  it('reports what is wrong with the facts, and continues', async () => {
    await expect(press.draw(certificateFacts({ signature: Buffer.from('<svg xmlns="x"/>') }))).rejects.toThrow(
      'The signature cannot be read',
    );
    await expect(press.draw(certificateFacts({ issuedOn: '20 Nov 2026' }))).rejects.toThrow(
      'Not a calendar date: "20 Nov 2026"',
    );
    await expect(press.draw(certificateFacts({ issuedOn: '2026-02-30' }))).rejects.toThrow();
    await expect(press.draw(certificateFacts({ verifyUrl: 'verify/1' }))).rejects.toThrow('Invalid URL');
    expect(await wordsOf((await press.draw(certificateFacts())).pdf)).toContain('Rajesh Kumar D’Souza');
  });

  it('rejects pending and later requests when it is closed', async () => {
    const closing = createCertificatePress();
    const pending = [closing.draw(certificateFacts()), closing.draw(certificateFacts())].map((draw) =>
      expect(draw).rejects.toThrow('is closed'),
    );
    await closing.close();
    await Promise.all(pending);
    await expect(closing.draw(certificateFacts())).rejects.toThrow('is closed');
    await closing.close();
  });

  longTest('keeps the process alive while it renders, and not afterwards', async () => {
    const program = `
      const { createCertificatePress } = await import(${JSON.stringify(new URL('./draw-certificate.ts', import.meta.url).href)});
      const facts = ${JSON.stringify(certificateFacts())};
      const { pdf } = await createCertificatePress().draw({ ...facts, createdAt: new Date(facts.createdAt) });
      console.log(pdf.subarray(0, 5).toString());`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 25_000,
    });
    expect(stdout).toBe('%PDF-\n');
  });
});
