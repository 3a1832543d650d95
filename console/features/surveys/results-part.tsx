import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ResultOf } from '#schemas/api/call.ts';
import { surveyOutcomes } from '#schemas/operator/list-choices.ts';
import { operatorSurveyCalls, type SurveyOutcome } from '#schemas/operator/survey-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { fetchOperatorFile } from '#console/data/call-operator.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { hasRight, useSession } from '#console/data/session.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { PartTable, RowsTable } from '#console/parts/record/part-table.tsx';
import { saveFile } from '#console/parts/save-csv.ts';
import { useUrlState } from '#console/parts/url-state.ts';
import type { Survey } from './survey-texts.ts';
import { surveySearch } from './surveys-search.ts';

type Invitation = ResultOf<typeof operatorSurveyCalls.listSurveyInvitations>['data'][number];

const outcomeTexts: Readonly<Record<SurveyOutcome, ReturnType<typeof msg>>> = {
  completed: msg({ message: 'Completed', context: 'survey' }),
  opened: msg`Opened, not completed`,
  declined: msg({ message: 'Declined', context: 'survey' }),
  not_opened: msg`Not opened`,
};
const outcomeText = (i18n: I18n, outcome: SurveyOutcome): string => i18n._(outcomeTexts[outcome]);

/**
 * Results of a survey: the share of each outcome, the invitations, and a file to download. The server audits each
 * download.
 */
export function ResultsPart({ survey }: { survey: Survey }) {
  const { t, i18n } = useLingui();
  const [{ outcome }, changeSearch] = useUrlState(surveySearch);
  const errorText = useErrorText();
  const download = useMutation({
    mutationFn: async () => {
      const path = `/operator/v1/surveys/${survey.id}/results.csv`;
      saveFile(`${survey.key}.csv`, await fetchOperatorFile(path));
    },
  });
  const options = surveyOutcomes.map((value) => ({ value, label: outcomeText(i18n, value) }));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <p className="max-w-narrow text-small text-ink-soft">
        <Trans>
          The answers are at the provider. The file has the outcome of each invitation and the
          number from the provider’s link, but no names of people.
        </Trans>
      </p>
      <Shares survey={survey} />
      <div className="flex flex-wrap items-end gap-3">
        <div className="w-60 max-w-full">
          <SelectField
            label={t`Outcome`}
            placeholder={t`All`}
            options={options}
            value={outcome ?? ''}
            onChange={({ target }) =>
              changeSearch({ outcome: surveyOutcomes.find((value) => value === target.value) })
            }
          />
        </div>
        <ActionButton
          variant="secondary"
          icon={<Download />}
          busy={download.isPending}
          onClick={() => download.mutate()}
        >
          <Trans>Download the results</Trans>
        </ActionButton>
      </div>
      <ErrorBlock messages={download.error ? [errorText(download.error)] : []} />
      <Invitations survey={survey} outcome={outcome} />
    </div>
  );
}

interface InvitationsLinkProps {
  readonly survey: Pick<Survey, 'id'>;
  /** Undefined for all invitations. */
  readonly outcome?: SurveyOutcome;
  /** The number of these invitations. */
  readonly children: string;
}

/** A number of invitations, as a link to their list. */
export function InvitationsLink({ survey, outcome, children }: InvitationsLinkProps) {
  const filter = outcome === undefined ? '' : `&outcome=${outcome}`;
  return (
    <ConsoleLink
      href={`/surveys/${survey.id}?tab=results${filter}`}
      className="text-info underline-offset-4 hover:underline"
    >
      {children}
    </ConsoleLink>
  );
}

/** Number and share of each outcome. */
function Shares({ survey }: { survey: Survey }) {
  const { invited, completed, opened, declined } = survey;
  const { t, i18n } = useLingui();
  const counts: Readonly<Record<SurveyOutcome, number>> = {
    ...{ completed, opened, declined },
    not_opened: invited - completed - opened - declined,
  };
  return (
    <RowsTable
      label={t`Outcomes`}
      rows={surveyOutcomes.map((id) => ({ id, count: counts[id] }))}
      rowId={({ id }) => id}
      columns={[
        { id: 'outcome', header: t`Outcome`, cell: ({ id }) => outcomeText(i18n, id) },
        {
          ...{ id: 'count', header: t`People`, isNumber: true },
          cell: ({ id: outcome, count }) => (
            <InvitationsLink survey={survey} outcome={outcome}>
              {i18n.number(count)}
            </InvitationsLink>
          ),
        },
        {
          ...{ id: 'share', header: t`Share`, isNumber: true },
          cell: ({ count }) =>
            invited === 0
              ? '–'
              : i18n.number(count / invited, { style: 'percent', maximumFractionDigits: 1 }),
        },
      ]}
      footer={[
        <Trans key="invited" context="survey">
          Invited
        </Trans>,
        <InvitationsLink key="count" survey={survey}>
          {i18n.number(invited)}
        </InvitationsLink>,
        '',
      ]}
    />
  );
}

function Invitations({
  survey: { id },
  outcome,
}: {
  readonly survey: Survey;
  readonly outcome: SurveyOutcome | undefined;
}) {
  const { t, i18n } = useLingui();
  const list = useOperatorList(
    operatorSurveyCalls.listSurveyInvitations,
    { outcome },
    {
      params: { id },
    },
  );
  const canReadCompanies = hasRight(useSession(), 'companies.read');
  return (
    <PartTable
      label={t`Invitations`}
      list={list}
      rowId={(row: Invitation) => row.id}
      columns={[
        {
          id: 'company',
          header: t`Company`,
          cell: ({ company }) =>
            canReadCompanies && company.name !== null ? (
              <ConsoleLink href={`/companies/${company.id}`} className="text-info underline">
                {company.name}
              </ConsoleLink>
            ) : (
              company.id
            ),
        },
        { id: 'outcome', header: t`Outcome`, cell: (row) => outcomeText(i18n, row.outcome) },
        {
          id: 'invited',
          header: t({ message: 'Invited', context: 'survey' }),
          cell: (row) => timeText(i18n, row.invited_at),
        },
        {
          id: 'opened',
          header: t`Last opened`,
          cell: (row) => (row.opened_at === null ? '–' : timeText(i18n, row.opened_at)),
        },
      ]}
    />
  );
}
