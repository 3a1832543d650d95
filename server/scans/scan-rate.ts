import { incrementWindow } from '../db/rate-windows.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';

const HOUR = 60 * 60_000;
/**
 * New products of one company in an hour that somebody should look at (security 13). A crew fits a few
 * dozen windows a day; even a month's work that comes at once after a long outage stays below.
 */
export const UNUSUAL_SCANS_PER_HOUR = 1_000;

/** Counts the scans that a company has just saved, and logs once an hour when they are unusually many. */
export async function recordScanRate(
  { db, clock, logger }: Pick<Services, 'db' | 'clock' | 'logger'>,
  actor: Actor,
  saved: number,
): Promise<void> {
  if (saved === 0) return;
  const start = Math.floor(clock.now() / HOUR) * HOUR;
  const count = await incrementWindow(db, `scans:${actor.companyId}`, start, saved);
  const isNew = count - saved < UNUSUAL_SCANS_PER_HOUR;
  if (count < UNUSUAL_SCANS_PER_HOUR || !isNew) return;
  logger.warn({ company: actor.companyId, count }, 'a company saves unusually many scans');
}
