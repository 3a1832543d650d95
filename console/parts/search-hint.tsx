import { Trans } from '@lingui/react/macro';
import { isSearchable, MIN_SEARCH } from '#schemas/operator/operator-list.ts';

/** Says that a typed search is too short; nothing if it isn't. */
export function SearchHint({ typed: searchText }: { readonly typed: string }) {
  return (
    <p role="status" className="text-small text-ink-soft empty:hidden">
      {searchText !== '' && !isSearchable(searchText) && (
        <Trans>Type at least {MIN_SEARCH} characters.</Trans>
      )}
    </p>
  );
}
