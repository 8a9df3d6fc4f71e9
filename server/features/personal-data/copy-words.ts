/** The README in a person's copy. */
export const aboutTheCopy = ({
  academy,
  takenAt,
  unreadable,
}: Record<'academy' | 'takenAt', string> & {
  unreadable: readonly string[];
}): string =>
  `What ${academy} holds about you, as it was at ${takenAt}.

data/   one file for each kind of record (JSON, times in UTC). A kind of which there is nothing says [].
files/  the papers and pictures that you sent, and your certificates. data/files.json says what each is.

Not in it: what would open your account (your password is known to nobody, and is kept as a hash that does not lead
back to it), who of the staff decided what, and the right answers of tests.
${unreadable.length === 0 ? '' : `\nThese files could not be read, please ask the academy for them:\n${unreadable.join('\n')}\n`}`;
