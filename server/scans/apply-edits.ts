import type { ScanEdit, ScanVerdict } from '#schemas/api/scan-calls.ts';
import type { ProductRejection, ScanRemoval, ScanSave } from '#schemas/scan.ts';
import { apiErrorStatus } from '#schemas/api/errors.ts';
import { apiError } from '../http/failure.ts';
import {
  validateScan,
  type ScanContext,
  type ScanErrorCode,
  type ScanRules,
} from './validate-scan.ts';
import { createTierTally } from '../tiers/tier-tally.ts';
import { holdsSerial, scanFromState, type ScanState } from './scan-row.ts';

/** The database state relevant to a batch. */
export interface BatchState {
  readonly companyId: string;
  /** Scans of any company: an id belongs to the company that used it first. */
  readonly scans: ReadonlyMap<string, ScanState>;
  /** Ids that were removed before they were ever saved. */
  readonly tombstones: ReadonlySet<string>;
  readonly context: ScanContext;
  /** The server's time, ISO. */
  readonly now: string;
}

/** Changes to store, and the verdicts if all of them succeed. */
export interface BatchResult {
  /** In the order of the edits. */
  readonly verdicts: ScanVerdict[];
  /** New or changed scans, in their final state after the batch. */
  readonly changed: ReadonlyMap<string, ScanState>;
  /** Removals of scans that the server never had. */
  readonly tombstones: ReadonlyMap<string, ScanRemoval>;
}

/**
 * Applies a batch in order, as if each edit arrived on its own: the first of two conflicting edits wins.
 * Pure. Repeating an edit (same uuid and op_id) returns its original verdict (F01).
 */
export function applyEdits(
  edits: readonly ScanEdit[],
  state: BatchState,
  rules: ScanRules,
): BatchResult {
  const scans = new Map(state.scans);
  const countedBy = new Map(state.context.countedBy);
  const tombstoneIds = new Set(state.tombstones);
  const context = { ...state.context, countedBy };
  const changed = new Map<string, ScanState>();
  const tombstones = new Map<string, ScanRemoval>();
  const tally = createTierTally(state.context.tierCounts, rules, state.now);

  const store = (next: ScanState): void => {
    const previous = scans.get(next.uuid);
    if (previous && holdsSerial(previous)) countedBy.delete(previous.serial_number);
    if (holdsSerial(next)) countedBy.set(next.serial_number, next.uuid);
    tally.count(previous, next);
    scans.set(next.uuid, next);
    changed.set(next.uuid, next);
  };
  const addTombstone = (removal: ScanRemoval): void => {
    tombstoneIds.add(removal.uuid);
    tombstones.set(removal.uuid, removal);
  };

  const verdicts = edits.map((edit): ScanVerdict => {
    const stored = scans.get(edit.uuid);
    if (stored && stored.company_id !== state.companyId) return rejection(edit, 'conflict');
    if (edit.deleted) return applyRemoval(edit, stored);
    if (tombstoneIds.has(edit.uuid)) return rejection(edit, 'conflict');
    return applySave(edit, stored);
  });
  return { verdicts, changed, tombstones };

  function applyRemoval(edit: ScanRemoval, stored: ScanState | undefined): ScanVerdict {
    if (!stored) {
      if (!tombstoneIds.has(edit.uuid)) addTombstone(edit);
      return { uuid: edit.uuid, op_id: edit.op_id, status: 200, scan: null, error: null };
    }
    if (stored.deleted) return success(edit, stored, 200);
    if (!canChange(stored)) return rejection(edit, 'project_not_open', stored);
    const removed = { ...stored, op_id: edit.op_id, deleted: true, updated_at: state.now };
    store(removed);
    return success(edit, removed, 200);
  }

  function applySave(edit: ScanSave, stored: ScanState | undefined): ScanVerdict {
    if (stored && stored.op_id === edit.op_id && !stored.deleted) return success(edit, stored, 200);
    if (stored && (stored.deleted || stored.op_id !== edit.base_op_id)) {
      return rejection(edit, 'conflict', stored);
    }
    if (stored && !canChange(stored)) return applyNewPhoto(edit, stored);

    const validation = validateScan(edit, rules, context);
    if (validation.kind === 'rejected') {
      return rejection(edit, validation.code, stored, validation.field);
    }
    const { base_op_id: _base, ...fields } = edit;
    const tierPoints = tally.pointsOf(edit.type, stored);
    const next: ScanState = {
      ...fields,
      company_id: state.companyId,
      survey: validation.survey,
      flag: validation.flag,
      rejection: null,
      points: validation.points + tierPoints,
      tier_points: tierPoints,
      created_at: stored?.created_at ?? state.now,
      updated_at: state.now,
    };
    store(next);
    return success(edit, next, stored ? 200 : 201);
  }

  /** A submitted project accepts no edits except new photos of products that a reviewer objected to. */
  function applyNewPhoto(edit: ScanSave, stored: ScanState): ScanVerdict {
    const { flag, rejection: objection, serial_number } = stored;
    if (!changesOnlyPhoto(edit, stored)) return rejection(edit, 'project_not_open', stored);
    // Accepted in the meantime, so the photo isn't needed any more.
    if (flag === 'valid') return success(edit, stored, 200);
    if (!objection) return rejection(edit, 'project_not_open', stored);
    if (!acceptsNewPhoto(objection, state.now)) {
      return rejection(edit, 'new_photo_not_accepted', stored);
    }
    if (edit.image_data === null || !context.photos.has(edit.image_data)) {
      return rejection(edit, 'photo_not_found', stored, 'image_data');
    }
    // A rejected product had freed its serial number.
    const holder = serial_number === null ? undefined : countedBy.get(serial_number);
    if (holder !== undefined && holder !== stored.uuid) {
      return rejection(edit, 'already_scanned', stored, 'serial_number');
    }
    const next: ScanState = {
      ...stored,
      op_id: edit.op_id,
      image_data: edit.image_data,
      photo_of: edit.photo_of ?? null,
      flag: 'in_review',
      rejection: null,
      updated_at: state.now,
    };
    store(next);
    return success(edit, next, 200);
  }

  /** True if a scan may be changed, removed or moved: its project is open, or was given up. */
  function canChange(scan: ScanState): boolean {
    const project = context.projects.get(scan.projects_id);
    return project !== undefined && (project.isOpen || project.isGivenUp);
  }
}

/** Fields that a new photo leaves unchanged. */
const fieldsBesidePhoto = [
  'type',
  'size',
  'variant',
  'projects_id',
  'serial_number',
  'is_unique',
  'survey',
  'manual',
  'time',
] as const satisfies readonly (keyof ScanSave)[];

function changesOnlyPhoto(edit: ScanSave, stored: ScanState): boolean {
  return fieldsBesidePhoto.every((field) => edit[field] === stored[field]);
}

/** Time for photos that were taken before the deadline, without a network. */
export const NEW_PHOTO_GRACE_MS = 2 * 86_400_000;

/** @param now the server's time, ISO */
function acceptsNewPhoto({ new_photo_until }: ProductRejection, now: string): boolean {
  if (new_photo_until === null) return false;
  return Date.parse(now) <= Date.parse(new_photo_until) + NEW_PHOTO_GRACE_MS;
}

function success(edit: ScanEdit, scan: ScanState, status: 200 | 201): ScanVerdict {
  return { uuid: edit.uuid, op_id: edit.op_id, status, scan: scanFromState(scan), error: null };
}

/** Verdict for a rejected edit, with the company's stored scan if there is one. */
export function rejection(
  edit: Pick<ScanEdit, 'uuid' | 'op_id'>,
  code: ScanErrorCode,
  stored?: ScanState,
  field?: string,
): ScanVerdict {
  return {
    uuid: edit.uuid,
    op_id: edit.op_id,
    status: apiErrorStatus[code],
    scan: stored ? scanFromState(stored) : null,
    error: apiError(code, field),
  };
}
