import type { UnsentCounts } from '#sync/outbox/counts.ts';

/** What home says of unsent work: nothing, that it waits, that something was refused, or that products have no project. */
export type UnsentNotice =
  | { tone: 'none' }
  | { tone: 'captured'; count: number }
  | { tone: 'waiting'; count: number; captured: number }
  | { tone: 'refused'; count: number; waiting: number; captured: number };

/**
 * Refused work comes first: it waits for the person, what waits to be sent goes by itself. Products that are in no
 * project yet are not on their way at all: they are said apart.
 * @param counts null while they are not known
 */
export function unsentNotice(counts: UnsentCounts | null): UnsentNotice {
  if (!counts) return { tone: 'none' };
  const refused = counts.refusedTotal;
  const { captured } = counts.kinds.scan;
  const waiting = counts.total - refused - captured;
  if (refused > 0) return { tone: 'refused', count: refused, waiting, captured };
  if (waiting > 0) return { tone: 'waiting', count: waiting, captured };
  return captured > 0 ? { tone: 'captured', count: captured } : { tone: 'none' };
}
