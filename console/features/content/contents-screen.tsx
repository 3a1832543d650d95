import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { EyeOff, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { bulkStartCalls } from '#schemas/operator/bulk-start-calls.ts';
import { contentCalls } from '#schemas/operator/content-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { BulkAction, idsOf } from '#console/parts/bulk-action.tsx';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { usePaletteActions } from '#console/parts/palette/palette-actions.ts';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { searchQuery, useUrlState } from '#console/parts/url-state.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { contentsSearch } from './content-search.ts';
import {
  languageHeading,
  statusText,
  statusTone,
  typeText,
  type ListedContent,
} from './content-texts.ts';
import { NewContent } from './new-content.tsx';

/** News and tutorials: published, drafts, scheduled and withdrawn. */
export function ContentsScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(contentsSearch);
  const { status = 'published', type } = search;
  const list = useOperatorList(
    contentCalls.listContents,
    { status, type, search: searchQuery(search.search), region: useCountry() },
    { fresh: 'queue' },
  );
  const columns = useMemo(() => contentColumns(i18n, status), [i18n, status]);
  const openNew = () => changeSearch({ panel: 'new' }, { push: true });
  const canEdit = hasRight(useSession(), 'content.edit');
  usePaletteActions(canEdit ? [{ id: 'new-content', title: t`New article`, run: openNew }] : []);
  return (
    <ScreenPage
      title={<Trans>News and tutorials</Trans>}
      description={
        <Trans>News and tutorials for installers. Drafts never reach their phones.</Trans>
      }
      actions={
        canEdit && (
          <ActionButton icon={<Plus />} onClick={openNew}>
            <Trans>New article</Trans>
          </ActionButton>
        )
      }
    >
      <IndexTable
        label={t`News and tutorials`}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={search}
        defaultSort=""
        onSearchChange={changeSearch}
        views={[
          { title: statusText(i18n, 'published'), search: {} },
          { title: t`Drafts`, search: { status: 'draft' } },
          { title: statusText(i18n, 'planned'), search: { status: 'planned' } },
          { title: statusText(i18n, 'withdrawn'), search: { status: 'withdrawn' } },
        ]}
        filters={[
          {
            id: 'type',
            label: t`Type`,
            kind: 'choice',
            options: (['news', 'tutorial'] as const).map((value) => ({
              value,
              label: typeText(i18n, value),
            })),
          },
        ]}
        searchKey="search"
        searchLabel={t`Search titles`}
        empty={
          search.search
            ? {
                drawing: 'search-none',
                title: t`No article found`,
                text: t`No title here has a word that starts like this, in any language. Look in the other tabs, too.`,
              }
            : {
                drawing: 'empty-notifications',
                title: t`Nothing here`,
                text: t`Articles appear here once they have this status.`,
              }
        }
        hrefOf={({ id }) => `/content/${id}`}
        bulkActions={(selection) => canEdit && <ContentBulkActions selection={selection} />}
      />
      <NewContent
        isOpen={search.panel === 'new'}
        onClose={() => changeSearch({ panel: undefined })}
      />
    </ScreenPage>
  );
}

/** Removes the selected news and tutorials from phones. */
function ContentBulkActions({ selection }: { selection: Selection<ListedContent> }) {
  const { t } = useLingui();
  const action = useOperatorAction(bulkStartCalls.startBulkContents, {
    refetches: ['listBulkJobs'],
  });
  return (
    <BulkAction
      action={action}
      selection={selection}
      icon={<EyeOff />}
      label={t`Withdraw`}
      consequence={t`They disappear from phones. You can publish each of them again.`}
      isDanger
      start={(rows, why) =>
        action.mutateAsync({ body: { records: idsOf(rows), run: { act: 'withdrawContent' }, why } })
      }
    />
  );
}

const columnNames = {
  title: msg`Title`,
  type: msg`Type`,
  status: msg`Status`,
  languages: msg`Languages`,
  published: msg`Published at`,
  started: msg`Started at`,
  changed: msg`Changed at`,
  planned: msg`Planned for`,
  region: msg`Country`,
  failed: msg({ message: 'Plan failed', context: 'news' }),
} as const;

function contentColumns(i18n: I18n, status: ListedContent['status']): IndexColumn<ListedContent>[] {
  const stateText = (row: ListedContent) =>
    row.failed_plan ? i18n._(columnNames.failed) : statusText(i18n, row.status);
  const isDraft = status === 'draft' || status === 'planned';
  return [
    {
      id: 'title',
      header: i18n._(columnNames.title),
      width: 300,
      text: ({ title }) => title || '–',
    },
    {
      id: 'type',
      header: i18n._(columnNames.type),
      width: 100,
      text: ({ type }) => typeText(i18n, type),
    },
    {
      id: 'region',
      header: i18n._(columnNames.region),
      width: 110,
      text: ({ region }) => countryText(i18n, region),
    },
    {
      id: 'status',
      header: i18n._(columnNames.status),
      width: 150,
      text: stateText,
      cell: (row) => (
        <Badge tone={row.failed_plan ? 'bad' : statusTone(row.status)}>{stateText(row)}</Badge>
      ),
    },
    ...(isDraft
      ? [
          {
            id: 'planned',
            header: i18n._(columnNames.planned),
            width: 160,
            text: ({ publish_at: at }: ListedContent) => (at === null ? '–' : timeText(i18n, at)),
          },
        ]
      : []),
    {
      id: 'created',
      header: i18n._(isDraft ? columnNames.started : columnNames.published),
      width: 160,
      text: ({ created_at: at }) => timeText(i18n, at),
    },
    {
      id: 'changed',
      header: i18n._(columnNames.changed),
      width: 160,
      text: ({ updated_at: at }) => timeText(i18n, at),
    },
    {
      id: 'languages',
      header: i18n._(columnNames.languages),
      width: 200,
      text: ({ languages }) => languages.map((each) => languageHeading(i18n, each)).join(', '),
    },
  ];
}
