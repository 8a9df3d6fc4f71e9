/**
 * The names of the trainings of the starting sets, by their codes. People read names; codes are for those who write
 * rules.
 */
const qualificationNames: Readonly<Record<string, string>> = {
  PST: 'Personal Survival Techniques',
  FPFF: 'Fire Prevention and Fire Fighting',
  EFA: 'Elementary First Aid',
  PSSR: 'Personal Safety and Social Responsibilities',
  PSCRB: 'Survival Craft and Rescue Boats other than Fast Rescue Boats',
  FRB: 'Fast Rescue Boats',
  AFF: 'Advanced Fire Fighting',
  MFA: 'Medical First Aid',
  MCARE: 'Medical Care',
  SSO: 'Ship Security Officer',
  SAT: 'Security Awareness',
  SDSD: 'Seafarers with Designated Security Duties',
  BOCT: 'Basic Training for Oil and Chemical Tankers',
  AOT: 'Advanced Training for Oil Tankers',
  ACT: 'Advanced Training for Chemical Tankers',
  BLGT: 'Basic Training for Liquefied Gas Tankers',
  ALGT: 'Advanced Training for Liquefied Gas Tankers',
  'PST-R': 'Personal Survival Techniques: refresher',
  'FPFF-R': 'Fire Prevention and Fire Fighting: refresher',
  'PSCRB-R': 'Survival Craft and Rescue Boats other than Fast Rescue Boats: refresher',
  'FRB-R': 'Fast Rescue Boats: refresher',
  'AFF-R': 'Advanced Fire Fighting: refresher',
};

/** What a qualification is called; one of the academy's own has no name but its code. */
export const qualificationName = (code: string): string =>
  Object.hasOwn(qualificationNames, code) ? (qualificationNames[code] ?? code) : code;
