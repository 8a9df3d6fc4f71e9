import { createServer } from 'node:net';
import { freePort } from '../../../testing/free-port.ts';
import { listen } from '../../../testing/listen.ts';
import type { Fault } from './faults-of-database.ts';
import type { HealthyAcademy, Planted } from './healthy-academy.ts';
import { mailServerStandIn } from './mail-server.ts';

const mailAt = ({ config }: HealthyAcademy, host: string): Planted => ({
  settings: { mail: { ...config.mail, smtpUrl: `smtp://academy:right@${host}` } },
});

export const faultsOfServices: Fault[] = [
  {
    fault: 'a sender that the mail server refuses',
    plant: async (academy, undo) => {
      const mail = await mailServerStandIn({
        onMailFrom: ({ address }, _session, done) =>
          done(Object.assign(new Error(`${address} is not yours`), { responseCode: 553 })),
      });
      undo(mail.close);
      return mailAt(academy, mail.host);
    },
    finds: {
      email:
        /^wrong: The mail server refuses emails from office@academy\.internal to office@academy\.internal: .*is not yours/,
    },
  },
  {
    fault: 'a mail port that is blocked',
    plant: async (academy, undo) => {
      // what is sent there is lost
      const silent = await listen(createServer());
      undo(silent.close);
      return mailAt(academy, `127.0.0.1:${silent.port}`);
    },
    finds: { email: /^wrong: The mail server cannot be used: Greeting never received\.$/ },
  },
  {
    fault: 'a machine without ffmpeg',
    plant: async () => ({ settings: { ffmpeg: undefined } }),
    finds: { services: /^look: Without ffmpeg, films have no smaller versions/ },
  },
  {
    fault: 'clamd that is away',
    plant: async () => ({ settings: { clamd: { host: '127.0.0.1', port: await freePort() } } }),
    finds: { services: /^wrong: Nothing is scanned: .*ECONNREFUSED/ },
  },
  {
    fault: 'clamd with old signatures',
    plant: async ({ clamd }, undo) => {
      const { signaturesAt } = clamd;
      undo(async () => Object.assign(clamd, { signaturesAt }));
      clamd.signaturesAt = 'Mon Jun  1 07:12:34 2026';
    },
    finds: { services: /^wrong: The signatures of clamd are \d+ days old/ },
  },
  {
    fault: 'a time-stamp authority that is away',
    plant: async ({ config }) => ({
      settings: {
        timeStamps: {
          authorization: undefined,
          trusted: config.timeStamps?.trusted,
          url: `http://127.0.0.1:${await freePort()}/`,
        },
      },
    }),
    finds: { services: /^wrong: The time-stamp authority gave no time stamp/ },
  },
];
