/** Reason why an item hasn't been sent. */
import type { SurveyQuestion } from '#schemas/survey.ts';
import { isConflict } from '#src/data/sync/lead-conflict.ts';
import { canSetDate, hasDateConflict } from '#src/features/_shared/dates/rejected-date.ts';
import { unmetRequirements, type Requirement } from '#src/features/scan/exports.tsx';
import type { QueueRecord } from '#sync/retry/retry-scheduler.ts';
import type { SyncStatus } from '#sync/status/status.ts';
import { isContentDue, requiredPhoto, type UnsentItem } from './unsent-item.ts';

/** Reasons that need the user's attention, followed by those of items that are sent automatically. */
export type UnsentReason =
  | 'choose_project'
  /** The registry rejected the product. */
  | 'invalid'
  | 'needs_details'
  | 'needs_photo'
  | 'needs_answer'
  | 'refused'
  /** The server has a newer change. */
  | 'overtaken'
  /** A rejected product blocks the closing. */
  | 'refused_products'
  | 'refused_project'
  /** The session has expired. */
  | 'sign_in'
  | 'maintenance'
  | 'offline'
  /** The registry is checking the product. */
  | 'checking'
  /** The photo must be sent first. */
  | 'photo'
  | 'photo_sending'
  /** The products, lead or project must be sent first. */
  | 'products'
  | 'lead'
  | 'project'
  | 'sending'
  /** The last attempt failed. */
  | 'retry'
  | 'queued';

/** Visual style of a reason; `decide` is highlighted. */
type ReasonTone = 'refused' | 'decide' | 'sending' | 'waiting';

/**
 * Returns the reason why an item hasn't been sent.
 * @param record state of its request queue; null before the first attempt
 * @param questions product questions
 */
export function unsentReason(
  item: UnsentItem,
  status: Pick<SyncStatus, 'connection' | 'phase' | 'uploading'>,
  record: QueueRecord | null,
  questions: readonly SurveyQuestion[] = [],
): UnsentReason {
  const specificReason = itemReason(item, status.connection === 'online', questions);
  if (specificReason !== null) return specificReason;
  if (status.phase === 'blocked') return 'sign_in';
  if (status.connection !== 'online') return status.connection;
  const photo = requiredPhoto(item);
  if (photo !== null && photo === status.uploading?.id) return 'photo_sending';
  if (record?.lastError) return 'retry';
  if (photo !== null) return 'photo';
  if (item.kind === 'scan' && item.unsentProject !== null) return 'project';
  if (isContentDue(item)) return item.id === status.uploading?.id ? 'sending' : 'queued';
  return isInProgress(record) ? 'sending' : 'queued';
}

/** Returns a reason that is specific to the item, or null. */
function itemReason(
  item: UnsentItem,
  isOnline: boolean,
  questions: readonly SurveyQuestion[],
): UnsentReason | null {
  if (item.kind === 'scan') return scanReason(item, isOnline, questions);
  if (item.kind === 'lead') {
    if (item.lead.state !== 'refused') return null;
    return isConflict(item.lead) ? 'overtaken' : 'refused';
  }
  if (item.kind === 'chat') return item.chat.state === 'refused' ? 'refused' : null;
  if (item.kind === 'attachment') return item.attachment.state === 'refused' ? 'refused' : null;
  const { state, closing, awaits_lead, unbegun } = item.project;
  if (state === 'refused')
    return canSetDate(item.project) && hasDateConflict(item.project) ? 'overtaken' : 'refused';
  // A project is created before it is closed.
  if (unbegun || closing?.released !== false) return null;
  if (item.rejectedProductCount > 0) return 'refused_products';
  return awaits_lead === null ? 'products' : 'lead';
}

const reasonOfRequirement: Record<Requirement, UnsentReason> = {
  invalid: 'invalid',
  details: 'needs_details',
  photo: 'needs_photo',
  tag_photo: 'needs_photo',
  survey: 'needs_answer',
};

function scanReason(
  { scan, unsentProject }: Extract<UnsentItem, { kind: 'scan' }>,
  isOnline: boolean,
  questions: readonly SurveyQuestion[],
): UnsentReason | null {
  if (scan.state === 'refused') return 'refused';
  if (scan.state === 'waiting' && unsentProject?.state === 'refused') return 'refused_project';
  if (scan.state !== 'captured') return null;
  const [firstRequirement] = unmetRequirements(scan, questions);
  if (firstRequirement !== undefined) return reasonOfRequirement[firstRequirement];
  const isBeingChecked = isOnline && !scan.isValidated && scan.serial_number !== null;
  return isBeingChecked ? 'checking' : 'choose_project';
}

function isInProgress(record: QueueRecord | null): boolean {
  if (record === null || record.lastError !== null) return false;
  return record.lastSuccessAt === null || record.lastSuccessAt < record.lastTryAt;
}

const reasonTones: Partial<Record<UnsentReason, ReasonTone>> = {
  refused: 'refused',
  choose_project: 'decide',
  invalid: 'decide',
  needs_details: 'decide',
  needs_photo: 'decide',
  needs_answer: 'decide',
  overtaken: 'decide',
  refused_products: 'decide',
  refused_project: 'decide',
  sending: 'sending',
  checking: 'sending',
  photo_sending: 'sending',
};

export function toneOf(reason: UnsentReason): ReasonTone {
  return reasonTones[reason] ?? 'waiting';
}

/** True if the item isn't sent until the user does something. */
export function needsAttention(reason: UnsentReason): boolean {
  const tone = toneOf(reason);
  return tone === 'refused' || tone === 'decide';
}
