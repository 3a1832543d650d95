import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, type ReactNode } from 'react';
import { useFormat } from '#src/data/words/format.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { newestProjects } from '#src/features/projects/queries.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Card, CardLink } from '#src/ui/card.tsx';
import { useFirstSight } from '#src/ui/first-sight.ts';
import { PointsNumber, PointsSkeleton } from '#src/ui/points-number.tsx';
import { Skeleton, SkeletonValue } from '#src/ui/skeleton.tsx';

// Seen by new companies only.
const FirstSteps = lazy(async () => ({
  default: (await import('./first-steps-list.tsx')).FirstSteps,
}));

/**
 * The company's points, and what stands beside them: in progress, to expire, scans this year. A new company
 * has its first steps there, instead of three zeros.
 */
export function PointsCards() {
  const isNew = useIsNew();
  const figures = (
    <CompanyCard>
      <Figures />
    </CompanyCard>
  );
  if (!isNew) return figures;
  return (
    <Suspense fallback={<Meanwhile>{figures}</Meanwhile>}>
      <FirstSteps points={<CompanyCard />} otherwise={figures} />
    </Suspense>
  );
}

/** Whether the company has closed no project yet; before the first pull nobody knows. */
function useIsNew(): boolean {
  const closed = useLiveQuery((account) => newestProjects(account, 'closed', 1), []);
  const { firstPullDone } = useSyncStatus();
  return firstPullDone && closed?.length === 0;
}

function Meanwhile({ children }: { children: ReactNode }) {
  useFirstSight(true);
  return children;
}

/** What the company can spend, and where it came from. */
function CompanyCard({ children }: { children?: ReactNode }) {
  const { t } = useLingui();
  const points = useSingleton('points');
  const format = useFormat();
  if (!points) {
    return (
      <Skeleton label={t`Loading your points`}>
        <Card tone="brand">
          <CompanyPoints>
            <PointsSkeleton />
          </CompanyPoints>
        </Card>
        {children}
      </Skeleton>
    );
  }
  return (
    <section aria-label={t`Points`} className="space-y-3">
      <CardLink tone="brand" {...linkTo(paths.balance())}>
        <CompanyPoints>
          <PointsNumber
            value={points.company_points}
            format={format.number}
            label={format.points(points.company_points)}
          />
        </CompanyPoints>
      </CardLink>
      {children}
    </section>
  );
}

function Figures() {
  const points = useSingleton('points');
  const format = useFormat();
  return (
    <div className="flex flex-wrap gap-3">
      <Figure value={points && format.number(points.projects.in_prog)}>
        <Trans>Projects in progress</Trans>
      </Figure>
      <Figure value={points && format.number(points.points.to_expire)}>
        <Trans>Points to expire</Trans>
      </Figure>
      <Figure value={points && format.number(points.scans.current_year)}>
        <Trans>Scans this year</Trans>
      </Figure>
    </div>
  );
}

function CompanyPoints({ children }: { children: ReactNode }) {
  return (
    <>
      <span className="block text-small font-medium text-ink-soft">
        <Trans>Company points</Trans>
      </span>
      {children}
    </>
  );
}

/** One number with the word for it, read as one. */
function Figure({ value, children }: { value: string | undefined; children: ReactNode }) {
  return (
    <Card padded={false} className="min-w-0 flex-1 basis-22 p-3">
      <p className="flex h-full flex-col-reverse justify-end">
        <span className="text-caption text-ink-soft break-long">{children}</span>
        <span className="text-title font-bold tnum break-long">{value ?? <SkeletonValue />}</span>
      </p>
    </Card>
  );
}
