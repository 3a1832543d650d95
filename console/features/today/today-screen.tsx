import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import type { OperatorRight } from '#schemas/operator/operator-rights.ts';
import { hasRight, useSession } from '#console/data/session.ts';
import { ApprovalsCard } from '#console/features/approvals/exports.tsx';
import { AuditTodayCard } from '#console/features/audit/exports.tsx';
import { CampaignBudgetsCard } from '#console/features/campaigns/exports.tsx';
import { VerificationsCard } from '#console/features/companies/exports.tsx';
import { StartingSettingsCard } from '#console/features/country/exports.tsx';
import { OpenRequestsCard } from '#console/features/leads/exports.tsx';
import { OpenOrdersCard } from '#console/features/orders/exports.tsx';
import { HeldLotsCard, ReviewCard } from '#console/features/review/exports.tsx';
import { FailedJobsCard, FailedMessagesCard } from '#console/features/system/exports.tsx';
import { LowVouchersCard } from '#console/features/vouchers/exports.tsx';
import { UnansweredChatsCard } from '#console/features/support/exports.tsx';
import { useToday } from '#console/parts/use-today.ts';
import { ScreenPage } from '#console/parts/screen-page.tsx';
import { UpcomingDates } from './upcoming-dates.tsx';
import { MyDrafts } from './my-drafts.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';

/** Cards with a number, each with the right that its list requires. Features add their cards here. */
const cards: readonly { id: string; right: OperatorRight; Card: ComponentType }[] = [
  { id: 'orders', right: 'orders.read', Card: OpenOrdersCard },
  { id: 'vouchers', right: 'orders.read', Card: LowVouchersCard },
  { id: 'approvals', right: 'approvals.decide', Card: ApprovalsCard },
  { id: 'chats', right: 'support.read', Card: UnansweredChatsCard },
  { id: 'verifications', right: 'companies.edit', Card: VerificationsCard },
  { id: 'requests', right: 'leads.read', Card: OpenRequestsCard },
  { id: 'campaigns', right: 'points.read', Card: CampaignBudgetsCard },
  { id: 'review', right: 'review.decide', Card: ReviewCard },
  { id: 'held-lots', right: 'review.decide', Card: HeldLotsCard },
  { id: 'settings', right: 'settings.read', Card: StartingSettingsCard },
  { id: 'failed-messages', right: 'audit.read', Card: FailedMessagesCard },
  { id: 'failed-jobs', right: 'operators.manage', Card: FailedJobsCard },
  { id: 'acts', right: 'audit.read', Card: () => <AuditTodayCard kind="act" /> },
  { id: 'sign-ins', right: 'audit.read', Card: () => <AuditTodayCard kind="sign_in" /> },
];

/** Pending work and today’s events. */
export function TodayScreen() {
  const { i18n } = useLingui();
  const session = useSession();
  const today = useToday();
  const visibleCards = cards.filter(({ right }) => hasRight(session, right));
  return (
    <ScreenPage
      title={<Trans>Today</Trans>}
      description={i18n.date(new Date(`${today}T12:00:00`), { dateStyle: 'full' })}
    >
      {session.strength === 'weak' ? (
        <EmptyState drawing="no-access" title={<Trans>Numbers are hidden</Trans>}>
          <Trans>Use your passkey to see the numbers of the day.</Trans>
        </EmptyState>
      ) : visibleCards.length === 0 ? (
        <EmptyState drawing="all-sent" title={<Trans>Nothing to do here</Trans>}>
          <Trans>Your roles don’t include numbers on this screen.</Trans>
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-3 p-4">
          {visibleCards.map(({ id, Card }) => (
            <li key={id} className="grid">
              <Card />
            </li>
          ))}
        </ul>
      )}
      <MyDrafts />
      {session.strength === 'passkey' && <UpcomingDates />}
    </ScreenPage>
  );
}
