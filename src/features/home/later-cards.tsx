import { Steady } from '#src/ui/steady.tsx';
import { AccountNotices } from './account-notices.tsx';
import { InstallNotice } from './install-notice.tsx';
import { LatestNews } from './latest-news.tsx';
import { NewLeadsBanner } from './new-leads-banner.tsx';
import { SurveyCard } from './survey-card.tsx';
import { TierCard } from './tier-card.tsx';
import { WarrantyLink } from './warranty-link.tsx';

/** What stands below the thing that the person opened the app for, and comes a moment later, together. */
export function LaterCards() {
  return (
    <Steady>
      <div className="min-w-0 space-y-5 empty:hidden desk:row-span-2">
        <AccountNotices />
        <NewLeadsBanner />
        <SurveyCard />
        <TierCard />
      </div>
      <div className="min-w-0 space-y-3 empty:hidden">
        <WarrantyLink />
        <InstallNotice />
        <LatestNews />
      </div>
    </Steady>
  );
}
