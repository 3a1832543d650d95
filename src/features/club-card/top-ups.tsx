import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type TopUp, TOP_UPS_PER_PAGE } from '#schemas/club-card.ts';
import { useFormat } from '#src/data/words/format.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { List } from '#src/ui/list.tsx';
import { ListPages } from '#src/ui/list-pages.tsx';
import { ListRow } from '#src/ui/list-row.tsx';
import { Section } from '#src/ui/section.tsx';
import { FailedTopUpSheet } from './failed-top-up-sheet.tsx';
import { hasFailed, TopUpBadge } from './top-up-badge.tsx';
import { useMoney } from './use-money.ts';

/** What was moved onto the card, newest first, five to a page; all of it is on the device. */
export function TopUps({ topUps }: { topUps: readonly TopUp[] }) {
  const { t } = useLingui();
  const [wanted, setWanted] = useState(1);
  const [asked, setAsked] = useState<TopUp | null>(null);
  const lastPage = Math.max(1, Math.ceil(topUps.length / TOP_UPS_PER_PAGE));
  const page = Math.min(wanted, lastPage);
  const shown = topUps.slice((page - 1) * TOP_UPS_PER_PAGE, page * TOP_UPS_PER_PAGE);
  return (
    <Section title={<Trans>Top-ups</Trans>}>
      {topUps.length === 0 ? (
        <EmptyState drawing="points" headingLevel={3} title={<Trans>No top-ups yet</Trans>}>
          <Trans>Points that you move onto the card are listed here.</Trans>
        </EmptyState>
      ) : (
        <List label={t`Top-ups`}>
          {shown.map((topUp) => (
            <TopUpRow key={topUp.uuid} topUp={topUp} onAsk={() => setAsked(topUp)} />
          ))}
        </List>
      )}
      <ListPages page={page} lastPage={lastPage} onPageChange={setWanted} />
      <FailedTopUpSheet topUp={asked} onClose={() => setAsked(null)} />
    </Section>
  );
}

interface TopUpRowProps {
  topUp: TopUp;
  /** The person wants to know why it has failed. */
  onAsk: () => void;
}

function TopUpRow({ topUp, onAsk }: TopUpRowProps) {
  const format = useFormat();
  const money = useMoney();
  const { amount, dateTime, status } = topUp;
  return (
    <ListRow
      title={<span className="tnum">{money(amount.local)}</span>}
      meta={
        <span className="tnum">
          {format.date(dateTime)} · {format.points(amount.points)}
        </span>
      }
      trailing={<TopUpBadge status={status} />}
      {...(hasFailed(status) && { onPress: onAsk, chevron: true })}
    />
  );
}
