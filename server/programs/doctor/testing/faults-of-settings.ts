import { readConfig } from '../../../settings/config.ts';
import { freePort } from '../../../testing/free-port.ts';
import type { Fault } from './faults-of-database.ts';

/** Other settings than the academy's, as its environment would have them. */
const set =
  (change: Record<string, string>): Fault['plant'] =>
  async ({ settings }) => ({ settings: readConfig({ ...settings, ...change }) });

export const faultsOfSettings: Fault[] = [
  {
    fault: 'a misspelt setting',
    plant: set({ TRUST_PROXYS: 'true' }),
    finds: { settings: /^wrong: TRUST_PROXYS is no setting; TRUST_PROXY may be meant\.$/ },
  },
  {
    fault: 'CONTENT_URL that is unset',
    plant: async ({ config }) => ({ settings: { content: { ...config.content, url: undefined } } }),
    finds: { packages: /^look: SCORM packages cannot be played: CONTENT_URL is not set\.$/ },
  },
  {
    fault: 'CONTENT_URL that leads nowhere',
    plant: async ({ config }) => ({
      settings: { content: { ...config.content, url: `https://localhost:${await freePort()}` } },
    }),
    finds: {
      packages: /^wrong: SCORM packages cannot be played: nobody can reach CONTENT_URL \(\S+\): .*ECONNREFUSED/,
    },
  },
  {
    fault: 'CONTENT_URL that leads to the academy',
    plant: async ({ config }) => ({ settings: { content: { ...config.content, url: config.publicUrl } } }),
    finds: {
      packages: /^wrong: Something else than the player of packages answers at CONTENT_URL \(\S+\), with 404\.$/,
    },
  },
  {
    fault: 'a brand of an example',
    plant: set({ BRAND_NAME: 'Example Maritime Academy' }),
    finds: {
      academy: /^wrong: The name of the academy is an example, and stands on certificates: Example Maritime Academy\.$/,
    },
  },
  {
    fault: 'an email address of an example',
    plant: set({ BRAND_EMAIL: 'office@academy.example' }),
    finds: {
      academy: /^wrong: The academy’s email address is an example, which reaches nobody: office@academy\.example\.$/,
    },
  },
  {
    fault: 'a signatory of an example',
    plant: set({ SIGNATORY_NAME: 'Your Name' }),
    finds: { academy: /^wrong: The signatory is an example, and stands on certificates: Your Name\.$/ },
  },
  {
    fault: 'a signatory whom nobody has stated',
    plant: set({ SIGNATORY_NAME: '', SIGNATORY_TITLE: '' }),
    finds: {
      academy: /^look: Certificates are held until the academy has stated: signatory, title of the signatory\.$/,
    },
  },
];
