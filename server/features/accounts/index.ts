// What other features, and commands, may use of this one.

export { fullName, fullNameIn, fullNameOrNull } from '../../platform/names/full-name.ts';
export { forgetCodes } from './codes.ts';
export { notYou, seafarerInvitationEmail } from './email-templates.ts';
export { endCalendar, getCalendarOwner, limitOpenings, presentCalendar, renewCalendar } from './own/calendar-links.ts';
export { hashPassword, isPassword } from './passwords.ts';
export { renewInvitation } from './people/invite-again.ts';
export { makeInvited, type Prefix } from './people/make-invited.ts';
export { mayRemoveNote } from './people/policy.ts';
export { renameAccount } from './people/rename-account.ts';
export {
  byName,
  findAccountByEmail,
  findAnybody,
  findPeople,
  getAccount,
  getStanding,
  listByEmails,
  listLearners,
} from './queries.ts';
export { type AccountState, invitationDays, requireMayLogIn, sessionLife, stateOf } from './rules.ts';
export { requireOwner } from './sign-in/confirm-identity.ts';
export { findSecondFactor, requireSecondFactor, startGrace } from './sign-in/second-factor.ts';
export { endAllSessions, endSession, findHolder, openSession } from './sign-in/sessions.ts';
export { addAdmin } from './staff/add-admin.ts';
export { invite, unknownPassword } from './staff/invitations.ts';
export { type Judge, requireMayJudge } from './staff/policy.ts';
export { listQualifications } from './staff/qualifications.ts';
export { findStaff } from './staff/staff-member-queries.ts';
export { insertStaff, setRole } from './staff/staff-members.ts';
export { toInvitation, toMobile, toSessionUser } from './wire.ts';
