import { Trans, useLingui } from '@lingui/react/macro';
import { useLastDefined } from '#src/data/live/use-last-defined.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { latestTutorials } from '#src/features/news/queries.ts';
import { EmptyList } from '#src/features/_shared/listing/empty-list.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { pagedView } from '#src/features/_shared/listing/list-search.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { TutorialCard } from './tutorial-card.tsx';

const PAGE = 40;

/** Installation tutorials, newest first, 40 per page (spec 2 §9). */
export function Tutorials() {
  const { t } = useLingui();
  const { view, change } = useListSearch('/resources', pagedView);
  const shown = view.page * PAGE;
  const known = useLastDefined(
    useLiveQuery((account) => latestTutorials(account, shown + 1), [shown]),
  );
  if (!known || known.length === 0) {
    return (
      <EmptyList
        collection="contents"
        isReading={!known}
        skeleton={
          <Skeleton label={t`Loading the tutorials`}>
            <SkeletonCard lines={3} />
          </Skeleton>
        }
        offlineText={<Trans>The tutorials appear here once you are online.</Trans>}
        headingLevel={3}
      >
        <EmptyState drawing="search-none" headingLevel={3} title={<Trans>No tutorials yet</Trans>}>
          <Trans>Videos of how products are fitted appear here.</Trans>
        </EmptyState>
      </EmptyList>
    );
  }
  return (
    <div className="space-y-3">
      <ul aria-label={t`Tutorials`} className="space-y-3">
        {known.slice(0, shown).map((tutorial) => (
          <TutorialCard key={tutorial.uuid} tutorial={tutorial} />
        ))}
      </ul>
      {known.length > shown && (
        <Button
          variant="secondary"
          fullWidth
          onClick={() => change({ page: view.page + 1 }, { replace: true })}
        >
          <Trans>Show older ones</Trans>
        </Button>
      )}
    </div>
  );
}
