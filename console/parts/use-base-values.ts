import { useState } from 'react';
import { toOperatorError } from '#console/data/operator-error.ts';

/**
 * Returns the values on which a dialog's change is based: those when it was opened. After someone else has changed
 * them, returns the latest ones, so that the change can be sent again.
 * @param error error of the dialog's action
 */
export function useBaseValues<Values>(
  latest: Values,
  error: Error | null,
): { readonly base: Values; readonly isReloaded: boolean } {
  const [{ base, isReloaded }, setState] = useState({ base: latest, isReloaded: false });
  const isOutdated = error !== null && toOperatorError(error).isOutdated;
  if (!isOutdated || JSON.stringify(latest) === JSON.stringify(base)) return { base, isReloaded };
  const reloaded = { base: latest, isReloaded: true };
  setState(reloaded);
  return reloaded;
}
