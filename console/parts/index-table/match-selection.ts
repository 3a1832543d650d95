import { useState } from 'react';

/**
 * Keeps the selection of everything that matches a list's filters. Changing a filter ends the selection for good,
 * because the operator wouldn't expect it back with the first filter.
 * @param filterKey the list's filters as text
 */
export function useMatchSelection(filterKey: string) {
  const [selectedFilterKey, setSelectedFilterKey] = useState<string | null>(null);
  const areAllMatches = selectedFilterKey === filterKey;
  if (selectedFilterKey !== null && !areAllMatches) setSelectedFilterKey(null);
  return {
    areAllMatches,
    selectMatches: () => setSelectedFilterKey(filterKey),
    clearMatches: () => setSelectedFilterKey(null),
  };
}
