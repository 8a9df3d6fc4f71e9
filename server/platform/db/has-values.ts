/**
 * Whether a row has all the values that are stated, such as those of a call whose id has made it: the same call is
 * answered again, another one with its id is refused.
 */
export const hasValues = <Row extends object>(row: Row, stated: Partial<Row>): boolean =>
  Object.entries(stated).every(([name, value]) => row[name as keyof Row] === value);
