import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { isSearchable } from '#schemas/operator/operator-list.ts';
import { personCalls } from '#schemas/operator/person-calls.ts';
import type { RegionId } from '#schemas/regions.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SearchField } from '#src/ui/fields/search-field.tsx';
import { useDebouncedValue } from '#src/ui/use-debounced.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorList, type OperatorList } from '#console/data/use-operator-query.ts';
import { SearchHint } from './search-hint.tsx';

/** A chosen record. */
export interface PickedRecord {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
}

/** Delay between the last keystroke and the search, in ms. */
const SEARCH_MS = 250;
/** Maximum number of matches shown. */
const MAX_MATCHES = 8;

interface PickerProps {
  readonly region?: RegionId | undefined;
  readonly onPick: (record: PickedRecord) => void;
}

interface PersonPickerProps extends PickerProps {
  /** True to find deactivated people, too. */
  readonly includesInactive?: boolean;
}

/** Field for finding and choosing a person by name, company or town. */
export function PersonPicker({ region, includesInactive = false, onPick }: PersonPickerProps) {
  const { t } = useLingui();
  const [searchText, setSearchText] = useState('');
  const search = useDebouncedValue(searchText, SEARCH_MS);
  const list = useOperatorList(
    personCalls.listPeople,
    { search, region, active: includesInactive ? undefined : 1, limit: MAX_MATCHES },
    { enabled: isSearchable(search) },
  );
  const matches = list.rows.map(({ id, name, company }) => ({ id, name, detail: company.name }));
  return (
    <Picker
      label={t`Person, company or town`}
      {...{ searchText, setSearchText, list, matches, onPick }}
    />
  );
}

/** Field for finding and choosing a company by name, number or town. */
export function CompanyPicker({ region, onPick }: PickerProps) {
  const { t } = useLingui();
  const [searchText, setSearchText] = useState('');
  const search = useDebouncedValue(searchText, SEARCH_MS);
  const list = useOperatorList(
    companyCalls.listCompanies,
    { search, region, limit: MAX_MATCHES },
    { enabled: isSearchable(search) },
  );
  const matches = list.rows.map(({ id, name, city }) => ({ id, name, detail: city }));
  return (
    <Picker
      label={t`Company, number or town`}
      {...{ searchText, setSearchText, list, matches, onPick }}
    />
  );
}

interface MatchListProps {
  readonly label: string;
  readonly searchText: string;
  readonly setSearchText: (text: string) => void;
  readonly list: Pick<OperatorList<unknown>, 'error' | 'isLoading'>;
  readonly matches: readonly PickedRecord[];
  readonly onPick: (record: PickedRecord) => void;
}

function Picker({ label, searchText, setSearchText, list, matches, onPick }: MatchListProps) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const isSearching = isSearchable(searchText);
  return (
    <div className="flex flex-col gap-2">
      <SearchField
        label={label}
        placeholder={label}
        value={searchText}
        clearLabel={t`Clear the search`}
        onValueChange={setSearchText}
      />
      <SearchHint searchText={searchText} />
      <ErrorBlock messages={list.error ? [errorText(list.error)] : []} />
      {isSearching && !list.isLoading && !list.error && matches.length === 0 && (
        <p role="status" className="text-small text-ink-soft">
          <Trans>Nothing matches</Trans>
        </p>
      )}
      {isSearching && matches.length > 0 && (
        <ul aria-label={t`Found`} className="flex flex-col">
          {matches.map((record) => (
            <li key={record.id}>
              <button
                type="button"
                onClick={() => onPick(record)}
                className="flex min-h-12 w-full flex-col justify-center rounded-control px-2 py-1.5 text-start hover:bg-surface-sunken"
              >
                <span className="font-semibold break-long">{record.name}</span>
                <span className="text-small text-ink-soft break-long">{record.detail}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
