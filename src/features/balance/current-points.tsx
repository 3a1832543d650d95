import { Trans, useLingui } from '@lingui/react/macro';
import { Hourglass, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { endOfYear, isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { ExpiryHelp } from '#src/features/home/actions.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { TextLink } from '#src/ui/text-link.tsx';
import { TimeMark } from '#src/ui/feedback/time-mark.tsx';

/** Available points, points that expire this year, and reserved ones. */
export function CurrentPoints() {
  const { t } = useLingui();
  const points = useSingleton('points');
  const format = useFormat();
  if (!points) {
    return (
      <Skeleton label={t`Loading your points`}>
        <SkeletonCard lines={2} />
      </Skeleton>
    );
  }
  const { to_expire, reserved = 0 } = points.points;
  return (
    <div className="space-y-4">
      <section data-own-points aria-label={t`Current points`}>
        <p>
          <PointsNumber
            value={points.company_points}
            format={format.number}
            label={format.points(points.company_points)}
          />
        </p>
        {to_expire === 0 && (
          <p className="mt-1.5 text-small text-ink-soft">
            <Trans>None of your points expire this year.</Trans>
          </p>
        )}
      </section>
      {to_expire > 0 && <ToExpire points={to_expire} />}
      {reserved > 0 && (
        <Note icon={<Lock />} title={<Trans>Reserved: {format.points(reserved)}</Trans>}>
          <Trans>
            These are your welcome points. You can use them once your company has been checked, or
            has closed its first project.
          </Trans>
        </Note>
      )}
    </div>
  );
}

/** Points that expire this year, when, and how to keep them (spec 2 §2). */
function ToExpire({ points }: { points: number }) {
  const format = useFormat();
  const timeLeftText = useTimeLeftText();
  const clock = useRegionalClock();
  const hasShop = useCanSee()(paths.shop());
  const end = endOfYear(clock);
  const left = timeLeft(end, clock);
  return (
    <Note icon={<Hourglass />} title={<Trans>To expire: {format.points(points)}</Trans>}>
      {left && (
        <span className="block">
          <TimeMark isSoon={isDueSoon(left, dueSoonDays.points)}>
            {timeLeftText.leftUntil(left, end)}
          </TimeMark>
        </span>
      )}
      <ExpiryHelp hasShop={hasShop} />
      {!hasShop && (
        <span className="block">
          <TextLink {...linkTo(paths.supportChatNew())}>
            <Trans>Write to support</Trans>
          </TextLink>
        </span>
      )}
    </Note>
  );
}

interface NoteProps {
  icon: ReactNode;
  title: ReactNode;
  children: ReactNode;
}

function Note({ icon, title, children }: NoteProps) {
  return (
    <Card>
      <div className="flex gap-3">
        <span aria-hidden="true" className="mt-0.5 shrink-0 text-ink-soft [&_svg]:size-6">
          {icon}
        </span>
        <div className="min-w-0">
          <p className="font-semibold tnum">{title}</p>
          <p className="text-small text-ink-soft">{children}</p>
        </div>
      </div>
    </Card>
  );
}
