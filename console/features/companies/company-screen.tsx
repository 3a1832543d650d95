import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { personCalls } from '#schemas/operator/person-calls.ts';
import { isOwner } from '#schemas/roles.ts';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorList, useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { ClaimNotice } from '#console/parts/queue/claim-notice.tsx';
import { QueueBar } from '#console/parts/queue/queue-bar.tsx';
import { WorkQueue } from '#console/parts/queue/work-queue.tsx';
import { PartTable } from '#console/parts/record/part-table.tsx';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import { companySearch } from './companies-search.ts';
import { useCompanyActions } from './company-actions.tsx';
import { CompanyDetails } from './company-details.tsx';
import { CompanyFlags } from './company-flags.tsx';
import { CompanyPoints } from './company-points.tsx';
import { recordTabs } from './company-records.tsx';
import { verificationQueue } from './verification-queue.ts';
import {
  stateText,
  stateTone,
  typeText,
  verificationText,
  verificationTone,
  type CompanyFile,
} from './company-texts.ts';

/** A company's file. */
export function CompanyScreen() {
  const { t } = useLingui();
  const id = useRecordId();
  const query = useOperatorQuery(
    companyCalls.readCompanyFile,
    { params: { id } },
    { fresh: 'queue' },
  );
  return (
    <WorkQueue queue={verificationQueue} id={id}>
      <RecordQuery isScreen label={t`Loading the company`} query={query}>
        {(company) => <CompanyPage company={company} />}
      </RecordQuery>
    </WorkQueue>
  );
}

/** Returns the facts about points; none for operators who can't read points. */
function pointFacts(i18n: I18n, { id, balance, reserved_points: reserved }: CompanyFile) {
  const balanceFact = {
    term: <Trans>Points</Trans>,
    detail: (
      <ConsoleLink href={`/companies/${id}?tab=points`} className="text-info hover:underline">
        {i18n.number(balance ?? 0)}
      </ConsoleLink>
    ),
  };
  const reservedFact = {
    term: <Trans>Points once verified</Trans>,
    detail: i18n.number(reserved ?? 0),
  };
  return [
    ...(balance === null ? [] : [balanceFact]),
    ...(reserved === null || reserved === 0 ? [] : [reservedFact]),
  ];
}

function CompanyPage({ company }: { company: CompanyFile }) {
  const { t, i18n } = useLingui();
  const [{ tab }, changeSearch] = useUrlState(companySearch);
  const session = useSession();
  const canEdit = regionsWithRight(session, 'companies.edit').includes(company.region);
  const canSeePoints = regionsWithRight(session, 'points.read').includes(company.region);
  const { buttons, error } = useCompanyActions(company, canEdit);
  return (
    <RecordPage
      list={{ href: '/companies', title: t`Companies` }}
      title={company.name}
      presence={{ kind: 'company', id: company.id }}
      badges={
        <>
          <Badge tone={stateTone(company.active)}>{stateText(i18n, company.active)}</Badge>
          <Badge tone={verificationTone(company.verification)}>
            {verificationText(i18n, company.verification)}
          </Badge>
        </>
      }
      actions={buttons}
      notice={
        <>
          <QueueBar />
          <ClaimNotice
            queue={verificationQueue}
            id={company.id}
            claim={company.claimed}
            canDecide={canEdit}
          />
          {error}
        </>
      }
      facts={[
        ...pointFacts(i18n, company),
        { term: <Trans>Country</Trans>, detail: countryText(i18n, company.region) },
        { term: <Trans>Type</Trans>, detail: typeText(i18n, company) },
        {
          term: <Trans>Registered on</Trans>,
          detail: i18n.date(new Date(company.created_at), { dateStyle: 'medium' }),
        },
        { term: <Trans context="company">Number</Trans>, detail: company.number },
      ]}
      tab={tab}
      onTabChange={(id) => changeSearch({ tab: id, part: undefined, year: undefined })}
      tabs={[
        {
          id: 'details',
          title: t`Details`,
          content: <CompanyDetails company={company} canEdit={canEdit} />,
        },
        {
          id: 'flags',
          title: t`Flags`,
          content: <CompanyFlags company={company} canEdit={canEdit} />,
        },
        ...(canSeePoints
          ? [{ id: 'points', title: t`Points`, content: <CompanyPoints company={company} /> }]
          : []),
        ...recordTabs(i18n, company, session),
        { id: 'people', title: t`People`, content: <CompanyPeople company={company} /> },
        {
          id: 'timeline',
          title: t`Timeline`,
          content: (
            <Timeline
              call={companyCalls.listCompanyTimeline}
              id={company.id}
              comments={{
                kind: 'company',
                region: company.region,
                isErased: company.is_erased,
              }}
            />
          ),
        },
      ]}
    />
  );
}

/** The company's people, with links to their records. */
function CompanyPeople({ company }: { company: CompanyFile }) {
  const { t } = useLingui();
  const list = useOperatorList(personCalls.listPeople, { company: company.id });
  return (
    <PartTable
      label={t`People`}
      list={list}
      rowId={({ id }) => id}
      columns={[
        {
          id: 'name',
          header: t({ message: 'Name', context: 'person' }),
          cell: ({ id, name }) => (
            <ConsoleLink href={`/people/${id}`} className="font-semibold text-info hover:underline">
              {name}
            </ConsoleLink>
          ),
        },
        {
          id: 'role',
          header: t({ message: 'Role', context: 'person' }),
          cell: ({ role }) => (isOwner(role) ? t`Owner` : t`Installer`),
        },
        {
          id: 'active',
          header: t`Status`,
          cell: ({ active }) =>
            active
              ? t({ message: 'Active', context: 'person' })
              : t({ message: 'Removed', context: 'person' }),
        },
      ]}
    />
  );
}
