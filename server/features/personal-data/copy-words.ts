/** The README in a person's copy. */
export const aboutTheCopy = ({
  academy,
  takenAt,
  unreadable,
}: Record<'academy' | 'takenAt', string> & {
  unreadable: readonly string[];
}): string =>
  `The data that ${academy} stores about you, as of ${takenAt}.

data/   one file for each kind of record (JSON, times in UTC). A file with [] means that there is no such record.
files/  the documents and pictures that you sent, and your certificates. data/files.json explains each file.

Not in it: what would open your account (your password is known to nobody, and is kept as a hash that does not lead
back to it), who of the staff decided what, and the right answers of tests.
${unreadable.length === 0 ? '' : `\nThese files could not be read, please ask the academy for them:\n${unreadable.join('\n')}\n`}`;
