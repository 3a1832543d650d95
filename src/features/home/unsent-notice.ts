import type { UnsentCounts } from '#sync/outbox.ts';

/** What home says of unsent work: nothing, that it waits, or that something was refused. */
export type UnsentNotice =
  | { tone: 'none' }
  | { tone: 'waiting'; count: number }
  | { tone: 'refused'; count: number; waiting: number };

/** Refused work comes first: it waits for the person, the rest goes by itself. */
export function unsentNotice(counts: UnsentCounts): UnsentNotice {
  const refused = counts.refusedTotal;
  const waiting = counts.total - refused;
  if (refused > 0) return { tone: 'refused', count: refused, waiting };
  return waiting > 0 ? { tone: 'waiting', count: waiting } : { tone: 'none' };
}
