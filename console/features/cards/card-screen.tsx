import { Trans, useLingui } from '@lingui/react/macro';
import { type CardRecord, operatorCardCalls } from '#schemas/operator/card-calls.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { hasRight, regionsWithRight, useSession } from '#console/data/session.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { countryText, timeText } from '#console/parts/country-and-time.ts';
import { RecordPage } from '#console/parts/record/record-page.tsx';
import { RecordQuery } from '#console/parts/record/record-query.tsx';
import { Timeline } from '#console/parts/record/timeline.tsx';
import { useRecordId, useUrlState } from '#console/parts/url-state.ts';
import { CardActions } from './card-actions.tsx';
import { cardNumberText, cardStateText, cardStateTone } from './card-texts.ts';
import { cardSearch } from './cards-search.ts';

const linkClass = 'font-semibold text-info underline';

/** A club card with its company and history. */
export function CardScreen() {
  const { t } = useLingui();
  const query = useOperatorQuery(
    operatorCardCalls.readCard,
    { params: { id: useRecordId() } },
    { fresh: 'queue' },
  );
  return (
    <RecordQuery isScreen label={t`Loading the card`} query={query}>
      {(card) => <CardPage key={card.id} card={card} />}
    </RecordQuery>
  );
}

function CardPage({ card }: { card: CardRecord }) {
  const { t, i18n } = useLingui();
  const session = useSession();
  const [{ tab }, changeSearch] = useUrlState(cardSearch);
  const canEdit = regionsWithRight(session, 'orders.edit').includes(card.region);
  const { id, company, order, person, registered_at: registeredAt } = card;
  const appText = () => {
    if (!card.is_current) return t`Not shown`;
    const isUsable = card.state === 'issued' || card.state === 'active';
    return isUsable ? t`Shown as the company’s card` : t`Shown as inactive`;
  };
  return (
    <RecordPage
      list={{ href: '/cards', title: t`Club cards` }}
      title={t`Card ${cardNumberText(card.digits)}`}
      badges={<Badge tone={cardStateTone(card.state)}>{cardStateText(i18n, card.state)}</Badge>}
      actions={canEdit && <CardActions card={card} />}
      facts={[
        {
          term: <Trans>Company</Trans>,
          detail: hasRight(session, 'companies.read') ? (
            <ConsoleLink href={`/companies/${company.id}?tab=cards`} className={linkClass}>
              {company.name}
            </ConsoleLink>
          ) : (
            company.name
          ),
        },
        { term: <Trans>Country</Trans>, detail: countryText(i18n, card.region) },
        ...(order === null
          ? []
          : [
              {
                term: <Trans>Order</Trans>,
                detail: (
                  <ConsoleLink href={`/orders/${order.id}`} className={linkClass}>
                    {order.number}
                  </ConsoleLink>
                ),
              },
            ]),
        ...(person === null ? [] : [{ term: <Trans>Ordered by</Trans>, detail: person }]),
        {
          term: <Trans context="card">Issued at</Trans>,
          detail: timeText(i18n, card.created_at),
        },
        {
          term: <Trans context="card">Registered at</Trans>,
          detail:
            registeredAt === null ? t`Not registered in the app yet` : timeText(i18n, registeredAt),
        },
        {
          term: <Trans>In the company’s app</Trans>,
          detail: appText(),
        },
        { term: <Trans>Changed at</Trans>, detail: timeText(i18n, card.updated_at) },
        {
          term: <Trans>Top-ups</Trans>,
          detail: (
            <ConsoleLink href={`/orders?company=${company.id}&kind=top-up`} className={linkClass}>
              <Trans>Show top-ups</Trans>
            </ConsoleLink>
          ),
        },
      ]}
      tab={tab}
      onTabChange={(next) => changeSearch({ tab: next })}
      tabs={[
        {
          id: 'timeline',
          title: t`Timeline`,
          content: <Timeline call={operatorCardCalls.listCardTimeline} id={id} />,
        },
      ]}
    />
  );
}
