import { type Kysely } from 'kysely';
import { type Database } from '../db/tables.ts';

/** Photos that an employee of the company chose to share. */
interface ChosenPhotos {
  readonly companyId: string;
  readonly projectId: string;
  /** Ids of attachments; at least one. */
  readonly photos: readonly string[];
}

/** Selects the chosen photos that the server has and that weren't removed from the project. */
export function selectSharedPhotos(
  db: Kysely<Database>,
  { companyId, projectId, photos }: ChosenPhotos,
) {
  return db
    .selectFrom('attachments')
    .where('attachments.uuid', 'in', photos)
    .where('attachments.company_id', '=', companyId)
    .where('attachments.project_id', '=', projectId)
    .where('attachments.kind', '=', 'photo')
    .where('attachments.has_content', '=', true)
    .where('attachments.deleted', '=', false);
}
