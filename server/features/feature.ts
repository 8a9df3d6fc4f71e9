import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Chain } from '../platform/chain/chain.ts';
import type { LinkRights, Reader } from '../platform/file-routes/routes.ts';
import type { ResumableUploads } from '../platform/files/resumable-uploads.ts';
import type { Logger } from '../platform/http/log.ts';
import type { Endpoint } from '../platform/http/serve.ts';
import type { JobHandlers, Recurring } from '../platform/jobs/worker.ts';
import type { DeclaredTemplate, EmailTemplate } from '../platform/mail/email-template.ts';
import type { Post } from '../platform/mail/post.ts';
import type { PersonalTable, StaffColumns, Traces } from '../platform/personal-data/personal-table.ts';
import type { Platform } from '../platform/platform.ts';
import type { Table } from '../platform/tables/export.ts';
import type { Typesetter } from '../platform/typesetting/typesetter.ts';
import type { CertificatePress } from './certificates/drawing/draw-certificate.ts';
import type { CodeFinders } from './courses/course-rules/reserved-codes.ts';

/** What the features declare together, for those that work on all of it. */
export type Declared = {
  emailTemplates: readonly DeclaredTemplate[];
  /** Every table with personal data, the platform's among them. */
  personalTables: readonly PersonalTable[];
  /** Every table that records where something was done from for longer than the session lasts. */
  traces: readonly Traces[];
  codeFinders: CodeFinders;
};

/** What a feature receives when the program is assembled. */
type Program = {
  platform: Platform;
  /** For responses that are no calls of the contract, such as downloads. */
  app: FastifyInstance;
  log: Logger;
  post: Post;
  uploads: ResumableUploads;
  typesetter: Typesetter;
  press: CertificatePress;
  declared: Declared;
  /** Is aborted on shutdown. */
  ending: AbortSignal;
};

/** What a feature serves while the program runs. */
type Opened = {
  routes?: readonly Endpoint[];
  jobs?: JobHandlers;
  /** Who may open stored files beside their owners and staff. */
  fileRights?: Partial<LinkRights>;
};

/** A feature, as the program takes it in: each `feature.ts` has one. Every part may be absent. */
export type Feature = {
  name: string;
  open?: (program: Program) => Opened;
  /** The jobs that are enqueued again and again. */
  recurring?: (platform: Platform) => readonly Recurring[];
  /** The kinds of jobs of which an instance runs one at a time. */
  alone?: readonly string[];
  /** The lists that staff can export. */
  tables?: readonly Table[];
  emailTemplates?: readonly EmailTemplate[];
  personalTables?: readonly PersonalTable[];
  /** The columns that name the staff member who acted. */
  staffColumns?: StaffColumns;
  /** The columns that record from where something was done. */
  traces?: readonly Traces[];
  /** Once an hour, what removes expired rows and files of the feature. */
  sweeps?: readonly ((platform: Platform) => Promise<void>)[];
  /** A log in which each entry is chained to the one before, and what follows when it has grown. */
  chain?: { chain: Chain; onAppended: (platform: Platform) => Promise<void> };
  codeFinders?: Partial<CodeFinders>;
  /** A server on the second origin. */
  secondOrigin?: (
    platform: Platform,
    options: { findHolder: (accountId: string) => Promise<Reader | undefined>; onError: (error: unknown) => void },
  ) => Server;
};
