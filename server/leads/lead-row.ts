import { type Kysely, type Selectable, type Transaction } from 'kysely';
import { editParts, type EditPart } from '#schemas/lead-edit.ts';
import { type Lead } from '#schemas/lead.ts';
import { type CustomerInfo } from '#schemas/project-lead.ts';
import { type LeadReason } from '#schemas/lead-reasons.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { toJsonb } from '../db/jsonb.ts';
import { replicatedFields } from '../db/replicated-row.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type LeadsTable } from './lead-tables.ts';

/** A lead with the name of the person who moved it last. */
export type LeadRow = Selectable<LeadsTable> & {
  readonly mover_name: string | null;
  readonly mover_surname: string | null;
};

/** Query for the company's leads, including the name of the person who moved each one last. */
export function selectLeads(db: Kysely<Database>, companyId: string) {
  return db
    .selectFrom('leads')
    .leftJoin('installers as mover', 'mover.id', 'leads.mover_id')
    .selectAll('leads')
    .select(['mover.name as mover_name', 'mover.surname as mover_surname'])
    .where('leads.company_id', '=', companyId);
}

/**
 * True if the person may have leads: they need a main company role, and their company must accept leads (spec 1 §6).
 */
export async function canHaveLeads(
  db: Kysely<Database>,
  actor: Pick<Actor, 'companyId' | 'role'>,
): Promise<boolean> {
  if (!isMainCompanyRole(actor.role)) return false;
  const company = await db
    .selectFrom('companies')
    .select('accepts_leads')
    .where('id', '=', actor.companyId)
    .executeTakeFirstOrThrow();
  return company.accepts_leads;
}

/**
 * Finds a lead of the actor's company.
 * Throws `lead_not_found` if the lead doesn't exist or belongs to another company (security 10), or if the person
 * can't have leads.
 */
export async function findLead(db: Kysely<Database>, actor: Actor, uuid: string): Promise<LeadRow> {
  const row = (await canHaveLeads(db, actor))
    ? await selectLeads(db, actor.companyId)
        .where('leads.uuid', '=', uuid)
        .where('leads.deleted', '=', false)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new ApiFailure('lead_not_found');
  return row;
}

/** Maps a row to the wire format. */
export function leadFromRow(row: LeadRow): Lead {
  const { mover_name, mover_surname } = row;
  return {
    ...replicatedFields(row),
    status: row.status,
    expires_on: row.expires_on?.toISOString() ?? null,
    // The jsonb columns only contain values that passed the wire schemas.
    customer_info: row.customer_info as CustomerInfo,
    Mobile: row.mobile,
    MobilePhone: row.mobile_phone,
    EmailForwindow: row.email,
    window_windows_number: row.windows,
    products: row.products as Lead['products'],
    extras: row.extras as Lead['extras'],
    NotesFromVELUXClub: row.notes,
    expected_installation_date: row.installation_day,
    reasons: row.reasons as LeadReason[],
    project_id: row.project_id,
    project: row.project_id === null ? null : { uuid: row.project_id },
    moved_by: {
      actor: row.moved_by,
      name: mover_name === null ? null : `${mover_name} ${mover_surname ?? ''}`.trim(),
    },
    moved_at: row.moved_at.toISOString(),
  };
}

/** An applied edit. */
interface AppliedEdit {
  readonly op_id: string;
  readonly rev: number;
  readonly parts: readonly EditPart[];
}

/** Loads all edits of a lead, oldest first. */
export async function loadLeadHistory(
  trx: Transaction<Database>,
  leadUuid: string,
): Promise<readonly AppliedEdit[]> {
  const rows = await trx
    .selectFrom('lead_edits')
    .select(['op_id', 'rev', 'parts'])
    .where('lead_uuid', '=', leadUuid)
    .orderBy('rev')
    .execute();
  // Written only by `recordEdits`.
  return rows.map(({ op_id, rev, parts }) => ({ op_id, rev, parts: parts as EditPart[] }));
}

export async function recordEdits(
  trx: Transaction<Database>,
  edits: readonly {
    readonly leadUuid: string;
    readonly opId: string;
    readonly rev: number;
    readonly parts: readonly EditPart[];
  }[],
  now: number,
): Promise<void> {
  if (edits.length === 0) return;
  await trx
    .insertInto('lead_edits')
    .values(
      edits.map(({ leadUuid, opId, rev, parts }) => ({
        lead_uuid: leadUuid,
        op_id: opId,
        rev,
        parts: toJsonb(parts),
        created_at: new Date(now),
      })),
    )
    .execute();
}

/**
 * Returns the parts that were changed after an edit.
 * @param baseOpId the edit's id. For an unknown id, everything counts as changed; for null, nothing does.
 */
export function findPartsChangedSince(
  history: readonly AppliedEdit[],
  baseOpId: string | null,
): ReadonlySet<EditPart> {
  if (baseOpId === null) return new Set();
  const baseEdit = history.find(({ op_id }) => op_id === baseOpId);
  if (!baseEdit) return new Set(editParts);
  return new Set(history.filter(({ rev }) => rev > baseEdit.rev).flatMap(({ parts }) => parts));
}
