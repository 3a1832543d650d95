import { useEffect, useState } from 'react';
import type { CatchOutcome } from './use-catching.ts';

/** What there is to tell, as long as it is told; where there is something to do, nobody is hurried. */
export function useWhileNew(outcome: CatchOutcome | null, forMs: number): CatchOutcome | null {
  const [goneTurn, setGoneTurn] = useState(0);
  useEffect(() => {
    if (!outcome || staysUntilNext(outcome)) return undefined;
    const timer = setTimeout(() => setGoneTurn(outcome.turn), forMs);
    return () => clearTimeout(timer);
  }, [outcome, forMs]);
  return outcome && outcome.turn > goneTurn ? outcome : null;
}

function staysUntilNext(outcome: CatchOutcome): boolean {
  return (
    outcome.kind === 'set_aside' || (outcome.kind === 'verdict' && outcome.verdict !== 'partial')
  );
}
