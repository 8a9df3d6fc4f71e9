import { expect, test } from 'vitest';
import { keyFor, openText, sealText } from './sealed-text.ts';

const key = keyFor('a secret of at least thirty-two characters', 'tests');

test('an encrypted text is decrypted with its encryption key and context, and differs each time', () => {
  const sealed = sealText(key, 'JBSWY3DPEHPK3PXP', 'mate');
  expect(openText(key, sealed, 'mate')).toBe('JBSWY3DPEHPK3PXP');
  expect(sealText(key, 'JBSWY3DPEHPK3PXP', 'mate')).not.toBe(sealed);
});

// shows: asvs/11.3.1
test('it is not decrypted for another context, with another key, or after a bit was changed', () => {
  const sealed = sealText(key, 'JBSWY3DPEHPK3PXP', 'mate');
  expect(() => openText(key, sealed, 'master')).toThrow();
  expect(() => openText(keyFor('a secret of at least thirty-two characters', 'other'), sealed, 'mate')).toThrow();
  const bytes = Buffer.from(sealed, 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => openText(key, changed.toString('base64url'), 'mate'), `byte ${i}`).toThrow();
  }
});
