import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormat } from '#src/data/words/format.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Card, CardLink } from '#src/ui/card.tsx';
import { PointsNumber, PointsSkeleton } from '#src/ui/points-number.tsx';
import { Skeleton, SkeletonValue } from '#src/ui/skeleton.tsx';

/** The company's points, and what stands beside them: in progress, to expire, scans this year. */
export function PointsCards() {
  const { t } = useLingui();
  const points = useSingleton('points');
  const format = useFormat();
  const figures = (
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
  if (!points) {
    return (
      <Skeleton label={t`Loading your points`}>
        <Card tone="brand">
          <CompanyPoints>
            <PointsSkeleton />
          </CompanyPoints>
        </Card>
        {figures}
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
      {figures}
    </section>
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
