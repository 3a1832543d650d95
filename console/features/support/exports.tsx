import { Trans, useLingui } from '@lingui/react/macro';
import { chatCalls } from '#schemas/operator/chat-calls.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { NumberCard } from '#console/parts/number-card.tsx';
import { isOverdue, OverdueLink } from '#console/parts/overdue-link.tsx';
import { useCountry } from '#console/parts/use-country.ts';

/** Number of unanswered chats, for the Today screen. */
export function UnansweredChatsCard() {
  const { i18n } = useLingui();
  const region = useCountry();
  const { data, error } = useOperatorQuery(
    chatCalls.listChats,
    { query: { view: 'unanswered', limit: 1, region } },
    { fresh: 'queue' },
  );
  const [oldest] = data?.data ?? [];
  const overdue = useOperatorQuery(
    chatCalls.listChats,
    { query: { view: 'overdue', limit: 1, region } },
    { fresh: 'queue', enabled: isOverdue('chats', oldest?.waiting_since) },
  );
  return (
    <NumberCard
      title={<Trans>Unanswered chats</Trans>}
      href="/support"
      value={data ? (data.meta.total ?? Infinity) : null}
      error={error}
      foot={
        overdue.data && (
          <OverdueLink
            queue="chats"
            count={overdue.data.meta.total ?? Infinity}
            href="/support?view=overdue"
          />
        )
      }
    >
      {oldest ? (
        <Trans>Oldest: {i18n.date(new Date(oldest.waiting_since), { dateStyle: 'medium' })}</Trans>
      ) : (
        data && <Trans>None pending</Trans>
      )}
    </NumberCard>
  );
}
