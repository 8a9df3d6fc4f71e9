import { feeDocument } from '@fairlead/contract/fees/fee-entries';
import type { FastifyInstance } from 'fastify';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { networkOf } from '../../platform/request/network.ts';
import type { Typesetter } from '../../platform/typesetting/typesetter.ts';
import { findOwnedBill } from './bills/bill-queries.ts';
import { findDocument } from './document-queries.ts';
import { drawBill, drawDocument, fileNameOf } from './draw-document.ts';
import { mayReadDocument } from './policy.ts';

/**
 * Sends a receipt, invoice, credit note or bill as PDF to its learner, and to staff who may read fees, which is
 * audited. It is drawn from what was stored when it was issued.
 */
export function registerFeeDocuments(
  app: FastifyInstance,
  { db }: Platform,
  typesetter: Pick<Typesetter, 'print'>,
): void {
  app.route({
    method: 'GET',
    exposeHeadRoute: false,
    url: `/api${feeDocument.path}`,
    config: { who: feeDocument.who },
    schema: { params: feeDocument.params },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string };
      const { actor } = request;
      const document = (await findDocument(db, id)) ?? (await findOwnedBill(db, id));
      if (!actor || !document || !mayReadDocument(actor, document)) throw notFound('There is no such document.');
      const { number } = document;
      const pdf =
        'corrects' in document
          ? await drawDocument(db, typesetter, document)
          : await drawBill(db, typesetter, document);
      if (actor.accountId !== document.accountId) {
        const id = 'corrects' in document ? document.enrolmentId : document.subjectId;
        const subject = { kind: 'enrolment', id };
        const details = { note: number };
        const ip = networkOf(request.ip);
        await transaction(db, (tx) =>
          appendAudit(tx, { actorId: actor.accountId, action: 'fee.open-document', subject, details, ip }),
        );
      }
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${fileNameOf(number)}"`,
          'cache-control': 'no-store',
        })
        .send(pdf);
    },
  });
}
