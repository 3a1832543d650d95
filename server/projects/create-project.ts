import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Transaction } from 'kysely';
import { projectSearchText } from '#schemas/text-search.ts';
import { DAY_MS } from '#schemas/durations.ts';
import type { Project, ProjectCreateRequest } from '#schemas/project.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { getRegionRules } from '../configuration/region-rules.ts';
import { toJsonb } from '../db/jsonb.ts';
import { nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { runOnce } from '../db/idempotency.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { requireDateInReach } from './installation-date.ts';
import { type ProjectRow, isOpenAt, projectFromRow } from './project-row.ts';

type Details = Pick<
  ProjectRow,
  'name' | 'street_name' | 'postal_code' | 'city' | 'installation_date'
>;

/**
 * Creates a project for the company. A repeated request with the same idempotency key, or with the same id chosen by
 * the device, doesn't create another project (F01, F43). If it corrects the creation, the project's details are
 * updated. Throws `invalid_input` for a date too far ahead, `key_reused` if the key was used for a different project,
 * `conflict` if the id belongs to another company, and `project_not_open` for a correction of a project that has been
 * closed.
 */
export async function createProject(
  body: ProjectCreateRequest,
  key: string | null,
  actor: Actor,
  { db, clock }: Services,
): Promise<Project> {
  const { configuration, closingSurvey } = await getRegionRules(db, actor.region);
  const now = clock.now();
  const details: Details = {
    name: body.name ?? '',
    street_name: body.streetName,
    postal_code: body.postalCode,
    city: body.city ?? '',
    installation_date: body.installationDate ?? null,
  };
  requireDateInReach(details.installation_date, {
    field: 'body.installationDate',
    region: actor.region,
    now,
  });
  return transact(db, (trx) =>
    runOnce(trx, { owner: actor.userId, key, call: 'createProject', body, now }, async () => {
      const rev = await nextRev(trx, actor.companyId);
      const row = await trx
        .insertInto('projects')
        .values({
          uuid: body.uuid ?? randomUUID(),
          company_id: actor.companyId,
          rev,
          op_id: body.op_id?.toLowerCase() ?? randomUUID(),
          created_at: new Date(now),
          updated_at: new Date(now),
          ...details,
          search_text: projectSearchText(details),
          status: projectStatus.inProgress,
          project_closed: null,
          expires_at: new Date(now + configuration.project_life_days * DAY_MS),
          warranty_certificate_uuid: null,
          survey: toJsonb(closingSurvey),
          survey_response: null,
          closing_op_id: null,
          created_by: actor.userId,
        })
        .onConflict((conflict) => conflict.column('uuid').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row) return projectFromRow(row);
      const existingProject = await findEarlierProject(trx, actor.companyId, body.uuid);
      if (!isCorrection(body) || !isCorrectable(existingProject))
        return projectFromRow(existingProject);
      // A date that was set after the creation is newer than the request's date. Older apps send no date.
      const installation_date = existingProject.has_changed_date
        ? existingProject.installation_date
        : (details.installation_date ?? existingProject.installation_date);
      const correctedDetails = { ...details, installation_date };
      // Closing has replaced the project's `op_id`, so the id no longer shows whether the correction is late.
      if (!isOpenAt(existingProject, now)) {
        if (isDeepStrictEqual(correctedDetails, getDetails(existingProject)))
          return projectFromRow(existingProject);
        throw new ApiFailure('project_not_open');
      }
      if (!supersedes(body, existingProject)) return projectFromRow(existingProject);
      const op_id = body.op_id.toLowerCase();
      return projectFromRow(
        await updateDetails(trx, existingProject.uuid, {
          details: correctedDetails,
          op_id,
          rev,
          now,
        }),
      );
    }),
  );
}

const getDetails = ({
  name,
  street_name,
  postal_code,
  city,
  installation_date,
}: Details): Details => ({
  ...{ name, street_name, postal_code, city, installation_date },
});

/** Finds a project that one of the company's devices created with the same id. */
async function findEarlierProject(
  trx: Transaction<Database>,
  companyId: string,
  uuid: string | undefined,
): Promise<ProjectRow> {
  const row = await trx
    .selectFrom('projects')
    .selectAll()
    .where('uuid', '=', uuid ?? null)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('conflict', { field: 'body.uuid' });
  return row;
}

type Correction = ProjectCreateRequest & { op_id: string; prior_op_ids: string[] };

/** True if the device has sent earlier versions of the project. */
function isCorrection(body: ProjectCreateRequest): body is Correction {
  return body.op_id !== undefined && (body.prior_op_ids ?? []).length > 0;
}

/**
 * True if the edit supersedes the project's current edit. An edit that arrives late never supersedes a later edit,
 * because it doesn't list that edit.
 */
function supersedes({ prior_op_ids }: Correction, { op_id }: Pick<ProjectRow, 'op_id'>): boolean {
  return prior_op_ids.some((id) => id.toLowerCase() === op_id);
}

/**
 * True if a correction may change the project. It must not be deleted or come from a lead. Anyone in the company may
 * correct it, because after a restore, a colleague's phone may have created the lost project again (F43).
 */
function isCorrectable(project: ProjectRow): boolean {
  return project.lead === null && !project.deleted;
}

function updateDetails(
  trx: Transaction<Database>,
  uuid: string,
  { details, op_id, rev, now }: { details: Details; op_id: string; rev: number; now: number },
): Promise<ProjectRow> {
  return trx
    .updateTable('projects')
    .set({
      ...details,
      search_text: projectSearchText(details),
      op_id,
      rev,
      updated_at: new Date(now),
    })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow();
}
