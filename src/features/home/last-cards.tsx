import { InstallNotice } from './install-notice.tsx';
import { LatestNews } from './latest-news.tsx';
import { WarrantyLink } from './warranty-link.tsx';

/** What stands below the projects, and comes a moment later. */
export function LastCards() {
  return (
    <>
      <WarrantyLink />
      <InstallNotice />
      <LatestNews />
    </>
  );
}
