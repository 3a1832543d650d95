import { type CaptureOutcome } from './use-capture.ts';
import { useEffect, useState } from 'react';

/**
 * True if a short toast says everything: captured, duplicate, or another maker's label. Other
 * outcomes need an action.
 */
export function isBriefOutcome(outcome: CaptureOutcome): boolean {
  if (outcome.kind !== 'capture') return false;
  const { result } = outcome;
  return result.kind !== 'refused' || result.reason === 'foreign';
}

/** Returns the id of the scan that the last reading created, or null. */
export function capturedScanId(outcome: CaptureOutcome | null): string | null {
  return outcome?.kind === 'capture' && outcome.result.kind === 'captured'
    ? outcome.result.id
    : null;
}

/** Returns the outcome while its notice is visible. Actionable ones don't time out. */
export function useExpiring(outcome: CaptureOutcome | null, forMs: number): CaptureOutcome | null {
  const [goneTurn, setGoneTurn] = useState(0);
  useEffect(() => {
    if (!outcome || staysUntilNext(outcome)) return undefined;
    const timer = setTimeout(() => setGoneTurn(outcome.sequence), forMs);
    return () => clearTimeout(timer);
  }, [outcome, forMs]);
  return outcome && outcome.sequence > goneTurn ? outcome : null;
}

function staysUntilNext(outcome: CaptureOutcome): boolean {
  return (
    outcome.kind === 'removed_before' ||
    (outcome.kind === 'verdict' && outcome.verdict !== 'partial')
  );
}
