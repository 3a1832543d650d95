import { useEffect, useState } from 'react';
import type { CaptureOutcome } from './use-capture.ts';

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
