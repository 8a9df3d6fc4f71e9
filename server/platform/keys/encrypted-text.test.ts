import { expect, test } from 'vitest';
import { decryptText, encryptText, keyFor } from './encrypted-text.ts';

const key = keyFor('a secret of at least thirty-two characters', 'tests');

test('an encrypted text is decrypted with its encryption key and context, and differs each time', () => {
  const encrypted = encryptText(key, 'JBSWY3DPEHPK3PXP', 'mate');
  expect(decryptText(key, encrypted, 'mate')).toBe('JBSWY3DPEHPK3PXP');
  expect(encryptText(key, 'JBSWY3DPEHPK3PXP', 'mate')).not.toBe(encrypted);
});

// shows: asvs/11.3.1
test('it is not decrypted for another context, with another key, or after a bit was changed', () => {
  const encrypted = encryptText(key, 'JBSWY3DPEHPK3PXP', 'mate');
  expect(() => decryptText(key, encrypted, 'master')).toThrow();
  expect(() => decryptText(keyFor('a secret of at least thirty-two characters', 'other'), encrypted, 'mate')).toThrow();
  const bytes = Buffer.from(encrypted, 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => decryptText(key, changed.toString('base64url'), 'mate'), `byte ${i}`).toThrow();
  }
});
