/** What the demo's academy states about itself; it exists as little as its people. */
export const demoBrand = {
  name: 'Fairlead Maritime Academy',
  email: 'office@fairlead.example',
  phone: '+91 22 5550 0142',
  city: 'Mumbai, India',
  facebook: 'https://www.facebook.com/',
  instagram: 'https://www.instagram.com/',
  linkedin: 'https://www.linkedin.com/',
  recognition: 'national shipping directorate',
};

export const demoCertificateTexts = {
  certificatePrefix: 'FMA',
  signatoryName: 'Capt. R. Menon',
  signatoryTitle: 'Principal',
};
