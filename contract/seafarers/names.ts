/** The names of a profile on the wire, with ours. */
export const profileNames = {
  _id: 'id',
  DateofBirth: 'birthDate',
  zipCode: 'postalCode',
  passportExpiryDate: 'passportExpiresOn',
  CDCnumber: 'cdcNumber',
  CDCexpiryDate: 'cdcExpiresOn',
  gradenumber: 'gradeNumber',
  indosNo: 'indosNumber',
  IDType: 'idType',
  IdDocument: 'idDocument',
} as const;
