/** What an academy states about itself, as settings of its environment: without it, its certificates are held. */
export const statedAcademy = {
  BRAND_NAME: 'Fairlead Maritime Academy',
  BRAND_EMAIL: 'office@fairlead.example',
  BRAND_PHONE: '+91 22 5550 0142',
  BRAND_CITY: 'Mumbai, India',
  BRAND_RECOGNITION: 'national shipping directorate',
  CERTIFICATE_PREFIX: 'FMA',
  SIGNATORY_NAME: 'Capt. R. Menon',
  SIGNATORY_TITLE: 'Principal',
};

/** The same variables, of an academy that has stated nothing yet. */
export const nothingStated = Object.fromEntries(Object.keys(statedAcademy).map((name) => [name, '']));
