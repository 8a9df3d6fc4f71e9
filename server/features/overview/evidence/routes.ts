import { evidence } from '@fairlead/contract/overview/calls';
import type { FastifyInstance } from 'fastify';
import { ZipFile } from 'yazl';
import { appendAudit } from '../../../platform/audit/append.ts';
import { transaction } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { networkOf } from '../../../platform/request/network.ts';
import { packEvidence } from './evidence-pack.ts';

/** Sends a learner's evidence pack as a ZIP to staff who may read both people and results; each download is audited. */
export function registerEvidence(app: FastifyInstance, platform: Platform): void {
  const { db } = platform;
  app.route({
    method: 'GET',
    exposeHeadRoute: false,
    url: `/api${evidence.path}`,
    config: { who: evidence.who },
    schema: { params: evidence.params },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string };
      const { actor } = request;
      if (!actor?.may('results:read'))
        throw new AppError('not-approved', 'Your account is not allowed to read test papers.');
      const packed = await packEvidence(platform, id);
      const subject = { kind: 'enrolment', id };
      const ip = networkOf(request.ip);
      await transaction(db, (tx) =>
        appendAudit(tx, { actorId: actor.accountId, action: 'evidence.download', subject, ip }),
      );
      const zip = new ZipFile();
      for (const { name, content } of packed) zip.addBuffer(content, name);
      zip.end();
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="evidence-${id}.zip"`,
          'cache-control': 'no-store',
        })
        .send(zip.outputStream);
    },
  });
}
