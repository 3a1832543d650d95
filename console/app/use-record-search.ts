import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { orderCalls } from '#schemas/operator/order-calls.ts';
import { personCalls } from '#schemas/operator/person-calls.ts';
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
}

/** How long the results of a search are reused for the same text, in ms. */
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
  const canReadOrders = canSearch && hasRight(session, 'orders.read') && /^\d+$/.test(search);
  const companies = useOperatorQuery(
    companyCalls.listCompanies,
    { query },
    { enabled: canReadCompanies },
  );
  const people = useOperatorQuery(personCalls.listPeople, { query }, { enabled: canReadCompanies });
  const orders = useOperatorQuery(orderCalls.listOrders, { query }, { enabled: canReadOrders });

  // Loaded with the first search, because few visits need it.
  const others = useQuery({
    queryKey: ['paletteRecords', search],
    queryFn: async ({ signal }) => {
      const { searchRecords } = await import('./search-records.ts');
      return searchRecords(session, query, signal);
    },
    staleTime: STALE_MS,
    enabled: canSearch,
  });

  const recordOf = (path: string, id: string, title: string): PaletteAction => ({
    id: `record-${id}`,
    title,
    run: () => void router.navigate({ href: `${path}/${id}` }),
  });
  // With results for an earlier text, Enter would open the wrong record.
  const isCurrent = canSearch && search === text;
  const rowsOf = <Row>(result: { data?: { data: readonly Row[] } | undefined }) =>
    isCurrent ? (result.data?.data ?? []) : [];
  const othersOf = (kind: string, title: string): PaletteGroup => ({
    title,
    actions: (isCurrent ? (others.data ?? []) : [])
      .filter((record) => record.kind === kind)
      .map(({ id, title, href }) => ({
        id: `record-${id}`,
        title,
        run: () => void router.navigate({ href }),
      })),
  });
  const groups = [
    {
      title: t`Companies`,
      actions: rowsOf(companies).map(({ id, name, city }) =>
        recordOf('/companies', id, `${name}, ${city}`),
      ),
    },
    {
      title: t`People`,
      actions: rowsOf(people).map(({ id, name, company }) =>
        recordOf('/people', id, `${name}, ${company.name}`),
      ),
    },
    {
      title: t`Orders`,
      actions: rowsOf(orders).map(({ id, number, company }) =>
        recordOf('/orders', id, `${number}, ${company.name}`),
      ),
    },
    othersOf('requests', t({ message: 'Requests', context: 'leads' })),
    othersOf('leads', t`Leads`),
    othersOf('certificates', t`Certificates`),
    othersOf('chats', t`Chats`),
    othersOf('products', t`Products`),
    othersOf('news', t`News and tutorials`),
  ];
  const isSearching =
    (text.length >= MIN_LENGTH && search !== text) ||
    [companies, people, orders, others].some(({ isFetching }) => isFetching);
  return { groups, isSearching };
}
