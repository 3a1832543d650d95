import { AccountNotices } from './account-notices.tsx';
import { NewLeadsBanner } from './new-leads-banner.tsx';
import { SurveyCard } from './survey-card.tsx';
import { TierCard } from './tier-card.tsx';

/** What stands below the thing that the person opened the app for, and comes a moment later. */
export function FurtherCards() {
  return (
    <>
      <AccountNotices />
      <NewLeadsBanner />
      <SurveyCard />
      <TierCard />
    </>
  );
}
