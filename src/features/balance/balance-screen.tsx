import { Trans, useLingui } from '@lingui/react/macro';
import { Hourglass, Lock } from 'lucide-react';
import { isDecor } from '#schemas/roles.ts';
import { useFormat } from '#src/data/words/format.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useMaySee } from '#src/data/account/use-permission.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { ExpiryHelp } from '#src/features/home/actions.ts';
import { paths } from '#src/paths.ts';
import { Card } from '#src/ui/card.tsx';
import { Page } from '#src/ui/page.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/skeleton.tsx';
import { Tabs } from '#src/ui/tabs.tsx';
import { Ledger } from './ledger.tsx';
import { Levels } from './levels.tsx';

/** The company's points, which of them expire, its levels and every booking (spec 2 §2 `/balance`). */
export function BalanceScreen() {
  const { t } = useLingui();
  const identity = useIdentity();
  usePageTitle(t`Points`);
  return (
    <Page title={<Trans>Points</Trans>}>
      <div className="space-y-7">
        <CurrentPoints />
        {/* Decor companies have no levels (spec 2 §6). */}
        {identity && isDecor(identity.role) ? (
          <Ledger />
        ) : (
          <Tabs
            label={t`Levels and bookings`}
            tabs={[
              { id: 'levels', title: <Trans>Levels</Trans>, content: <Levels /> },
              { id: 'bookings', title: <Trans>Bookings</Trans>, content: <Ledger /> },
            ]}
          />
        )}
      </div>
    </Page>
  );
}

function CurrentPoints() {
  const { t } = useLingui();
  const points = useSingleton('points');
  const format = useFormat();
  const hasShop = useMaySee()(paths.shop());
  if (!points) {
    return (
      <Skeleton label={t`Loading your points`}>
        <SkeletonCard lines={2} />
      </Skeleton>
    );
  }
  return (
    <div className="space-y-3">
      <Card tone="brand">
        <p className="text-small font-medium text-ink-soft">
          <Trans>Current points</Trans>
        </p>
        <PointsNumber
          value={points.company_points}
          format={format.number}
          label={format.points(points.company_points)}
        />
      </Card>
      <ReservedPoints points={points.points.reserved ?? 0} />
      <Card>
        <div className="flex gap-3">
          <Hourglass aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-ink-soft" />
          <div className="min-w-0">
            <p className="font-semibold tnum">
              <Trans>To expire: {format.points(points.points.to_expire)}</Trans>
            </p>
            <p className="text-small text-ink-soft">
              {points.points.to_expire > 0 ? (
                <>
                  <Trans>These are your oldest points. They expire at the end of this year.</Trans>{' '}
                  <ExpiryHelp hasShop={hasShop} />
                </>
              ) : (
                <Trans>None of your points expire this year.</Trans>
              )}
            </p>
          </div>
        </div>
      </Card>
    </div>
  );
}

/** What waits until the company is verified; nothing can be paid with it. */
function ReservedPoints({ points }: { points: number }) {
  const format = useFormat();
  if (points === 0) return null;
  return (
    <Card>
      <div className="flex gap-3">
        <Lock aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-ink-soft" />
        <div className="min-w-0">
          <p className="font-semibold tnum">
            <Trans>Reserved: {format.points(points)}</Trans>
          </p>
          <p className="text-small text-ink-soft">
            <Trans>
              These are your welcome points. You can use them once your company has been checked, or
              has closed its first project.
            </Trans>
          </p>
        </div>
      </div>
    </Card>
  );
}
