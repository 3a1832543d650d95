import { Trans, useLingui } from '@lingui/react/macro';
import { useIsDark } from '#src/data/device/media-queries.ts';
import { useHour } from '#src/data/time/use-server-time.ts';
import { useFormat } from '#src/data/text/format.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Hero, type Scene } from '#src/ui/media/hero.tsx';
import { LinkSlot } from '#src/ui/links.tsx';
import { PointsNumber, PointsSkeleton } from '#src/ui/points-number.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';

/**
 * The company's points in front of a sky for the time of day; links to the balance.
 * @param props.points undefined while loading
 * @param props.isNewCompany true for a new company, which sees dawn at any hour
 */
export function PointsHero({
  points,
  isNewCompany,
}: {
  points: number | undefined;
  isNewCompany: boolean;
}) {
  const { t } = useLingui();
  const format = useFormat();
  const scene = sceneAt(useHour(), useIsDark(), isNewCompany);
  if (points === undefined) {
    return (
      <Hero scene={scene}>
        <Skeleton label={t`Loading your points`}>
          <span className="block">
            <span className="flex">
              <PointsSkeleton />
            </span>
            <CompanyPoints />
          </span>
        </Skeleton>
      </Hero>
    );
  }
  return (
    <section aria-label={t`Points`}>
      <Hero scene={scene}>
        <LinkSlot target={linkTo(paths.balance())} className="block rounded-control">
          <span className="flex">
            <PointsNumber value={points} format={format.number} label={format.points(points)} />
          </span>
          <CompanyPoints />
        </LinkSlot>
      </Hero>
    </section>
  );
}

function CompanyPoints() {
  return (
    <span className="mt-1 block text-[0.9375rem] font-medium">
      <Trans>Company points</Trans>
    </span>
  );
}

/** Scenes by the hour of the device's clock. After the last one, it's night. */
const scenesByHour: readonly (readonly [until: number, scene: Scene])[] = [
  [5, 'night'],
  [8, 'dawn'],
  [18, 'day'],
  [21, 'dusk'],
];

/**
 * Returns the roof scene for the time of day.
 * @param hour 0 to 23, by the device's clock
 * @param isDark true in the dark theme, which avoids bright skies
 * @param isNewCompany true for a new company, which sees dawn at any hour unless the theme is dark
 */
export function sceneAt(hour: number, isDark: boolean, isNewCompany: boolean): Scene {
  if (isNewCompany && !isDark) return 'dawn';
  const scene = scenesByHour.find(([until]) => hour < until)?.[1] ?? 'night';
  return isDark && scene !== 'night' ? 'dusk' : scene;
}
