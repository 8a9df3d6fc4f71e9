import { byNobody, whatHappened } from './history-words.ts';
import type { PersonEvent } from './staff-person-wire.ts';

/**
 * What was done, as it follows the name of who did it: 'approved the registration'. `{course}` is the title of the
 * course, `{number}` the number of the certificate. An action that is not here is described in the words of the audit.
 */
const predicates: Record<string, string> = {
  'account.approve': 'approved the registration',
  'account.refuse': 'rejected the registration',
  'account.disable': 'disabled the account',
  'account.enable': 'enabled the account again',
  'account.note': 'added a note',
  'account.remove-note': 'removed a note',
  'account.message': 'sent a message by email',
  'account.invite': 'created the account, and sent an invitation',
  'account.invite-again': 'sent the invitation again',
  'account.invite-staff': 'invited this person to the staff',
  'account.accept-invitation': 'accepted the invitation',
  'account.change-role': 'changed the role',
  'account.correct-name': 'corrected the name',
  'account.change-email': 'changed the email address',
  'account.change-mobile': 'changed the mobile number',
  'account.confirm-mobile': 'confirmed the mobile number',
  'account.change-password': 'changed the password',
  'account.reset-password': 'reset the password with an OTP',
  'account.set-up-second-factor': 'set up a second factor',
  'account.remove-second-factor': 'removed the second factor',
  'account.reset-second-factor': 'reset the second factor',
  'account.use-recovery-code': 'logged in with a recovery code',
  'account.add-passkey': 'added a passkey',
  'account.remove-passkey': 'removed a passkey',
  'account.copy-data': 'downloaded a copy of all data',
  'account.erase': 'erased this person',
  'session.open': 'logged in',
  'session.close': 'logged out',
  'session.end-all': 'logged out everywhere',
  'login.fail': 'entered a wrong password',
  'profile.create': 'filled in the profile',
  'profile.update': 'changed the profile',
  'profile.ask-document': 'asked for a document',
  'profile.withdraw-document-request': 'withdrew the request for a document',
  'identity.confirm': 'confirmed the changed identity',
  'wallet.add': 'added a document',
  'wallet.edit': 'changed a document',
  'wallet.remove': 'removed a document',
  'wallet.check': 'checked a document',
  'wallet.refuse': 'refused a document',
  'enrolment.request': 'requested {course}',
  'enrolment.enrol': 'enrolled this person in {course}',
  'enrolment.accept': 'accepted the request for {course}',
  'enrolment.undo-accept': 'undid the acceptance for {course}',
  'enrolment.reject': 'declined {course}',
  'enrolment.drop': 'dropped this person from the batch of {course}: absent for too long',
  'enrolment.reinstate': 'put this person back into the batch of {course}',
  'batch.place': 'put this person into a batch of {course}',
  'batch.pass-seat': 'gave this person the next free seat of {course}',
  'batch.end-wait': 'ended the waiting list of {course}: the batch has begun',
  'attendance.mark': 'marked attendance in {course}',
  'attendance.correct': 'corrected attendance in {course}',
  'fee.charge': 'charged the fee for {course}',
  'fee.send-proof': 'sent a proof of payment for {course}',
  'fee.decline-proof': 'declined the proof of payment for {course}',
  'fee.pay': 'recorded a payment for {course}',
  'fee.waive': 'recorded a waiver for {course}',
  'fee.refund': 'recorded a refund for {course}',
  'fee.reverse': 'reversed an entry of the fee for {course}',
  'fee.name-recipient': 'changed the invoice details for {course}',
  'fee.open-document': 'downloaded a receipt or invoice for {course}',
  'fee.issue-bill': 'issued an invoice for {course}',
  'fee.cancel-bill': 'cancelled an invoice for {course}',
  'fee.remind-payer': 'reminded the payer of an invoice for {course}',
  'offline-pass.issue': 'took {course} aboard',
  'offline-pass.withdraw': 'withdrew an offline pass for {course}',
  'offline-record.email': 'counted progress of {course} from a file that came by email',
  'offline-record.upload': 'uploaded progress of {course} from a file',
  'training.submit': 'completed the training of {course}',
  'training.mark-attendance': 'marked attendance in {course}',
  'assessment.submit': 'submitted the test of {course}',
  'assessment.close': 'graded the test of {course} when the time was over',
  'assessment.regrade': 'graded the test of {course} again, after a corrected answer key',
  'assessment.keep-pass': 'kept the pass of {course}',
  'assessment.reopen': 'allowed another attempt at the test of {course}',
  'certificate.issue': 'earned certificate {number} in {course}',
  'certificate.release': 'released certificate {number}',
  'certificate.draw': 'created the PDF of certificate {number}',
  'certificate.time-stamp': 'renewed the time stamp of certificate {number}',
  'certificate.revoke': 'revoked certificate {number}',
  'certificate.correct': 'corrected certificate {number}',
  'certificate.print': 'printed certificate {number}',
  'certificate.share': 'created a link to certificate {number}',
  'certificate.end-share': 'ended a link to certificate {number}',
  'document.open': 'opened a document',
  'evidence.download': 'downloaded the evidence pack of {course}',
};

/** What a person does, although the entry in the audit names nobody. */
const ofPerson = new Set(['certificate.issue', 'session.open']);

const capital = (words: string) => words.replace(/^./, (first) => first.toUpperCase());

type Event = Pick<PersonEvent, 'action' | 'by' | 'own' | 'courseTitle' | 'certificateNumber'>;

/**
 * An event of a person's history as one sentence: 'Rekha Rao approved the registration.'
 *
 * @param name the person's name, with which the sentences about their own actions begin.
 */
export function sentenceOf(event: Event, name: string): string {
  const { action, by, own, courseTitle, certificateNumber } = event;
  const predicate = predicates[action];
  const isOwn = own || (!by && ofPerson.has(action));
  if (!predicate) return `${whatHappened(event)}${isOwn || !by ? '' : ` by ${by}`}.`;
  const said = predicate
    .replace('certificate {number}', certificateNumber ? `certificate ${certificateNumber}` : 'a certificate')
    .replace('{course}', () => courseTitle ?? 'a course'); // a function, since $ has a meaning in a replacement
  return `${isOwn ? name : (by ?? capital(byNobody(action)))} ${said}.`;
}

/** Some events of a history that read alike and follow each other, latest first. */
export type Entry = { sentence: string; event: PersonEvent; count: number };

/**
 * A history by calendar days, in the order of its events. Events that read alike and follow each other within a day are
 * one entry, which is the latest of them, with their number.
 */
export function historyByDay(
  events: readonly PersonEvent[],
  { name, dayOf }: { name: string; dayOf: (at: string) => string },
): { day: string; entries: Entry[] }[] {
  const days: { day: string; entries: Entry[] }[] = [];
  for (const event of events) {
    const day = dayOf(event.at);
    const sentence = sentenceOf(event, name);
    if (days.at(-1)?.day !== day) days.push({ day, entries: [] });
    const entries = days.at(-1)?.entries ?? [];
    const last = entries.at(-1);
    const isAlike = last?.sentence === sentence && !event.note && !last.event.note && !event.to;
    if (last && isAlike) last.count += 1;
    else entries.push({ sentence, event, count: 1 });
  }
  return days;
}
