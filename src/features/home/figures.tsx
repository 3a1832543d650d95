import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { SkeletonValue } from '#src/ui/feedback/skeleton.tsx';
import { useIsNewCompany } from './use-is-new-company.ts';
import { isTimeToWarn } from './warning-months.ts';

/** In progress, to expire, scans this year; not for a new company, which has three zeros there. */
export function Figures() {
  const { t } = useLingui();
  const points = useSingleton('points');
  const format = useFormat();
  // From then on it stands among what waits, with its day.
  const isWarned = isTimeToWarn(useRegionalClock().now);
  if (useIsNewCompany()) return null;
  return (
    <section aria-label={t`In figures`} className="flex flex-wrap gap-3">
      <Figure value={points && format.number(points.projects.in_prog)}>
        <Trans>Projects in progress</Trans>
      </Figure>
      {!isWarned && (
        <Figure value={points && format.number(points.points.to_expire)}>
          <Trans>Points to expire</Trans>
        </Figure>
      )}
      <Figure value={points && format.number(points.scans.current_year)}>
        <Trans>Scans this year</Trans>
      </Figure>
    </section>
  );
}

/** One number with the word for it, read as one. */
function Figure({ value, children }: { value: string | undefined; children: ReactNode }) {
  return (
    <Card padded={false} className="min-w-0 flex-1 basis-22 p-3">
      <p className="flex h-full flex-col-reverse justify-end">
        <span className="text-caption text-ink-soft break-long">{children}</span>
        <span className="text-title font-semibold tnum break-long">
          {value ?? <SkeletonValue />}
        </span>
      </p>
    </Card>
  );
}
