import { useState } from 'react';
import { toOperatorError } from '#console/data/operator-error.ts';

interface BaseValues<Values> {
  readonly base: Values;
  /** True if `base` was changed by someone else while the dialog was open. */
  readonly isReloaded: boolean;
  /** Error for which the values were last reloaded. */
  readonly conflict: Error | null;
}

/**
 * Returns the values on which a dialog's change is based: those when it was opened. After someone else has changed
 * them, returns the latest ones, so that the change can be sent again.
 * @param error error of the dialog's action
 */
export function useBaseValues<Values>(
  latest: Values,
  error: Error | null,
): Pick<BaseValues<Values>, 'base' | 'isReloaded'> {
  const [state, setState] = useState<BaseValues<Values>>({
    ...{ base: latest, isReloaded: false, conflict: null },
  });
  const isOutdated = error !== null && toOperatorError(error).isOutdated;
  // Later changes need another conflict, because the operator hasn't seen them when they send again.
  const isNewConflict = isOutdated && error !== state.conflict;
  if (!isNewConflict || JSON.stringify(latest) === JSON.stringify(state.base)) return state;
  const reloadedState = { base: latest, isReloaded: true, conflict: error };
  setState(reloadedState);
  return reloadedState;
}
