import { apiErrorCodes, type ApiErrorCode } from '#schemas/api/errors.ts';
import { collections } from '#schemas/collections.ts';
import { registry } from '../entities/registry.ts';
import type { QueueKey } from '../retry/queue-key.ts';
import type { FailureCode } from '../retry/retry-scheduler.ts';
import type { SyncStatus } from './status.ts';
import type { EventCode, SyncEvent } from './sync-log.ts';

/** Event codes allowed in a report; all others are masked. */
const eventCodes: Record<EventCode, true> = {
  acts_open: true,
  attachment_failed: true,
  check_refused: true,
  checkpoint_stale: true,
  close_failed: true,
  code_missing: true,
  edit_refused: true,
  imported: true,
  live_failed: true,
  lost_rows_dropped: true,
  meta_not_dropped: true,
  photo_failed: true,
  photo_refused: true,
  photos_not_swept: true,
  pull_failed: true,
  push_failed: true,
  server_restored: true,
  singletons_failed: true,
  store_lost: true,
  unknown_shape: true,
};

/** Failure codes other than the server's. */
const deviceCodes: Record<Exclude<FailureCode, ApiErrorCode> | 'photo_lost', true> = {
  attachment_not_found: true,
  attachment_quota_full: true,
  cancelled: true,
  chat_not_found: true,
  project_begun: true,
  closing_on_its_way: true,
  edit_on_its_way: true,
  code_missing: true,
  database_failed: true,
  database_hung: true,
  database_newer: true,
  file_newer: true,
  file_of_other_account: true,
  file_unreadable: true,
  lead_refused: true,
  migration_failed: true,
  not_an_answer: true,
  too_large_for_network: true,
  offline: true,
  photo_damaged: true,
  photo_lost: true,
  photo_too_large: true,
  scan_not_found: true,
  storage_full: true,
  timeout: true,
  unexpected: true,
  unknown_shape: true,
};

/** All strings allowed in log details: codes, and names of calls and collections. */
const allowedStrings: ReadonlySet<unknown> = new Set([
  ...apiErrorCodes,
  ...Object.keys(deviceCodes),
  ...Object.keys(collections),
]);

/** Names of the log details that a report may contain. Other details are left out. */
const detailNames: ReadonlySet<string> = new Set([
  'code',
  'collection',
  'count',
  'unexpected',
  'added',
  'known',
  'missing',
  'unreadable',
  'left',
  ...registry.map(({ collection }) => collection),
]);

/** Kinds of queues. */
const queueKinds: Readonly<Record<QueueKey['kind'], true>> = {
  pull: true,
  push: true,
  photos: true,
  attachments: true,
  checks: true,
  code: true,
  own_data: true,
};
/** Replaces strings that aren't on a list. */
const MASKED = 'other';

/** Sync report for support: codes, counts and times. */
interface SupportReport {
  readonly at: string;
  readonly version: string;
  readonly build: string;
  readonly status: Pick<
    SyncStatus,
    'connection' | 'phase' | 'unsent' | 'unreadable' | 'store' | 'lastError'
  > & {
    readonly leader: boolean;
    readonly lastSuccessAt: string | null;
    readonly nextTryAt: string | null;
  };
  readonly queues: readonly {
    readonly kind: string;
    readonly collection: string | null;
    readonly lastTryAt: string | null;
    readonly lastError: string | null;
    readonly nextTryAt: string | null;
  }[];
  readonly events: readonly {
    readonly at: string;
    readonly code: string;
    readonly details: object;
  }[];
}

/**
 * Builds the report for support. Contains nothing personal: no ids of people, projects or leads, no
 * text, no serial numbers. Only strings listed in this file pass.
 * @param now milliseconds since 1970
 */
export function createSupportReport(
  status: SyncStatus,
  events: readonly SyncEvent[],
  buildInfo: { version: string; build: string; now: number },
): SupportReport {
  const { connection, phase, isLeader, unsent, unreadable, store } = status;
  const { lastError, lastSuccessAt, nextTryAt } = status;
  return {
    at: toIsoTime(buildInfo.now) ?? '',
    version: buildInfo.version,
    build: buildInfo.build,
    status: {
      connection,
      phase,
      leader: isLeader,
      unsent,
      store,
      lastError: lastError && (maskUnlisted(lastError) as FailureCode),
      unreadable: Object.fromEntries(
        Object.entries(unreadable).filter(([name]) => Object.hasOwn(collections, name)),
      ),
      lastSuccessAt: toIsoTime(lastSuccessAt),
      nextTryAt: toIsoTime(nextTryAt),
    },
    // The queue of a single document is reported with the name of its collection, but without the document's id.
    queues: status.queues.map(({ key, ...queue }) => ({
      kind: queueKinds[key.kind] ? key.kind : MASKED,
      collection: 'collection' in key ? (maskUnlisted(key.collection) as string) : null,
      lastTryAt: toIsoTime(queue.lastTryAt),
      lastError: queue.lastError && (maskUnlisted(queue.lastError) as string),
      nextTryAt: toIsoTime(queue.nextTryAt),
    })),
    events: events.map(({ at, code, details }) => ({
      at: toIsoTime(at) ?? '',
      code: Object.hasOwn(eventCodes, code) ? code : MASKED,
      details: Object.fromEntries(
        Object.entries(details).flatMap(([name, value]) =>
          detailNames.has(name) ? [[name, maskUnlisted(value)]] : [],
        ),
      ),
    })),
  };
}

function maskUnlisted(value: string | number | boolean): string | number | boolean {
  return typeof value !== 'string' || allowedStrings.has(value) ? value : MASKED;
}

function toIsoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
