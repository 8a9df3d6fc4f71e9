import { correctedKeys } from '@fairlead/contract/assessments/corrected-keys';
import { pageOf } from '../../../platform/db/pagination.ts';
import { decideEach } from '../../../platform/http/decide-each.ts';
import { serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireKeyChange, requireQuestion, requireTest } from '../policy.ts';
import { correctAnswerKey } from './correct-answer-key.ts';
import { keepPass, revokePass } from './decide-on-pass.ts';
import { getKeyChange, listKeyChanges, listRegradedResults } from './regrade-queries.ts';
import { listResultsUnderReview } from './under-review-queries.ts';
import { toKeyChange, toRegradedResult, toResultUnderReview } from './wire.ts';

/**
 * Routes for corrected answer keys: corrections, their effects, and the decisions of staff about passes under review.
 */
export const correctedKeyRoutes = (platform: Platform) => {
  const { db } = platform;
  return serve(correctedKeys, {
    correctKey: async ({ actor, params: { id }, body: { reason, ...correction }, ip }) => {
      await requireQuestion(db, actor, id);
      const changeId = await correctAnswerKey(platform, {
        questionId: id,
        correction,
        reason,
        actorId: actor.accountId,
        ip,
      });
      return { message: 'The answer key is corrected.', data: toKeyChange(await getKeyChange(db, changeId)) };
    },
    list: async ({ actor, params: { id } }) => {
      await requireTest(db, actor, id);
      return { data: (await listKeyChanges(db, id)).map(toKeyChange) };
    },
    listResults: async ({ actor, params: { id }, query }) => {
      await requireKeyChange(db, actor, id);
      const { rows, limit, total, isBounded } = await listRegradedResults(db, id, query);
      return pageOf(rows, limit, total, (page) => ({ data: page.map(toRegradedResult) }), isBounded);
    },
    listUnderReview: async ({ query }) => {
      const { rows, limit, total, isBounded } = await listResultsUnderReview(db, query);
      return pageOf(rows, limit, total, (page) => ({ data: page.map(toResultUnderReview) }), isBounded);
    },
    decide: async ({ actor, body: { decision, passes, reason }, ip }) => {
      const [decide, done] =
        decision === 'revoke' ? ([revokePass, 'Certificate revoked.'] as const) : ([keepPass, 'Pass kept.'] as const);
      const by = { reason, actorId: actor.accountId, ip };
      return { data: await decideEach(passes, done, ({ id, score }) => decide(platform, { id, score, ...by })) };
    },
  });
};
