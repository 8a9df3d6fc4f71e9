import { attempts, type StaffAttempt } from '@fairlead/contract/assessments/attempts';
import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { test } from 'vitest';
import { idOf, moment, questions, resultUnderReviewOf, submittedOf } from '../../../../testing/records.ts';
import { expectStaffAction, type StaffAction } from '../../../../testing/staff-actions.ts';
import { server } from '../../../../testing/stand-in-server.ts';

// Actions of staff on results, behind a button that asks for confirmation.

const reason = 'The lights went out.';
const attempt = (part: Partial<StaffAttempt> = {}): StaffAttempt => ({
  ...submittedOf(),
  version: 1,
  startedAt: moment,
  deadline: null,
  questions: questions.map(({ topic: _, ...question }) => ({
    ...question,
    selectedAnswer: question.options[0] ?? '',
    answeredAt: moment,
  })),
  regrades: [],
  absences: [],
  reopened: null,
  ...part,
});

const actions: StaffAction[] = [
  {
    name: 'another attempt is allowed',
    path: `user-results/${idOf('20000000')}`,
    given: () => server.answer(attempts.get, { data: attempt() }),
    call: attempts.reopen,
    button: 'Allow another attempt',
    dialog: 'Allow another attempt?',
    asks: 'Asha Nair can take the test one more time now',
    confirm: 'Yes, Allow',
    typed: { Reason: reason },
    needs: { Reason: 'Reason is required' },
    failure: 'Failed to allow another attempt.',
    sends: { params: { id: idOf('20000000') }, body: { reason } },
    succeed: () => {
      const data = attempt({ reopened: { reason, by: 'Academy Administrator', at: moment } });
      server.answer(attempts.reopen, { message: 'Another attempt is allowed.', data });
      server.answer(attempts.get, { data });
    },
    said: 'Another attempt is allowed.',
  },
  {
    name: 'the answer key of a question is corrected',
    path: `user-results/${idOf('20000000')}`,
    given: () => server.answer(attempts.get, { data: attempt({ questions: attempt().questions.slice(0, 1) }) }),
    call: correctedKeys.correctKey,
    button: 'Correct the answer key',
    dialog: 'Grade again?',
    asks: 'Every submitted test with this question is graded again',
    confirm: 'Yes, Grade again',
    typed: { 'Correct answer': 'To windward', Reason: reason },
    needs: { Reason: 'Reason is required' },
    failure: 'Failed to correct the answer key.',
    sends: { params: { id: idOf('40000000') }, body: { correctAnswer: 'To windward', reason } },
    succeed: () =>
      server.answer(correctedKeys.correctKey, {
        message: 'Answer key corrected.',
        data: {
          _id: idOf('41000000'),
          questionText: 'Where is a life raft launched?',
          oldAnswer: 'To leeward',
          newAnswer: 'To windward',
          reason,
          by: 'Academy Administrator',
          at: moment,
          regraded: 1,
          gained: 0,
          below: 0,
        },
      }),
    said: 'Answer key corrected. 1 score changed, 0 now passed.',
  },
  ...(['revoke', 'keep'] as const).map((decision): StaffAction => {
    const [verb, done] = decision === 'revoke' ? ['Revoke', 'revoked'] : ['Keep', 'kept'];
    return {
      name: `a result under review: ${decision}`,
      path: 'doubtful-passes',
      given: () => server.answer(correctedKeys.listUnderReview, { data: [resultUnderReviewOf()] }),
      call: correctedKeys.decide,
      choose: /^Choose Asha Nair, HAZMAT/,
      button: `${verb} selected`,
      dialog: decision === 'revoke' ? 'Revoke Certificates' : 'Keep Passes',
      asks: decision === 'revoke' ? '1 certificate is permanently revoked.' : '1 pass is kept, with the certificates.',
      confirm: `Yes, ${verb}`,
      typed: { Reason: reason },
      needs: { Reason: 'Reason is required' },
      failure: decision === 'revoke' ? 'Failed to revoke the certificates.' : 'Failed to keep the passes.',
      sends: { body: { decision, passes: [{ id: idOf('20000000'), score: 1 }], reason } },
      succeed: () => {
        server.answer(correctedKeys.decide, { data: [{ id: idOf('20000000'), ok: true, message: '' }] });
        server.answer(correctedKeys.listUnderReview, { data: [] });
      },
      said: `1 of 1 ${done}.`,
    };
  }),
];

test.each(actions)('$name: asks for confirmation, reports a failure, and happens once', expectStaffAction);
