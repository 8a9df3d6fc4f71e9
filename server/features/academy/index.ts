// What other features, and commands, may use of this one.

export {
  type Academy,
  academyName,
  findSecondFactorPutOff,
  getAcademy,
  getDigestHour,
  getFeeSettings,
  getFirstStepsSettings,
  getMostAbsentPercent,
  getRetention,
  hasFees,
} from './queries.ts';
export { leaveFirstStep, lockSettings, ofAcademy, releaseStatedJob, setSampleCourse } from './save-settings.ts';
export { sendEmail, sendEmails } from './send-email.ts';
