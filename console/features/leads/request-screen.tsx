import { Trans, useLingui } from '@lingui/react/macro';
import type { ResultOf } from '#schemas/api/call.ts';
import { leadCalls } from '#schemas/operator/lead-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { ClaimNotice } from '#console/parts/queue/claim-notice.tsx';
import { QueueBar } from '#console/parts/queue/queue-bar.tsx';
import { WorkQueue } from '#console/parts/queue/work-queue.tsx';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { countryText, dayText, timeText } from '#console/parts/country-and-time.ts';
import { CompaniesPart } from './companies-part.tsx';
import { Homeowner } from './homeowner.tsx';
import {
  homeownerText,
  productsText,
  requestStateText,
  requestStateTone,
  sourceText,
} from './lead-texts.ts';
import { recordSearch } from './leads-search.ts';
import { requestQueue } from './request-queue.ts';
import { OffersPart } from './offers-part.tsx';
import { useLeadActions } from './use-lead-actions.ts';

type LeadRequest = ResultOf<typeof leadCalls.getLeadRequest>;

/** A homeowner’s request: suitable companies, offers and history. */
export function RequestScreen() {
  const { t } = useLingui();
  const id = useRecordId();
  const query = useOperatorQuery(leadCalls.getLeadRequest, { params: { id } }, { fresh: 'queue' });
  return (
    <WorkQueue queue={requestQueue} id={id}>
      <RecordQuery isScreen label={t`Loading the request`} query={query}>
        {(request) => <RequestPage key={request.id} request={request} />}
      </RecordQuery>
    </WorkQueue>
  );
}

function RequestPage({ request }: { request: LeadRequest }) {
  const { t, i18n } = useLingui();
  const [{ tab }, changeSearch] = useUrlState(recordSearch);
  const actions = useLeadActions();
  const { id, region, state, companies } = request;
  const canEdit = regionsWithRight(useSession(), 'leads.edit').includes(region);
  const canOffer = canEdit && (state === 'waiting' || state === 'offered');
  const canEnd = canEdit && !request.is_erased && (state === 'waiting' || state === 'ended');
  return (
    <RecordPage
      list={{ href: '/lead-requests', title: t({ message: 'Requests', context: 'leads' }) }}
      title={`${homeownerText(request.name)}, ${request.city}`}
      presence={{ kind: 'lead_request', id: request.id }}
      badges={<Badge tone={requestStateTone(state)}>{requestStateText(i18n, state)}</Badge>}
      notice={
        <>
          <QueueBar />
          <ClaimNotice
            queue={requestQueue}
            id={request.id}
            claim={request.claimed}
            canDecide={canEdit}
          />
          <ErrorBlock messages={actions.errors} />
        </>
      }
      actions={
        canEnd && (
          <ActionButton
            variant="secondary"
            busy={actions.isBusy}
            onClick={() => void actions.setEnded(request, state === 'waiting')}
          >
            {state === 'waiting' ? <Trans>End</Trans> : <Trans>Open again</Trans>}
          </ActionButton>
        )
      }
      facts={requestFacts(i18n, request)}
      tab={tab}
      onTabChange={(next) => changeSearch({ tab: next })}
      tabs={[
        {
          id: 'companies',
          title: t`Companies`,
          content: (
            <CompaniesPart
              kind="request"
              id={id}
              isBusy={actions.isBusy}
              onOffer={canOffer ? (company) => void actions.offerRequest(request, company) : null}
            />
          ),
        },
        {
          id: 'homeowner',
          title: t`Homeowner`,
          content: (
            <Homeowner
              kind="request"
              id={id}
              contact={request.contact}
              canReveal={request.can_reveal}
            />
          ),
        },
        {
          id: 'offers',
          title: t({ message: 'Offers', context: 'leads' }),
          content: <OffersPart offers={companies} />,
        },
        {
          id: 'timeline',
          title: t`Timeline`,
          content: (
            <Timeline
              call={leadCalls.listLeadRequestTimeline}
              id={id}
              comments={{ kind: 'lead_request', region, isErased: request.is_erased }}
            />
          ),
        },
      ]}
    />
  );
}

function requestFacts(i18n: ReturnType<typeof useLingui>['i18n'], request: LeadRequest) {
  const { wished_day: wishedDay, consent_day: consent, place_kind: place } = request;
  const places = {
    given: <Trans>sender’s coordinates</Trans>,
    address: <Trans context="place">address</Trans>,
    town: <Trans context="place">town</Trans>,
    postal_area: <Trans>postal code area</Trans>,
  } as const;
  return [
    { term: <Trans>Received at</Trans>, detail: timeText(i18n, request.created_at) },
    {
      term: <Trans>Town</Trans>,
      detail: [request.postal_code, request.city].filter(Boolean).join(' '),
    },
    { term: <Trans>Country</Trans>, detail: countryText(i18n, request.region) },
    { term: <Trans>Distance from</Trans>, detail: place ? places[place] : '–' },
    { term: <Trans>Products</Trans>, detail: productsText(i18n, request) },
    { term: <Trans>Requested</Trans>, detail: request.service || '–' },
    {
      term: <Trans>Preferred date</Trans>,
      detail: wishedDay === null ? '–' : dayText(i18n, wishedDay),
    },
    { term: <Trans>Consent on</Trans>, detail: consent === null ? '–' : dayText(i18n, consent) },
    { term: <Trans context="request">Source</Trans>, detail: sourceText(i18n, request.source) },
  ];
}
