import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { UserPlus } from 'lucide-react';
import { useMemo } from 'react';
import { staffCalls } from '#schemas/operator/staff-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import { IndexTable } from '#console/parts/index-table/index-table.tsx';
import { useOpenedRow } from '#console/parts/index-table/opened-row.ts';
import { grantsText } from '#console/parts/operator-grants.ts';
import { usePaletteActions } from '#console/parts/palette/palette-actions.ts';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { searchQuery, useUrlState } from '#console/parts/url-state.ts';
import { InviteOperator } from './invite-operator.tsx';
import { OperatorDetail } from './operator-detail.tsx';
import { stateText, type ListedOperator } from './operator-texts.ts';
import { operatorsSearch } from './operators-search.ts';

/** Operators and their roles. */
export function OperatorsScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch, hrefWith] = useUrlState(operatorsSearch);
  const list = useOperatorList(staffCalls.listOperators, {
    search: searchQuery(search.search),
    active: search.active === undefined ? undefined : Number(search.active),
    region: useCountry(),
  });
  const columns = useMemo(() => operatorColumns(i18n), [i18n]);
  const openedOperator = useOpenedRow(staffCalls.listOperators, list, {
    ...{ id: search.open, idOf: ({ id }) => id },
    query: { operator: search.open },
  });
  const invite = () => changeSearch({ invite: 'new', open: undefined }, { push: true });
  usePaletteActions([{ id: 'invite-operator', title: t`Invite an operator`, run: invite }]);
  return (
    <ScreenPage
      title={<Trans>Operators</Trans>}
      description={<Trans>People who can use the console, with their roles and countries.</Trans>}
      actions={
        <ActionButton icon={<UserPlus />} onClick={invite}>
          <Trans>Invite</Trans>
        </ActionButton>
      }
    >
      <IndexTable
        label={t`Operators`}
        columns={columns}
        rowId={({ id }) => id}
        list={list}
        search={search}
        defaultSort=""
        onSearchChange={changeSearch}
        views={[
          { title: t`All`, search: {} },
          { title: t({ message: 'Active', context: 'operators' }), search: { active: '1' } },
          { title: t({ message: 'Deactivated', context: 'operators' }), search: { active: '0' } },
        ]}
        searchKey="search"
        searchLabel={t`Name or email address`}
        empty={{
          drawing: 'search-none',
          title: t`No operators here`,
          text: t`Choose another country, or invite someone.`,
        }}
        hrefOf={({ id }) => hrefWith({ open: id })}
      />
      <OperatorDetail operator={openedOperator} onClose={() => changeSearch({ open: undefined })} />
      <InviteOperator
        isOpen={search.invite === 'new'}
        onClose={() => changeSearch({ invite: undefined })}
      />
    </ScreenPage>
  );
}

const columnNames = {
  name: msg({ message: 'Name', context: 'operator' }),
  email: msg`Email address`,
  state: msg`Status`,
  roles: msg`Roles`,
  passkeys: msg`Passkeys`,
  sessions: msg`Open sessions`,
} as const;

function operatorColumns(i18n: I18n): IndexColumn<ListedOperator>[] {
  return [
    { id: 'name', header: i18n._(columnNames.name), width: 170, text: ({ name }) => name },
    { id: 'email', header: i18n._(columnNames.email), width: 220, text: ({ email }) => email },
    {
      id: 'state',
      header: i18n._(columnNames.state),
      width: 130,
      text: (operator) => stateText(i18n, operator),
      cell: (operator) => <OperatorBadge operator={operator} text={stateText(i18n, operator)} />,
    },
    {
      id: 'passkeys',
      header: i18n._(columnNames.passkeys),
      width: 90,
      isNumber: true,
      text: ({ passkeys }) => i18n.number(passkeys),
    },
    {
      id: 'sessions',
      header: i18n._(columnNames.sessions),
      width: 120,
      isNumber: true,
      text: ({ open_sessions: sessions }) => i18n.number(sessions),
    },
    {
      id: 'roles',
      header: i18n._(columnNames.roles),
      width: 300,
      text: ({ grants }) => grantsText(i18n, grants),
    },
  ];
}

function OperatorBadge({ operator, text }: { operator: ListedOperator; text: string }) {
  const tone = !operator.active ? 'neutral' : operator.signed_in_at === null ? 'info' : 'good';
  return <Badge tone={tone}>{text}</Badge>;
}
