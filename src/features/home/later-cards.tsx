import { RevealTogether } from '#src/ui/feedback/reveal-together.tsx';
import { Figures } from './figures.tsx';
import { InstallSlot } from './install-place.tsx';
import { LatestNews } from './latest-news.tsx';
import { TierCard } from './tier-card.tsx';
import { WarrantyLink } from './warranty-link.tsx';

export { TodoList } from './todo-list.tsx';

/** What stands below the thing that the person opened the app for, and comes a moment later, together. */
export function LaterCards() {
  return (
    <RevealTogether>
      <div className="[grid-area:figures] empty:hidden">
        <Figures />
      </div>
      <div className="[grid-area:levels] empty:hidden">
        <TierCard />
      </div>
      <div className="space-y-3 [grid-area:news] empty:hidden">
        <WarrantyLink />
        <InstallSlot />
        <LatestNews />
      </div>
    </RevealTogether>
  );
}
