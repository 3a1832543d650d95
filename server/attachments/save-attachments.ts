import { type Kysely, sql, type Transaction } from 'kysely';
import { type AttachmentVerdict } from '#schemas/api/attachment-calls.ts';
import { apiErrorStatus } from '#schemas/api/errors.ts';
import {
  type AttachmentEdit,
  type AttachmentSave,
  HANDOVER_MEDIA_TYPE,
  MAX_PROJECT_PHOTOS,
  mediaTypesOfKind,
} from '#schemas/attachment.ts';
import { lockCompany, nextRevs } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { apiError } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { attachmentColumns, attachmentFromRow, type AttachmentRow } from './attachment-row.ts';
import { deleteAttachments } from './delete-attachments.ts';
import { MAX_COMPANY_ATTACHMENTS_BYTES, sumUsedBytes } from './unfinished-uploads.ts';

type AttachmentErrorCode = 'invalid_input' | 'project_not_found' | 'conflict' | StorageFullCode;
type StorageFullCode = 'attachments_full' | 'company_storage_full';

/** The company's data that a batch depends on, updated with each edit. */
interface BatchState {
  readonly rows: Map<string, AttachmentRow>;
  /** Ids of attachments whose removal arrived before the attachment itself. */
  readonly tombstones: Set<string>;
  readonly projectIds: ReadonlySet<string>;
  /** Number of photos by project. */
  readonly photoCounts: Map<string, number>;
  usedBytes: number;
  readonly actor: Actor;
  readonly now: Date;
}

/**
 * Saves, changes and removes attachments in one transaction and returns a verdict for each, in order. A rejected
 * edit never stops the others (F04). An edit that arrives several times takes effect only once (F01, F02).
 */
export async function saveAttachments(
  edits: readonly AttachmentEdit[],
  actor: Actor,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<AttachmentVerdict[]> {
  const normalisedEdits = edits.map(lowerCaseIds);
  const verdicts = await transact(db, async (trx) => {
    await lockCompany(trx, actor.companyId);
    const state = await loadState(trx, normalisedEdits, actor, clock.now());
    const storedRows = new Map(state.rows);
    const results = normalisedEdits.map((edit) => applyEdit(edit, state));
    await insertTombstones(trx, normalisedEdits, state);
    const foreignIds = await writeChanges(trx, storedRows, state);
    return results.map((verdict) =>
      foreignIds.has(verdict.uuid) ? rejection(verdict, 'conflict') : verdict,
    );
  });
  return verdicts.map((verdict, index) => ({ ...verdict, ...pickIds(edits[index] ?? verdict) }));
}

async function loadState(
  trx: Transaction<Database>,
  edits: readonly AttachmentEdit[],
  actor: Actor,
  now: number,
): Promise<BatchState> {
  const { companyId } = actor;
  const ids = [...new Set(edits.map(({ uuid }) => uuid))];
  const projectIds = [...new Set(edits.flatMap((edit) => (edit.deleted ? [] : edit.project_id)))];
  const rows = await trx
    .selectFrom('attachments')
    .select(attachmentColumns)
    .where('uuid', '=', anyUuid(ids))
    .execute();
  const tombstones = await trx
    .selectFrom('attachment_tombstones')
    .select('uuid')
    .where('company_id', '=', companyId)
    .where('uuid', '=', anyUuid(ids))
    .execute();
  const projects = await trx
    .selectFrom('projects')
    .select('uuid')
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .where('uuid', '=', anyUuid(projectIds))
    .execute();
  return {
    rows: new Map(rows.map((row) => [row.uuid, row])),
    tombstones: new Set(tombstones.map(({ uuid }) => uuid)),
    projectIds: new Set(projects.map(({ uuid }) => uuid)),
    photoCounts: await countPhotos(trx, projectIds),
    usedBytes: await sumUsedBytes(trx, companyId, now),
    actor,
    now: new Date(now),
  };
}

async function countPhotos(db: Kysely<Database>, projectIds: string[]) {
  const counts = await db
    .selectFrom('attachments')
    .select(['project_id', sql<number>`count(*)::int`.as('count')])
    .where('project_id', '=', anyUuid(projectIds))
    .where('kind', '=', 'photo')
    .where('deleted', '=', false)
    .groupBy('project_id')
    .execute();
  return new Map(counts.map(({ project_id, count }) => [project_id, count]));
}

function applyEdit(edit: AttachmentEdit, state: BatchState): AttachmentVerdict {
  const storedRow = state.rows.get(edit.uuid);
  if (storedRow && storedRow.company_id !== state.actor.companyId)
    return rejection(edit, 'conflict');
  if (edit.deleted) {
    if (!storedRow) state.tombstones.add(edit.uuid);
    if (!storedRow || storedRow.deleted) return success(edit, 200, storedRow);
    // A signed handover sheet can be erased only by an operator.
    if (storedRow.media_type === HANDOVER_MEDIA_TYPE && storedRow.has_content)
      return rejection(edit, 'conflict', storedRow);
    countAttachment(storedRow, -1, state);
    return success(
      edit,
      200,
      stage({ ...storedRow, op_id: edit.op_id, deleted: true, updated_at: state.now }, state),
    );
  }
  if (storedRow) return applyChange(edit, storedRow, state);
  if (state.tombstones.has(edit.uuid)) return rejection(edit, 'conflict');
  const problem = validateNewAttachment(edit, state);
  if (problem) return rejection(edit, problem);
  const { base_op_id: _base, version_at: _version, captured_at, ...fields } = edit;
  const newRow = {
    ...fields,
    captured_at: new Date(captured_at),
    company_id: state.actor.companyId,
    created_by: state.actor.userId,
    created_at: state.now,
    has_content: false,
    document: null,
    rev: 0,
    updated_at: versionTime(edit, state),
  };
  countAttachment(newRow, 1, state);
  return success(edit, 201, stage(newRow, state));
}

/** Applies an edit to a stored attachment. Only the caption and the group can change. */
function applyChange(edit: AttachmentSave, storedRow: AttachmentRow, state: BatchState) {
  if (storedRow.op_id === edit.op_id && !storedRow.deleted) return success(edit, 200, storedRow);
  if (storedRow.deleted || storedRow.op_id !== edit.base_op_id)
    return rejection(edit, 'conflict', storedRow);
  const { op_id, caption, group } = edit;
  const updated_at = versionTime(edit, state);
  return success(edit, 200, stage({ ...storedRow, op_id, caption, group, updated_at }, state));
}

function validateNewAttachment(
  edit: AttachmentSave,
  state: BatchState,
): AttachmentErrorCode | null {
  const isPhoto = edit.kind === 'photo';
  if (!mediaTypesOfKind[edit.kind].includes(edit.media_type)) return 'invalid_input';
  if (!state.projectIds.has(edit.project_id)) return 'project_not_found';
  if (isPhoto && (state.photoCounts.get(edit.project_id) ?? 0) >= MAX_PROJECT_PHOTOS)
    return 'attachments_full';
  return state.usedBytes + edit.bytes > MAX_COMPANY_ATTACHMENTS_BYTES
    ? 'company_storage_full'
    : null;
}

function countAttachment(
  { kind, project_id, bytes }: Pick<AttachmentRow, 'kind' | 'project_id' | 'bytes'>,
  sign: 1 | -1,
  state: BatchState,
): void {
  state.usedBytes += sign * bytes;
  if (kind !== 'photo') return;
  state.photoCounts.set(project_id, (state.photoCounts.get(project_id) ?? 0) + sign);
}

/**
 * Returns the time of a version. A version that is resent after the server was restored keeps its original time, so
 * that devices can tell which version is the newest.
 */
function versionTime({ version_at }: AttachmentSave, { now }: BatchState): Date {
  return version_at !== undefined && Date.parse(version_at) < now.getTime()
    ? new Date(version_at)
    : now;
}

function stage(row: AttachmentRow, state: BatchState): AttachmentRow {
  const clearedFields = row.deleted ? { caption: '', has_content: false } : {};
  const changedRow = { ...row, ...clearedFields };
  state.rows.set(row.uuid, changedRow);
  return changedRow;
}

function success(edit: AttachmentEdit, status: 200 | 201, row?: AttachmentRow): AttachmentVerdict {
  return { ...pickIds(edit), status, attachment: row ? attachmentFromRow(row) : null, error: null };
}

function rejection(
  edit: Pick<AttachmentEdit, 'uuid' | 'op_id'>,
  code: AttachmentErrorCode,
  storedRow?: AttachmentRow,
): AttachmentVerdict {
  return {
    ...pickIds(edit),
    status: apiErrorStatus[code],
    attachment: storedRow ? attachmentFromRow(storedRow) : null,
    error: apiError(code),
  };
}

async function insertTombstones(
  trx: Transaction<Database>,
  edits: readonly AttachmentEdit[],
  { rows, actor, now }: BatchState,
): Promise<void> {
  const removals = edits.filter(({ uuid, deleted }) => deleted && !rows.has(uuid));
  if (removals.length === 0) return;
  await trx
    .insertInto('attachment_tombstones')
    .values(
      removals.map((edit) => ({
        ...pickIds(edit),
        company_id: actor.companyId,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns ids that weren't inserted, because another company's attachments have them */
async function writeChanges(
  trx: Transaction<Database>,
  storedRows: ReadonlyMap<string, AttachmentRow>,
  { rows, actor, now }: BatchState,
): Promise<ReadonlySet<string>> {
  const changedRows = [...rows.values()].filter((row) => storedRows.get(row.uuid) !== row);
  if (changedRows.length === 0) return new Set();
  const firstRev = await nextRevs(trx, actor.companyId, changedRows.length);
  const withRevs = changedRows.map((row, index) => ({ ...row, rev: firstRev + index }));
  const newRows = withRevs.filter(({ uuid }) => !storedRows.has(uuid));
  const updatedRows = withRevs.filter(({ uuid }) => storedRows.has(uuid));
  const insertedRows =
    newRows.length === 0
      ? []
      : await trx
          .insertInto('attachments')
          .values(newRows)
          .onConflict((conflict) => conflict.doNothing())
          .returning('uuid')
          .execute();
  for (const { uuid, op_id, caption, group, rev, updated_at } of updatedRows) {
    await trx
      .updateTable('attachments')
      .set({ op_id, caption, group, rev, updated_at })
      .where('uuid', '=', uuid)
      .execute();
  }
  await deleteAttachments(
    trx,
    updatedRows.filter(({ deleted }) => deleted),
    now.getTime(),
  );
  const insertedIds = new Set(insertedRows.map(({ uuid }) => uuid));
  return new Set(newRows.map(({ uuid }) => uuid).filter((uuid) => !insertedIds.has(uuid)));
}

function pickIds({ uuid, op_id }: Pick<AttachmentEdit, 'uuid' | 'op_id'>) {
  return { uuid, op_id };
}

/** Lower-cases ids, as the database stores them. */
function lowerCaseIds(edit: AttachmentEdit): AttachmentEdit {
  const ids = { uuid: edit.uuid.toLowerCase(), op_id: edit.op_id.toLowerCase() };
  if (edit.deleted) return { ...edit, ...ids };
  return {
    ...edit,
    ...ids,
    base_op_id: edit.base_op_id?.toLowerCase() ?? null,
    project_id: edit.project_id.toLowerCase(),
  };
}
