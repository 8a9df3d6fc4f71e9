import { packFile } from '@fairlead/contract/inspection-packs/calls';
import type { FastifyInstance } from 'fastify';
import { appendAudit } from '../../platform/audit/append.ts';
import { dayAt } from '../../platform/calendar.ts';
import { transaction } from '../../platform/db/database.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { requireConfirmed } from '../../platform/http/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { networkOf } from '../../platform/request/network.ts';
import { findPack } from './queries.ts';

/**
 * Sends a pack as a ZIP, decrypted while it is sent; each download needs a recent password, and is audited before its
 * first byte.
 */
export function registerPackFiles(app: FastifyInstance, { db, files, config, clock }: Platform): void {
  app.route({
    method: 'GET',
    exposeHeadRoute: false,
    url: `/api${packFile.path}`,
    config: { who: packFile.who },
    schema: { params: packFile.params },
    handler: async (request, reply) => {
      const { id } = request.params as { id: string };
      const { actor } = request;
      const pack = await findPack(db, id);
      if (!actor || !pack) throw notFound('There is no such pack.');
      requireConfirmed(actor, clock());
      if (pack.filename === null || pack.madeAt === null || !pack.isOffered) {
        throw new AppError('conflict', 'This pack is not there. Have it made again.');
      }
      const file = await files.open('inspection_packs', pack.filename);
      const subject = { kind: 'inspection-pack', id };
      const ip = networkOf(request.ip);
      await transaction(db, (tx) =>
        appendAudit(tx, { actorId: actor.accountId, action: 'inspection-pack.download', subject, ip }),
      );
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': `attachment; filename="inspection-pack-${dayAt(pack.madeAt, config.timeZone)}.zip"`,
          'content-length': file.sizeBytes,
          'cache-control': 'no-store',
        })
        .send(file.stream(0, file.sizeBytes - 1));
    },
  });
}
