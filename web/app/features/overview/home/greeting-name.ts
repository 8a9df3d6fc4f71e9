/** Whether a word is an initial, initials or an abbreviation: 'M', 'M.K.', 'Mohd.', 'Md'. */
const isShortened = (word: string) => word.length < 2 || word.includes('.') || /^[bcdfghjklmnpqrstvwxz]+$/i.test(word);

/**
 * How the page addresses a learner: by the first name, or by the full name where the first name begins with an initial
 * or an abbreviation, since 'Welcome, M.' addresses nobody.
 */
export function greetingName(firstName: string, fullName: string): string {
  const [word = ''] = firstName.trim().split(/\s+/);
  return isShortened(word) ? fullName : firstName.trim();
}
