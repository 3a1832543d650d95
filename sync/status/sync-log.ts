import type { Clock } from '../ports.ts';

/** Codes of sync events. */
export type EventCode =
  | 'acts_open'
  | 'attachment_failed'
  | 'check_refused'
  | 'checkpoint_stale'
  | 'close_failed'
  | 'code_missing'
  | 'edit_refused'
  | 'imported'
  | 'live_failed'
  | 'lost_rows_dropped'
  | 'meta_not_dropped'
  | 'photo_failed'
  | 'photo_refused'
  | 'photos_not_swept'
  | 'pull_failed'
  | 'push_failed'
  | 'server_restored'
  | 'singletons_failed'
  | 'store_lost'
  | 'unknown_shape';

/** A sync event. It contains only codes, counts and names of calls, and nothing personal. */
export interface SyncEvent {
  readonly at: number;
  readonly code: EventCode;
  readonly details: Readonly<Record<string, string | number | boolean>>;
}

export interface SyncLog {
  add(code: EventCode, details?: SyncEvent['details']): void;
  events(): readonly SyncEvent[];
}

/** Maximum number of events in the log: about a day's worth. */
const MAX_EVENTS = 200;

/** Creates the log of a tab. Its events are also performance marks, which developer tools and the QA panel read. */
export function createSyncLog(clock: Clock): SyncLog {
  const events: SyncEvent[] = [];
  return {
    add(code, details = {}) {
      events.push({ at: clock(), code, details });
      performance.mark(`sync:${code}`, { detail: details });
      if (events.length > MAX_EVENTS) events.shift();
    },
    events: () => [...events],
  };
}
