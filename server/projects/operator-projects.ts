import { sql, type Kysely } from 'kysely';
import { projectStatus } from '#schemas/project-status.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { listActionsOn } from '../operator/record-history.ts';
import { listLedgerEntries } from '../points/ledger.ts';

const statusNames = Object.entries(projectStatus);

/**
 * Loads the data that an operator needs to decide on a project's products: the products with their photos, the points
 * and the history. Throws `project_not_found`.
 */
export async function loadProjectForOperator(db: Kysely<Database>, uuid: string) {
  const project = await db
    .selectFrom('projects')
    .innerJoin('companies', 'companies.id', 'projects.company_id')
    .selectAll('projects')
    .select('companies.name as company_name')
    .where('uuid', '=', uuid)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!project) throw new ApiFailure('project_not_found');
  const products = await listProducts(db, project.uuid);
  return {
    id: project.uuid,
    /** The highest version of the project's products. An operator passes it to a decision with `--seen`. */
    version: Math.max(0, ...products.map(({ version }) => version)),
    company: project.company_id,
    company_name: project.company_name,
    status: statusNames.find(([, id]) => id === project.status)?.[0] ?? String(project.status),
    street: project.street_name,
    postal_code: project.postal_code,
    city: project.city,
    created_at: project.created_at,
    created_by: project.created_by,
    updated_at: project.updated_at,
    closed_at: project.project_closed,
    closed_by: project.closed_by,
    /** Points from products that already count. */
    points_valid: project.calculated_available_points,
    /** Points if every product that isn't rejected counts. */
    points_possible: project.calculated_max_points,
    products,
    ledger: await listLedgerEntries(db, 'project_uuid', project.uuid),
    history: await listActionsOn(db, project.uuid),
  };
}

function listProducts(db: Kysely<Database>, projectUuid: string) {
  return db
    .selectFrom('scans')
    .leftJoin('registry', 'registry.code', 'scans.serial_number')
    .select([
      'scans.uuid as scan',
      'scans.rev as version',
      'scans.flag',
      'scans.type',
      'scans.size',
      'scans.variant',
      'scans.serial_number',
      'registry.type as registry_type',
      'registry.size as registry_size',
      'registry.variant as registry_variant',
      'scans.points',
      'scans.tier_points',
      'scans.image_data as photo',
      'scans.photo_of',
      'scans.manual as typed',
      'scans.survey',
      'scans.created_at',
      'scans.created_by',
      sql<string | null>`scans.rejection ->> 'code'`.as('rejection'),
      sql<string | null>`scans.rejection ->> 'note'`.as('note'),
      sql<string | null>`scans.rejection ->> 'new_photo_until'`.as('new_photo_until'),
    ])
    .where('scans.projects_id', '=', projectUuid)
    .where('scans.deleted', '=', false)
    .orderBy('scans.created_at')
    .orderBy('scans.uuid')
    .execute();
}
