import type { CaptureOutcome } from './use-capture.ts';

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
