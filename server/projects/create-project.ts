import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Project, type ProjectCreate, projectStatus } from '#schemas/project.ts';
import { regionRules } from '../configuration/region-rules.ts';
import { nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { once } from '../db/idempotency.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { searchText } from './fold-text.ts';
import { projectFromRow } from './project-state.ts';

const DAY = 86_400_000;

/**
 * Starts a project for the company; once for each idempotency key.
 * Throws `key_reused` when the key came with another project before.
 */
export async function createProject(
  body: ProjectCreate,
  key: string | null,
  actor: Actor,
  { db, clock }: Services,
): Promise<Project> {
  const { configuration, closingSurvey } = await regionRules(db, actor.region);
  const now = clock.now();
  const address = {
    name: body.name ?? '',
    street_name: body.streetName,
    postal_code: body.postalCode,
    city: body.city ?? '',
  };
  return transact(db, (trx) =>
    once(trx, { owner: actor.userId, key, call: 'createProject', body, now }, async () => {
      const row = await trx
        .insertInto('projects')
        .values({
          uuid: randomUUID(),
          company_id: actor.companyId,
          rev: await nextRev(trx, actor.companyId),
          op_id: randomUUID(),
          created_at: new Date(now),
          updated_at: new Date(now),
          ...address,
          search_text: searchText(address),
          status: projectStatus.inProgress,
          project_closed: null,
          expires_at: new Date(now + configuration.project_life_days * DAY),
          warranty_certificate_uuid: null,
          survey: sql`${JSON.stringify(closingSurvey)}::jsonb`,
          survey_response: null,
          closing_op_id: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return projectFromRow(row);
    }),
  );
}
