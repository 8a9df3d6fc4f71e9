import { sql } from 'kysely';

/** A person's name as it is shown: first name, then last name, which is empty for somebody with one name. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** The same of somebody who may be nobody, as in a row that was joined from the left; null for nobody. */
export const fullNameOrNull = ({
  firstName,
  lastName,
}: {
  firstName: string | null;
  lastName: string | null;
}): string | null => (firstName === null || lastName === null ? null : fullName({ firstName, lastName }));

/** The same in SQL, of a table of accounts; null where it was joined from the left and there is nobody. */
export const fullNameIn = (account: string) =>
  sql<string | null>`trim(${sql.ref(`${account}.firstName`)} || ' ' || ${sql.ref(`${account}.lastName`)})`;
