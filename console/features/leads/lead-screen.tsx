import { Trans, useLingui } from '@lingui/react/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import { leadGroupOf } from '#schemas/lead-status.ts';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { hasRight, regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { leadStatusText } from '#console/parts/lead-status-text.ts';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { countryText, dayText, timeText } from '#console/parts/country-and-time.ts';
import { CompaniesPart } from './companies-part.tsx';
import { Homeowner } from './homeowner.tsx';
import { groupTone, homeownerText, productsText } from './lead-texts.ts';
import { recordSearch } from './leads-search.ts';
import { OffersPart } from './offers-part.tsx';
import { useLeadActions } from './use-lead-actions.ts';

type Lead = ResultOf<typeof leadCalls.getLead>;
const linkClass = 'text-info hover:underline';

/** A lead: the offer of a request to one company. */
export function LeadScreen() {
  const { t } = useLingui();
  const id = useRecordId();
  const query = useOperatorQuery(leadCalls.getLead, { params: { id } }, { fresh: 'queue' });
  return (
    <RecordQuery isScreen label={t`Loading the lead`} query={query}>
      {(lead) => <LeadPage key={lead.id} lead={lead} />}
    </RecordQuery>
  );
}

function LeadPage({ lead }: { lead: Lead }) {
  const { t, i18n } = useLingui();
  const [{ tab }, changeSearch] = useUrlState(recordSearch);
  const actions = useLeadActions();
  const session = useSession();
  const { id, region, status, company } = lead;
  const canEdit = regionsWithRight(session, 'leads.edit').includes(region);
  return (
    <RecordPage
      list={{ href: '/leads', title: t`Leads` }}
      title={`${homeownerText(lead.name)}, ${lead.city}`}
      presence={{ kind: 'lead', id: lead.id }}
      badges={<Badge tone={groupTone(leadGroupOf(status))}>{leadStatusText(i18n, status)}</Badge>}
      notice={<ErrorBlock messages={actions.errors} />}
      actions={
        canEdit && (
          <>
            {lead.can_withdraw && (
              <ActionButton
                variant="secondary"
                busy={actions.isBusy}
                onClick={() => void actions.withdraw(lead, company.name)}
              >
                <Trans>Withdraw</Trans>
              </ActionButton>
            )}
            {lead.can_renew && (
              <ActionButton
                busy={actions.isBusy}
                onClick={() => void actions.renew(lead, company.name)}
              >
                <Trans>Renew</Trans>
              </ActionButton>
            )}
          </>
        )
      }
      facts={leadFacts(i18n, lead, hasRight(session, 'companies.read'))}
      tab={tab}
      onTabChange={(next) => changeSearch({ tab: next })}
      tabs={[
        {
          id: 'homeowner',
          title: t`Homeowner`,
          content: (
            <Homeowner kind="lead" id={id} contact={lead.contact} canReveal={lead.can_reveal} />
          ),
        },
        {
          id: 'offers',
          title: t({ message: 'Offers', context: 'leads' }),
          content: <OffersPart offers={lead.companies} />,
        },
        ...(canEdit && lead.can_offer
          ? [
              {
                id: 'companies',
                title: t`Other companies`,
                content: (
                  <CompaniesPart
                    kind="lead"
                    id={id}
                    isBusy={actions.isBusy}
                    onOffer={(other) => void actions.offerLead(lead, other)}
                  />
                ),
              },
            ]
          : []),
        {
          id: 'timeline',
          title: t`Timeline`,
          content: (
            <Timeline
              call={leadCalls.listLeadTimeline}
              id={id}
              comments={{ kind: 'lead', region, isErased: lead.is_erased }}
            />
          ),
        },
      ]}
    />
  );
}

function leadFacts(i18n: ReturnType<typeof useLingui>['i18n'], lead: Lead, linksCompany: boolean) {
  const { company, expires_on: expiresOn, installation_day: installation, request } = lead;
  return [
    {
      term: <Trans>Company</Trans>,
      detail: linksCompany ? (
        <ConsoleLink className={linkClass} href={`/companies/${company.id}`}>
          {company.name}
        </ConsoleLink>
      ) : (
        company.name
      ),
    },
    { term: <Trans>Offered at</Trans>, detail: timeText(i18n, lead.created_at) },
    {
      term: <Trans>Answer by</Trans>,
      detail: expiresOn === null ? '–' : timeText(i18n, expiresOn),
    },
    { term: <Trans>Last status change</Trans>, detail: timeText(i18n, lead.moved_at) },
    {
      term: <Trans>Town</Trans>,
      detail: [lead.postal_code, lead.city].filter(Boolean).join(' '),
    },
    { term: <Trans>Country</Trans>, detail: countryText(i18n, lead.region) },
    { term: <Trans>Products</Trans>, detail: productsText(i18n, lead) },
    { term: <Trans>Requested</Trans>, detail: lead.service || '–' },
    {
      term: <Trans>Installation date</Trans>,
      detail: installation === null ? '–' : dayText(i18n, installation),
    },
    ...(request === null
      ? []
      : [
          {
            term: <Trans context="leads">Request</Trans>,
            detail: (
              <ConsoleLink className={linkClass} href={`/lead-requests/${request}`}>
                <Trans>Open the request</Trans>
              </ConsoleLink>
            ),
          },
        ]),
  ];
}
