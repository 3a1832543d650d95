import type { UnsentCounts } from '#sync/outbox/counts.ts';

/** What home says of unsent work: nothing, that it waits, or that something was refused. */
export type UnsentNotice =
  | { tone: 'none' }
  | { tone: 'waiting'; count: number }
  | { tone: 'refused'; count: number; waiting: number };

/**
 * Refused work comes first: it waits for the person, the rest goes by itself.
 * @param counts null while they are not known
 */
export function unsentNotice(counts: UnsentCounts | null): UnsentNotice {
  if (!counts) return { tone: 'none' };
  const refused = counts.refusedTotal;
  const waiting = counts.total - refused;
  if (refused > 0) return { tone: 'refused', count: refused, waiting };
  return waiting > 0 ? { tone: 'waiting', count: waiting } : { tone: 'none' };
}
