/** The names of a certificate on the wire, with ours. */
export const certificateNames = {
  _id: 'id',
  userId: 'accountId',
  certNo: 'number',
  dateOfBirth: 'birthDate',
  passportNo: 'passportNumber',
  cdcNo: 'cdcNumber',
  indosNo: 'indosNumber',
  gradeNo: 'gradeNumber',
  dateOfIssue: 'issuedOn',
  dateOfExpiry: 'expiresOn',
  pdfPath: 'pdf',
} as const;
