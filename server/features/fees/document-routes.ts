import { fileURLToPath } from 'node:url';
import { feeDocument } from '@fairlead/contract/fees/fee-entries';
import type { FastifyInstance } from 'fastify';
import { appendAudit } from '../../platform/audit/append.ts';
import { transaction } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { networkOf } from '../../platform/request/network.ts';
import type { Typesetter } from '../../platform/typesetting/typesetter.ts';
import { findDocument } from './document-queries.ts';
import { documentText } from './document-text.ts';
import type { DocumentFacts } from './issue-document.ts';
import { mayReadDocument } from './policy.ts';

const sheet = fileURLToPath(new URL('./document.typ', import.meta.url));

/**
 * Sends a receipt, invoice or credit note as PDF to its learner, and to staff who may read fees, which is audited. It
 * is drawn from what was stored when it was issued.
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
      const document = await findDocument(db, id);
      if (!actor || !document || !mayReadDocument(actor, document)) throw notFound('There is no such document.');
      const { kind, number, issuedOn, corrects, facts } = document;
      const text = documentText({
        kind,
        number,
        issuedOn,
        corrects,
        facts: facts as unknown as DocumentFacts,
        split: {
          taxable: document.taxablePaise,
          cgst: document.cgstPaise,
          sgst: document.sgstPaise,
          igst: document.igstPaise,
          total: document.totalPaise,
        },
      });
      const pdf = await typesetter.print({ file: sheet, text, pictures: {} });
      if (actor.accountId !== document.accountId) {
        const subject = { kind: 'enrolment', id: document.enrolmentId };
        const details = { note: number };
        const ip = networkOf(request.ip);
        await transaction(db, (tx) =>
          appendAudit(tx, { actorId: actor.accountId, action: 'fee.open-document', subject, details, ip }),
        );
      }
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${number.replaceAll('/', '-')}.pdf"`,
          'cache-control': 'no-store',
        })
        .send(pdf);
    },
  });
}
