import { defineLetter } from '../../platform/mail/letter.ts';

/** Whoever bears the name sees at once when the correction is the mistake. */
export const nameCorrectedLetter = defineLetter({
  key: 'name-corrected',
  when: 'Staff correct the name of a person.',
  subject: 'Your name at {academy} has been corrected',
  text: `Dear {name},

The academy has corrected your name from “{formerName}” to “{name}”. Your next certificate will show it.

If this is wrong, please write to {academyEmail} or call {academyPhone}.`,
  samples: { name: 'Asha Nair', formerName: 'Asha Nayar' },
});
