import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { importCalls, type ListedImport } from '#schemas/operator/import-calls.ts';
import { importStates } from '#schemas/operator/import-kinds.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { useSession } from '#console/data/session.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import type { IndexFilter } from '#console/parts/index-table/index-props.ts';
import { ListScreen } from '#console/parts/index-table/list-screen.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { useUrlState } from '#console/parts/url-state.ts';
import {
  allowedKinds,
  bytesText,
  importCountryText,
  importKindText,
  stateText,
  stateTone,
} from './import-texts.ts';
import { importsSearch } from './imports-search.ts';
import { NewImport } from './new-import.tsx';

/** Imports, newest first. */
export function ImportsScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(importsSearch);
  const filters = useFilters();
  const query = { kind: search.kind, state: search.state, region: useCountry() };
  const list = useOperatorList(importCalls.listImports, query, { fresh: 'queue' });
  const columns = useMemo(() => importColumns(i18n), [i18n]);
  return (
    <ListScreen
      title={t`Imports`}
      description={
        <Trans>CSV files with many rows. They are checked before anything is stored.</Trans>
      }
      actions={
        <ActionButton onClick={() => changeSearch({ panel: 'new' })}>
          <Trans>New import</Trans>
        </ActionButton>
      }
      columns={columns}
      list={list}
      search={search}
      filters={filters}
      onSearchChange={changeSearch}
      empty={{
        drawing: 'search-none',
        title: t`No imports yet`,
        text: t`Start one with a CSV file.`,
      }}
      hrefOf={({ id }) => `/imports/${id}`}
    >
      <NewImport
        isOpen={search.panel === 'new'}
        kind={search.kind}
        onClose={() => changeSearch({ panel: undefined })}
      />
    </ListScreen>
  );
}

/** Filters by content and status; the country comes from the header. */
function useFilters(): IndexFilter[] {
  const { t, i18n } = useLingui();
  return [
    {
      id: 'kind',
      label: t({ message: 'Content', context: 'import' }),
      kind: 'choice',
      options: allowedKinds(useSession()).map((value) => ({
        value,
        label: importKindText(i18n, value),
      })),
    },
    {
      id: 'state',
      label: t`Status`,
      kind: 'choice',
      options: importStates.map((value) => ({ value, label: stateText(i18n, value) })),
    },
  ];
}

const columnNames = {
  file: msg`File`,
  kind: msg({ message: 'Content', context: 'import' }),
  region: msg`Country`,
  state: msg`Status`,
  rows: msg`Rows`,
  rejected: msg({ message: 'Rejected', context: 'rows' }),
  bytes: msg({ message: 'Size', context: 'file' }),
  by: msg({ message: 'By', context: 'operator' }),
  created_at: msg`Created`,
} as const;

/** Returns the row counts of the last phase that read the file. Taking an import back doesn't read the file. */
const countsOf = ({ phase, checked, applied }: ListedImport) =>
  phase === 'applying' || phase === 'taking_back' ? applied : checked;

function importColumns(i18n: I18n): IndexColumn<ListedImport>[] {
  const header = (name: keyof typeof columnNames) => i18n._(columnNames[name]);
  return [
    { id: 'file', header: header('file'), width: 260, text: ({ file_name }) => file_name },
    {
      id: 'kind',
      header: header('kind'),
      width: 150,
      text: ({ kind }) => importKindText(i18n, kind),
    },
    {
      id: 'region',
      header: header('region'),
      width: 130,
      text: ({ region }) => importCountryText(i18n, region),
    },
    {
      id: 'state',
      header: header('state'),
      width: 160,
      text: ({ state }) => stateText(i18n, state),
      cell: ({ state }) => <Badge tone={stateTone(state)}>{stateText(i18n, state)}</Badge>,
    },
    {
      id: 'rows',
      header: header('rows'),
      width: 110,
      isNumber: true,
      text: (row) => i18n.number(countsOf(row).rows),
    },
    {
      id: 'rejected',
      header: header('rejected'),
      width: 110,
      isNumber: true,
      text: (row) => i18n.number(countsOf(row).rejected),
    },
    {
      id: 'bytes',
      header: header('bytes'),
      width: 100,
      isNumber: true,
      text: ({ bytes }) => bytesText(i18n, bytes),
    },
    { id: 'by', header: header('by'), width: 160, text: ({ created_by: { name } }) => name },
    {
      id: 'created_at',
      header: header('created_at'),
      width: 170,
      text: ({ created_at: at }) => timeText(i18n, at),
    },
  ];
}
