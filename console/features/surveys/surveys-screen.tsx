import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleStop } from 'lucide-react';
import { useMemo } from 'react';
import { bulkStartCalls } from '#schemas/operator/bulk-start-calls.ts';
import { type ListedSurvey, operatorSurveyCalls } from '#schemas/operator/survey-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { BulkAction, idsOf } from '#console/parts/bulk-action.tsx';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import type { IndexColumn } from '#console/parts/index-table/index-column.ts';
import type { Selection } from '#console/parts/index-table/index-props.ts';
import { ListScreen } from '#console/parts/index-table/list-screen.tsx';
import { useUrlState } from '#console/parts/url-state.ts';
import { useCountry } from '#console/parts/use-country.ts';
import { NewSurvey } from './new-survey.tsx';
import { surveyStateText } from './survey-texts.ts';
import { surveysSearch } from './surveys-search.ts';

/** Lists the surveys of the operator's countries, or of the selected country. */
export function SurveysScreen() {
  const { t, i18n } = useLingui();
  const [search, changeSearch] = useUrlState(surveysSearch);
  const canEdit = regionsWithRight(useSession(), 'content.edit').length > 0;
  const list = useOperatorList(operatorSurveyCalls.listSurveys, {
    sort: search.sort,
    region: useCountry(),
  });
  const columns = useMemo(() => surveyColumns(i18n), [i18n]);
  return (
    <ListScreen
      title={t`Surveys`}
      description={<Trans>Invitations in the app to surveys on the provider’s site.</Trans>}
      actions={
        canEdit && (
          <ActionButton onClick={() => changeSearch({ panel: 'new' })}>
            <Trans>New survey</Trans>
          </ActionButton>
        )
      }
      defaultSort="-created_at"
      columns={columns}
      list={list}
      search={search}
      onSearchChange={changeSearch}
      empty={{
        drawing: 'search-none',
        title: t`No surveys yet`,
        text: t`Create one, then choose who is invited.`,
      }}
      hrefOf={({ id }) => `/surveys/${id}`}
      bulkActions={(selection) => canEdit && <SurveyBulkActions selection={selection} />}
    >
      <NewSurvey
        isOpen={search.panel === 'new'}
        onClose={() => changeSearch({ panel: undefined })}
      />
    </ListScreen>
  );
}

/** Ends the selected surveys. */
function SurveyBulkActions({ selection }: { selection: Selection<ListedSurvey> }) {
  const { t } = useLingui();
  const action = useOperatorAction(bulkStartCalls.startBulkSurveys, {
    refetches: ['listBulkJobs'],
  });
  return (
    <BulkAction
      action={action}
      selection={selection}
      icon={<CircleStop />}
      label={t`End`}
      consequence={t`Open invitations disappear from the app. You can undo this for 10 seconds.`}
      isDanger
      start={(rows, why) =>
        action.mutateAsync({
          body: { records: idsOf(rows), run: { act: 'endSurvey', holds: true }, why },
        })
      }
    />
  );
}

const columnNames = {
  title: msg`Title`,
  state: msg`Status`,
  invited: msg({ message: 'Invited', context: 'survey' }),
  completed: msg({ message: 'Completed', context: 'survey' }),
  last: msg`Last opened`,
  created_at: msg`Created`,
  region: msg`Country`,
} as const;

function surveyColumns(i18n: I18n): IndexColumn<ListedSurvey>[] {
  const header = (name: keyof typeof columnNames) => i18n._(columnNames[name]);
  return [
    { id: 'title', header: header('title'), width: 320, text: ({ title }) => title },
    {
      id: 'state',
      header: header('state'),
      width: 110,
      text: (survey) => surveyStateText(i18n, survey),
      cell: (survey) => (
        <Badge tone={survey.ended_at === null ? 'good' : 'neutral'}>
          {surveyStateText(i18n, survey)}
        </Badge>
      ),
    },
    {
      id: 'invited',
      header: header('invited'),
      width: 100,
      isNumber: true,
      text: ({ invited }) => i18n.number(invited),
    },
    {
      id: 'completed',
      header: header('completed'),
      width: 110,
      isNumber: true,
      text: ({ completed }) => i18n.number(completed),
    },
    {
      id: 'last',
      header: header('last'),
      width: 170,
      text: ({ last_opened_at: at }) => (at === null ? '–' : timeText(i18n, at)),
    },
    {
      id: 'created_at',
      isSortable: true,
      header: header('created_at'),
      width: 170,
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
