import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { useDebouncedValue } from '#src/ui/use-debounced.ts';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import type { PaletteAction, PaletteGroup } from '#console/parts/palette/palette-actions.ts';

/** Maximum number of records per kind in the palette. */
const MAX_PER_KIND = 5;
/** Shorter texts match too many records. */
const MIN_LENGTH = 3;
/** Delay between the last keystroke and the search, in ms. */
const TYPING_MS = 250;

interface RecordSearch {
  readonly groups: readonly PaletteGroup[];
  readonly isSearching: boolean;
  /** True if a part of the search failed. */
  readonly isIncomplete: boolean;
}

/** Time for which the results of a search are reused for the same text, in ms. */
const STALE_MS = 10_000;

/** Finds companies, people, orders and other records that the operator may read. Each result opens its record. */
export function useRecordSearch(searchText: string): RecordSearch {
  const { t } = useLingui();
  const router = useRouter();
  const session = useSession();
  const text = searchText.trim();
  const search = useDebouncedValue(text, TYPING_MS);
  const canSearch = search.length >= MIN_LENGTH && session.strength === 'passkey';
  const query = { search, limit: MAX_PER_KIND };
  const canReadCompanies = canSearch && hasRight(session, 'companies.read');
  const companies = useOperatorQuery(
    companyCalls.listCompanies,
    { query },
    { enabled: canReadCompanies },
  );

  // The module is only loaded with the first search, because few visits need it.
  const otherRecords = useQuery({
    queryKey: ['paletteRecords', search],
    queryFn: async ({ signal }) => {
      const { searchRecords } = await import('./search-records.ts');
      return searchRecords(session, query, signal);
    },
    staleTime: STALE_MS,
    enabled: canSearch,
  });

  const recordAction = (id: string, title: string, href: string): PaletteAction => ({
    id: `record-${id}`,
    title,
    run: () => void router.navigate({ href }),
  });
  // With results for an earlier text, Enter would open the wrong record.
  const isCurrent = canSearch && search === text;
  const foundCompanies = isCurrent ? (companies.data?.data ?? []) : [];
  const foundRecords = isCurrent ? (otherRecords.data?.records ?? []) : [];
  const otherGroup = (kind: string, title: string): PaletteGroup => ({
    title,
    actions: foundRecords
      .filter((record) => record.kind === kind)
      .map(({ id, title, href }) => recordAction(id, title, href)),
  });
  const groups = [
    {
      title: t`Companies`,
      actions: foundCompanies.map(({ id, name, city }) =>
        recordAction(id, `${name}, ${city}`, `/companies/${id}`),
      ),
    },
    otherGroup('people', t`People`),
    otherGroup('orders', t`Orders`),
    otherGroup('requests', t({ message: 'Requests', context: 'leads' })),
    otherGroup('leads', t`Leads`),
    otherGroup('certificates', t`Certificates`),
    otherGroup('cards', t`Club cards`),
    otherGroup('scanned', t`Scanned products`),
    otherGroup('chats', t`Chats`),
    otherGroup('products', t`Products`),
    otherGroup('news', t`News and tutorials`),
  ];
  const isSearching =
    (text.length >= MIN_LENGTH && search !== text) ||
    [companies, otherRecords].some(({ isFetching }) => isFetching);
  const isIncomplete =
    isCurrent &&
    (companies.isError || otherRecords.isError || otherRecords.data?.isIncomplete === true);
  return { groups, isSearching, isIncomplete };
}
