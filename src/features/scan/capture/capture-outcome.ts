import { type CaptureOutcome } from './use-capture.ts';
import { useEffect, useState } from 'react';

/**
 * Whether one word on the picture tells all: what was caught, what is known already, what another maker's is.
 * Everything else has something to be done about it.
 */
export function isBriefOutcome(outcome: CaptureOutcome): boolean {
  if (outcome.kind !== 'capture') return false;
  const { result } = outcome;
  return result.kind !== 'refused' || result.reason === 'foreign';
}

/** The scan that the last reading has brought; null where it brought none. */
export function capturedScanId(outcome: CaptureOutcome | null): string | null {
  return outcome?.kind === 'capture' && outcome.result.kind === 'captured'
    ? outcome.result.id
    : null;
}

/** What there is to tell, as long as it is told; where there is something to do, nobody is hurried. */
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
