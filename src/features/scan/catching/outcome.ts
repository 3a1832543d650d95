import type { CatchOutcome } from './use-catching.ts';

/**
 * Whether one word on the picture tells all: what was caught, what is known already, what another maker's is.
 * Everything else has something to be done about it.
 */
export function isWordEnough(outcome: CatchOutcome): boolean {
  if (outcome.kind !== 'catch') return false;
  const { result } = outcome;
  return result.kind !== 'refused' || result.reason === 'foreign';
}

/** The scan that the last reading has brought; null where it brought none. */
export function caughtId(outcome: CatchOutcome | null): string | null {
  return outcome?.kind === 'catch' && outcome.result.kind === 'caught' ? outcome.result.id : null;
}
