import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import {
  announcementCalls,
  type ListedAnnouncement,
} from '#schemas/operator/announcement-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { usePaletteActions } from '#console/parts/palette/palette-actions.ts';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useUrlState } from '#console/parts/url-state.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { stateText, stateTone } from './announcement-texts.ts';
import { announcementsSearch } from './announcements-search.ts';
import { NewAnnouncement } from './new-announcement.tsx';

/** Announcements, newest first. */
export function AnnouncementsScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(announcementsSearch);
  const canEdit = hasRight(useSession(), 'content.edit');
  const openNew = () => changeSearch({ panel: 'new' }, { push: true });
  usePaletteActions(
    canEdit ? [{ id: 'new-announcement', title: t`New announcement`, run: openNew }] : [],
  );
  const list = useOperatorList(
    announcementCalls.listAnnouncements,
    { sort: search.sort, region: useCountry() },
    { fresh: 'queue' },
  );
  const columns = useMemo(() => announcementColumns(i18n), [i18n]);
  return (
    <ScreenPage
      title={<Trans>Announcements</Trans>}
      description={
        <Trans>Messages to installers: a notification in the app, and a push notification.</Trans>
      }
      actions={
        canEdit && (
          <ActionButton icon={<Plus />} onClick={openNew}>
            <Trans>New announcement</Trans>
          </ActionButton>
        )
      }
    >
      <IndexTable
        label={t`Announcements`}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={search}
        defaultSort="-created_at"
        onSearchChange={changeSearch}
        empty={{
          drawing: 'empty-notifications',
          title: t`No announcements yet`,
          text: t`Start one, test it, then choose who gets it.`,
        }}
        hrefOf={({ id }) => `/announcements/${id}`}
      />
      <NewAnnouncement
        isOpen={search.panel === 'new'}
        onClose={() => changeSearch({ panel: undefined })}
      />
    </ScreenPage>
  );
}

const columnNames = {
  title: msg`Title`,
  state: msg`Status`,
  people: msg`People`,
  notified: msg({ message: 'Sent to', context: 'announcement' }),
  read: msg({ message: 'Read by', context: 'announcement' }),
  finished_at: msg({ message: 'Sent at', context: 'announcement' }),
  sent_by: msg({ message: 'Sent by', context: 'announcement' }),
  created_at: msg`Created`,
  region: msg`Country`,
} as const;

function announcementColumns(i18n: I18n): IndexColumn<ListedAnnouncement>[] {
  const header = (name: keyof typeof columnNames) => i18n._(columnNames[name]);
  const number = (name: 'people' | 'notified' | 'read', width: number) => ({
    id: name,
    header: header(name),
    width,
    isNumber: true,
    text: (row: ListedAnnouncement) => (row.state === 'draft' ? '–' : i18n.number(row[name])),
  });
  return [
    { id: 'title', header: header('title'), width: 300, text: ({ title }) => title || '–' },
    {
      id: 'state',
      header: header('state'),
      width: 120,
      text: ({ state }) => stateText(i18n, state),
      cell: ({ state }) => <Badge tone={stateTone(state)}>{stateText(i18n, state)}</Badge>,
    },
    number('people', 90),
    number('notified', 100),
    number('read', 100),
    {
      id: 'finished_at',
      header: header('finished_at'),
      width: 160,
      text: ({ finished_at: at }) => (at === null ? '–' : timeText(i18n, at)),
    },
    { id: 'sent_by', header: header('sent_by'), width: 140, text: ({ sent_by: by }) => by ?? '–' },
    {
      id: 'created_at',
      isSortable: true,
      header: header('created_at'),
      width: 160,
      text: ({ created_at: at }) => timeText(i18n, at),
    },
    {
      id: 'region',
      header: header('region'),
      width: 110,
      text: ({ region }) => countryText(i18n, region),
    },
  ];
}
