import { dayIn, latestSelectableDay } from '#schemas/calendar-day.ts';
import { type BodyOf } from '#schemas/api/call.ts';
import { type projectCalls } from '#schemas/api/project-calls.ts';
import { type Project } from '#schemas/project.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { runOnce } from '../db/idempotency.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { findProject } from './find-project.ts';
import { isOpenAt, projectFromRow } from './project-row.ts';

type DateEdit = BodyOf<typeof projectCalls.updateProjectInstallationDate>;

/**
 * Changes an open project's installation date. A repeated request with the same key changes nothing. The project's
 * expiry doesn't change, because points depend on it. Throws `project_not_found`, `project_not_open`,
 * `project_of_lead` if the date belongs to a lead, `invalid_input` for a date too far ahead, `conflict` if someone
 * else has set a date that the person didn't know, and `key_reused` if the key was used for a different request.
 */
export async function changeInstallationDate(
  { uuid, key, ...edit }: DateEdit & { readonly uuid: string; readonly key: string | null },
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<Project> {
  const { companyId, region, userId: owner } = actor;
  const { installation_date: date, known_dates: knownDates } = edit;
  const now = clock.now();
  return transact(db, async (trx) => {
    await lockCompany(trx, companyId);
    const call = 'updateProjectInstallationDate';
    const body = { uuid: uuid.toLowerCase(), ...edit };
    // A retry returns the current project, because a stored response would undo later changes on the device.
    await runOnce(trx, { owner, key, call, body, now }, async () => {
      const project = await findProject(trx, companyId, uuid);
      if (!isOpenAt(project, now)) throw new ApiFailure('project_not_open');
      if (project.lead !== null) throw new ApiFailure('project_of_lead');
      const currentDate = project.installation_date;
      if (currentDate === date) return {};
      const field = 'body.installation_date';
      requireDateInReach(date, { field, region, now });
      const isKnown = knownDates === undefined || knownDates.includes(currentDate);
      if (!isKnown) throw new ApiFailure('conflict', { field });
      const rev = await nextRev(trx, companyId);
      await trx
        .updateTable('projects')
        .set({ installation_date: date, has_changed_date: true, rev, updated_at: new Date(now) })
        .where('uuid', '=', project.uuid)
        .execute();
      return {};
    });
    return projectFromRow(await findProject(trx, companyId, uuid));
  });
}

/** Throws `invalid_input` for a date further ahead than date fields accept. Past dates are allowed. */
export function requireDateInReach(
  date: string | null,
  { field, region, now }: { field: string; region: RegionCode; now: number },
): void {
  if (date !== null && date > latestSelectableDay(dayIn(region, now))) {
    throw new ApiFailure('invalid_input', { field });
  }
}
