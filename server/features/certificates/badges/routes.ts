import { badges } from '@fairlead/contract/certificates/badges';
import { consume } from '../../../platform/db/rate-limits.ts';
import { notFound } from '../../../platform/errors.ts';
import { Attachment, serve } from '../../../platform/http/serve.ts';
import type { Platform } from '../../../platform/platform.ts';
import { maySeeWhole } from '../policy.ts';
import { bakePng, bakeSvg } from './bake.ts';
import { emblemPng, emblemSvg } from './emblem.ts';
import { makeBadge } from './make-badge.ts';
import { findForBadge } from './queries.ts';

/** Badges that one person may have made: each costs a signature and some milliseconds. */
const made = { max: 300, seconds: 15 * 60 };

/** The call that returns a certificate as a badge. */
export const badgeRoutes = (platform: Platform) =>
  serve(badges, {
    download: async ({ actor, params, query }) => {
      const { db, clock } = platform;
      await consume(db, { key: `badge:${actor.accountId}`, ...made }, clock());
      const certificate = await findForBadge(db, params.id);
      // A certificate on hold has no badge, not even for those who see that it is on hold.
      if (!certificate || !maySeeWhole(actor, certificate) || certificate.status === 'held') {
        throw notFound('There is no such certificate.');
      }
      const badge = await makeBadge(platform, certificate);
      const name = `${certificate.number}-badge`;
      switch (query.form) {
        case 'png':
          return new Attachment(bakePng(await emblemPng(), badge), 'image/png', `${name}.png`);
        case 'svg':
          return new Attachment(Buffer.from(bakeSvg(await emblemSvg(), badge)), 'image/svg+xml', `${name}.svg`);
        default:
          return new Attachment(Buffer.from(badge), 'application/vc', `${name}.json`);
      }
    },
  });
