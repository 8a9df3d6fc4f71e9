import { expressionBuilder, type SelectQueryBuilder } from 'kysely';
import type { Condition } from '../db/condition.ts';
import type { Schema } from '../db/schema.generated.ts';

const e = expressionBuilder<Schema, 'storedFile'>();

// biome-ignore lint/suspicious/noExplicitAny: each has other tables
type Rows = SelectQueryBuilder<Schema, any, object>;

/**
 * The rows that are in use and name a file, by the columns that refer to `stored_file`; or why a column alone keeps no
 * file. Compared with the foreign keys of the schema by a test.
 */
export const uses: Readonly<Record<string, Rows | string>> = {
  'academy_settings.logo_id': e.selectFrom('academySettings').whereRef('logoId', '=', 'storedFile.id'),
  'academy_settings.signature_id': e.selectFrom('academySettings').whereRef('signatureId', '=', 'storedFile.id'),
  'course.image_id': e.selectFrom('course').whereRef('imageId', '=', 'storedFile.id'),
  'seafarer_profile.profile_picture_id': profiles().whereRef('profilePictureId', '=', 'storedFile.id'),
  'seafarer_profile.id_document_id': profiles().whereRef('idDocumentId', '=', 'storedFile.id'),
  'seafarer_profile.signature_id': profiles().whereRef('signatureId', '=', 'storedFile.id'),
  'seafarer_profile.passport_document_id': profiles().whereRef('passportDocumentId', '=', 'storedFile.id'),
  'seafarer_profile.cdc_document_id': profiles().whereRef('cdcDocumentId', '=', 'storedFile.id'),
  'seafarer_profile.indos_document_id': profiles().whereRef('indosDocumentId', '=', 'storedFile.id'),
  'wallet_document.file_id': e.selectFrom('walletDocument').whereRef('fileId', '=', 'storedFile.id'),
  'fee_proof.file_id': e
    .selectFrom('feeProof')
    .whereRef('feeProof.fileId', '=', 'storedFile.id')
    .where('feeProof.state', '<>', 'replaced'),
  'certificate.pdf_file_id': e.selectFrom('certificate').whereRef('pdfFileId', '=', 'storedFile.id'),
  // the register keeps the certificate of an erased person, without the picture of its sheet
  'certificate.picture_file_id': e
    .selectFrom('certificate')
    .innerJoin('account', 'account.id', 'certificate.accountId')
    .whereRef('certificate.pictureFileId', '=', 'storedFile.id')
    .where('account.erasedAt', 'is', null),
  'certificate.portrait_id': 'a replaced one is there for 30 days, in which the PDF and the picture are drawn',
  'question_picture.file_id': e.selectFrom('questionPicture').whereRef('fileId', '=', 'storedFile.id'),
  // the rows of removed films are kept, since they record what was watched
  'film.file_id': films().whereRef('film.fileId', '=', 'storedFile.id'),
  'film.poster_file_id': films().whereRef('film.posterFileId', '=', 'storedFile.id'),
  'film.ladder_file_id': films().whereRef('film.ladderFileId', '=', 'storedFile.id'),
  'film_rendition.file_id': films()
    .innerJoin('filmRendition as made', 'made.filmId', 'film.id')
    .whereRef('made.fileId', '=', 'storedFile.id'),
  'film_rendition.playlist_file_id': films()
    .innerJoin('filmRendition as made', 'made.filmId', 'film.id')
    .whereRef('made.playlistFileId', '=', 'storedFile.id'),
  'film_text.file_id': films()
    .innerJoin('filmText as text', 'text.filmId', 'film.id')
    .whereRef('text.fileId', '=', 'storedFile.id'),
  // that of the newest version is the film's own file; older ones are for those who have begun them
  'package_version.file_id': films()
    .innerJoin('packageVersion as version', 'version.filmId', 'film.id')
    .innerJoin('packageRun as run', 'run.versionId', 'version.id')
    .innerJoin('watching', (join) =>
      join.onRef('watching.enrolmentId', '=', 'run.enrolmentId').onRef('watching.filmId', '=', 'run.filmId'),
    )
    .whereRef('version.fileId', '=', 'storedFile.id')
    .where('watching.completedAt', 'is', null),
  'inspection_pack.file_id': e.selectFrom('inspectionPack').whereRef('fileId', '=', 'storedFile.id'),
  'piece_digests.file_id': 'it is computed from the file, and is deleted with its row',
};

function profiles() {
  return e.selectFrom('seafarerProfile');
}

function films() {
  return e.selectFrom('film').where('film.removedAt', 'is', null);
}

/**
 * Condition for a row of `stored_file`: a row in use names the file, so that it must be neither deleted nor marked as
 * deleted. Costs a look into an index for each column that refers to files.
 */
export function isInUse(): Condition {
  return e.or(Object.values(uses).flatMap((rows) => (typeof rows === 'string' ? [] : [e.exists(rows)])));
}
