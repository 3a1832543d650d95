import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { type LeadEditInput } from '#schemas/api/lead-calls.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import type { Lead } from '#schemas/lead.ts';
import {
  agreementItems,
  applyLeadChanges,
  validateLeadEdit,
  type LeadEdit,
  changedParts,
} from '#schemas/lead-edit.ts';
import { type RegionRules, getRegionRules } from '../configuration/region-rules.ts';
import { toJsonb } from '../db/jsonb.ts';
import { lockCompany, nextRevs } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { expireCompanyLeads, getLeadExpiry } from './lead-deadlines.ts';
import { markProjectLost } from '../projects/change-project-status.ts';
import { findProject } from '../projects/find-project.ts';
import { isOpenAt } from '../projects/project-row.ts';
import { createLeadProject, updateLeadProject } from './lead-project.ts';
import {
  findLead,
  findPartsChangedSince,
  leadFromRow,
  type LeadRow,
  loadLeadHistory,
  recordEdits,
} from './lead-row.ts';

/**
 * An edit with all fields. If the client sent no `base_op_id`, it is null, and nothing counts as changed by others.
 */
type CompleteEdit = Omit<LeadEdit, 'base_op_id'> & { readonly base_op_id: string | null };

/** Number of revs that an edit needs: one for the lead and one for its project. */
const REV_COUNT = 2;

/**
 * Applies a person's edit to a lead. Idempotent by `op_id`, even after later edits (F01). Never overwrites what others
 * changed after the edit's base. Throws the codes in `leadErrors`, each with its field.
 */
export async function editLead(
  uuid: string,
  input: LeadEditInput,
  actor: Actor,
  services: Pick<Services, 'db' | 'clock'>,
): Promise<Lead> {
  const { db, clock } = services;
  const edit = lowerCaseIds(withDefaults(input, clock.now()));
  const rules = await getRegionRules(db, actor.region);
  // This is a separate transaction, because rejecting the edit must not roll back the expiry.
  await transact(db, (trx) => expireCompanyLeads(trx, actor.companyId, clock.now()));
  return transact(db, async (trx) => {
    await lockCompany(trx, actor.companyId);
    const row = await findLead(trx, actor, uuid);
    const history = await loadLeadHistory(trx, row.uuid);
    const parts = changedParts(edit);
    if (parts.length === 0 || history.some(({ op_id }) => op_id === edit.op_id)) {
      return leadFromRow(row);
    }
    const context = { actor, rules, now: clock.now() };
    rejectConflictingEdit(row, edit, findPartsChangedSince(history, edit.base_op_id), context);
    await requireOpenProject(trx, row, edit, context);
    await applyEdit(trx, row, edit, context);
    return leadFromRow(await findLead(trx, actor, uuid));
  });
}

function rejectConflictingEdit(
  row: LeadRow,
  edit: CompleteEdit,
  editedParts: ReturnType<typeof findPartsChangedSince>,
  context: EditContext,
): void {
  const parts = changedParts(edit);
  const lead = leadFromRow(row);
  if (parts.includes('status') && editedParts.has('status')) {
    throw new ApiFailure('lead_moved_on', { field: 'body.status' });
  }
  const problem = validateLeadEdit(lead, edit, getEditDay(row, edit, context));
  if (problem) {
    const code = editedParts.has('status') ? 'lead_moved_on' : problem.code;
    throw new ApiFailure(code, { field: `body.${problem.field}` });
  }
  const conflictingPart = parts.find((part) => editedParts.has(part));
  if (conflictingPart)
    throw new ApiFailure('conflict', { field: `body.${fieldByPart[conflictingPart]}` });
}

/**
 * Throws `move_not_allowed` if the edit cancels a lead whose project is no longer open. In a project that is in review
 * or closed, the work has already been done.
 */
async function requireOpenProject(
  trx: Transaction<Database>,
  row: LeadRow,
  edit: CompleteEdit,
  { actor, now }: EditContext,
): Promise<void> {
  if (!isCancelled(row, edit) || row.project_id === null) return;
  const project = await findProject(trx, actor.companyId, row.project_id);
  if (!isOpenAt(project, now)) throw new ApiFailure('move_not_allowed', { field: 'body.status' });
}

const fieldByPart = {
  status: 'status',
  notes: 'NotesFromVELUXClub',
  date: 'expected_installation_date',
  address: 'address',
} as const;

/**
 * Returns the day on which the edit was made, which may be long before it was sent. If the device's clock is wrong, the
 * time is limited to the period between the lead's creation and now.
 */
function getEditDay(row: LeadRow, edit: CompleteEdit, { actor, now }: EditContext): string {
  return dayIn(actor.region, Math.min(Math.max(edit.time, row.created_at.getTime()), now));
}

interface EditContext {
  readonly actor: Actor;
  readonly rules: RegionRules;
  readonly now: number;
}

async function applyEdit(
  trx: Transaction<Database>,
  row: LeadRow,
  edit: CompleteEdit,
  { actor, rules, now }: EditContext,
): Promise<void> {
  const rev = await nextRevs(trx, actor.companyId, REV_COUNT);
  const updatedLead = applyLeadChanges(leadFromRow(row), edit);
  if (updatedLead.project_id !== null) {
    const project = { lead: updatedLead, uuid: updatedLead.project_id, rev: rev + 1, now, rules };
    if (edit.status === 'agreed') await createLeadProject(trx, actor, project);
    else await updateLeadProject(trx, project);
    if (isCancelled(row, edit)) await markProjectLost(trx, updatedLead.project_id);
  }
  const isMoved = edit.status !== undefined;
  await trx
    .updateTable('leads')
    .set({
      rev,
      op_id: edit.op_id,
      updated_at: new Date(now),
      status: updatedLead.status,
      reasons: toJsonb(updatedLead.reasons),
      notes: updatedLead.NotesFromVELUXClub,
      installation_day: updatedLead.expected_installation_date,
      customer_info: toJsonb(updatedLead.customer_info),
      project_id: updatedLead.project_id,
      ...(isMoved && {
        expires_on: getLeadExpiry(updatedLead.status, now),
        moved_by: 'installer' as const,
        mover_id: actor.userId,
        moved_at: new Date(now),
      }),
    })
    .where('uuid', '=', row.uuid)
    .execute();
  const appliedEdit = { leadUuid: row.uuid, opId: edit.op_id, rev, parts: changedParts(edit) };
  await recordEdits(trx, [appliedEdit], now);
}

/** True if the customer of an agreed lead cancels, which ends its project. */
function isCancelled(row: LeadRow, { status }: Pick<LeadEdit, 'status'>): boolean {
  return row.status === 'agreed' && status === 'lost';
}

/** Fills in what clients without offline support omit. */
function withDefaults(input: LeadEditInput, now: number): CompleteEdit {
  const { op_id = randomUUID(), base_op_id = null, time = now, ...changes } = input;
  const edit = { ...changes, op_id, base_op_id, time };
  if (changes.status !== 'agreed') return edit;
  // Such a client has confirmed the checklist locally, and leaves the project's id to the server.
  const { checklist = [...agreementItems], project_id = randomUUID() } = changes;
  return { ...edit, checklist, project_id };
}

/** Lower-cases ids, as the database stores them. */
function lowerCaseIds(edit: CompleteEdit): CompleteEdit {
  const { project_id } = edit;
  return {
    ...edit,
    op_id: edit.op_id.toLowerCase(),
    base_op_id: edit.base_op_id?.toLowerCase() ?? null,
    ...(project_id !== undefined && { project_id: project_id.toLowerCase() }),
  };
}
