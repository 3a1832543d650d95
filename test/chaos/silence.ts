import { countSendable } from '#sync/outbox/counts.ts';
import type { SyncStatus } from '#sync/status/status.ts';
import { deviceState, isHeld } from './device-state.ts';
import type { Page } from './page.ts';
import type { Phone } from './phone.ts';
import type { Problem } from './problem.ts';

/** Maximum time, in ms, that work may wait with a network but without a reason on the screen. */
const MAX_SILENCE_MS = 30_000;

/** True if the sync centre shows a reason for waiting, or that sending is in progress. */
function hasReason({
  connection,
  phase,
  lastError,
  isLeaderSilent,
  progress,
}: SyncStatus): boolean {
  const isSyncing = phase === 'syncing' || progress !== null;
  return (
    isSyncing ||
    connection !== 'online' ||
    phase === 'blocked' ||
    isLeaderSilent ||
    lastError !== null
  );
}

function isSilent({ account }: Page): boolean {
  const status = account.status();
  return status.unsent !== null && countSendable(status.unsent) > 0 && !hasReason(status);
}

/**
 * Finds edits that wait too long without a reason.
 * @returns a function that checks again and reports each page once
 */
export function watchSilence(phones: readonly Phone[]): () => Promise<Problem[]> {
  const silentSinceByPage = new Map<Page, number>();
  const reportedPages = new Set<Page>();
  return async () => {
    const problems: Problem[] = [];
    for (const phone of phones) {
      for (const page of phone.pages) {
        if (page === null || page.isSuspended() || !isSilent(page)) {
          if (page) silentSinceByPage.delete(page);
          continue;
        }
        const silentSince = silentSinceByPage.get(page) ?? Date.now();
        silentSinceByPage.set(page, silentSince);
        if (reportedPages.has(page) || Date.now() - silentSince < MAX_SILENCE_MS) continue;
        const local = await deviceState(phone);
        const rows = [...local.scans.values(), ...local.leads.values(), ...local.chats.values()];
        const stuckRows = rows.filter((row) => row['state'] === 'waiting' && !isHeld(row, local));
        if (stuckRows.length === 0) continue;
        reportedPages.add(page);
        const ids = stuckRows.map(({ uuid }) => uuid).join(' ');
        problems.push({
          kind: 'stuck',
          description: `${phone.accountKey}, without a reason: ${ids}`,
        });
      }
    }
    return problems;
  };
}
