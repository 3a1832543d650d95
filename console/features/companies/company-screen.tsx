import { Trans, useLingui } from '@lingui/react/macro';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { regionsOfRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { companySearch } from './companies-search.ts';
import { CompanyDetails } from './company-details.tsx';
import {
  countryText,
  stateText,
  stateTone,
  typeText,
  verificationText,
  verificationTone,
  type CompanyFile,
} from './company-texts.ts';

/** Case file of a company. */
export function CompanyScreen() {
  const { t } = useLingui();
  const id = useRecordId();
  const query = useOperatorQuery(
    companyCalls.readCompanyFile,
    { params: { id } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery label={t`Loading the company`} query={query}>
      {(company) => <CompanyPage company={company} />}
    </RecordQuery>
  );
}

function CompanyPage({ company }: { company: CompanyFile }) {
  const { t, i18n } = useLingui();
  const [{ tab }, change] = useUrlState(companySearch);
  const canEdit = regionsOfRight(useSession(), 'companies.edit').includes(company.region);
  return (
    <RecordPage
      list={{ href: '/companies', title: t`Companies` }}
      title={company.name}
      badges={
        <>
          <Badge tone={stateTone(company.active)}>{stateText(i18n, company.active)}</Badge>
          <Badge tone={verificationTone(company.verification)}>
            {verificationText(i18n, company.verification)}
          </Badge>
        </>
      }
      facts={[
        { term: <Trans>Points</Trans>, detail: i18n.number(company.balance) },
        ...(company.reserved_points > 0
          ? [
              {
                term: <Trans>Points once verified</Trans>,
                detail: i18n.number(company.reserved_points),
              },
            ]
          : []),
        { term: <Trans>Country</Trans>, detail: countryText(i18n, company.region) },
        { term: <Trans>Type</Trans>, detail: typeText(i18n, company) },
        {
          term: <Trans>Registered on</Trans>,
          detail: i18n.date(new Date(company.created_at), { dateStyle: 'medium' }),
        },
        { term: <Trans context="company">Number</Trans>, detail: company.number },
      ]}
      tab={tab}
      onTabChange={(id) => change({ tab: id })}
      tabs={[
        {
          id: 'details',
          title: t`Details`,
          content: <CompanyDetails company={company} canEdit={canEdit} />,
        },
        {
          id: 'timeline',
          title: t`Timeline`,
          content: <Timeline call={companyCalls.listCompanyTimeline} id={company.id} />,
        },
      ]}
    />
  );
}
