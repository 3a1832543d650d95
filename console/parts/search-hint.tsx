import { Trans } from '@lingui/react/macro';
import { isSearchable, MIN_SEARCH } from '#schemas/operator/operator-list.ts';

/** Hint that the typed search is too short. */
export function SearchHint({ searchText }: { readonly searchText: string }) {
  return (
    <p role="status" className="text-small text-ink-soft empty:hidden">
      {searchText !== '' && !isSearchable(searchText) && (
        <Trans>Type at least {MIN_SEARCH} characters.</Trans>
      )}
    </p>
  );
}
