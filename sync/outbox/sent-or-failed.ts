import {
  distinctUntilChanged,
  firstValueFrom,
  map,
  NEVER,
  type Observable,
  of,
  switchMap,
  timeout,
  timer,
} from 'rxjs';
import type { SyncStatus } from '../status/status.ts';
import { sendable } from './counts.ts';

/** How long "send now" waits for a leader in another tab. */
const SEND_NOW_TIMEOUT_MS = 60_000;
/** What can be sent begins at once; where nothing has begun for so long, nothing can. */
const RESTING_MS = 1_000;

/**
 * Resolves once nothing is left to be sent, or it has failed for now, or nothing is being sent though
 * something is left: that waits for something else, as a scan does for a project whose lead was refused.
 */
export async function sentOrFailed(status$: Observable<SyncStatus>): Promise<void> {
  const over$ = status$.pipe(
    map(({ phase, unsent }) => {
      if (phase === 'waiting' || phase === 'blocked') return 'over';
      if (phase === 'syncing' || unsent === null) return 'busy';
      return sendable(unsent) > 0 ? 'resting' : 'over';
    }),
    distinctUntilChanged(),
    switchMap((now) => (now === 'over' ? of(now) : now === 'busy' ? NEVER : timer(RESTING_MS))),
    timeout({ first: SEND_NOW_TIMEOUT_MS }),
  );
  await firstValueFrom(over$).catch(() => undefined);
}
