import { Trans, useLingui } from '@lingui/react/macro';
import { FileText, Hourglass, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { dayIn } from '#schemas/calendar-day.ts';
import { isDecor } from '#schemas/roles.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useIsDesktop } from '#src/data/device/media-queries.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useFormat } from '#src/data/text/format.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { endOfYear, isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { ExpiryHelp } from '#src/features/home/exports.tsx';
import { Skeleton, SkeletonCard } from '#src/ui/feedback/skeleton.tsx';
import { TimeMark } from '#src/ui/feedback/time-mark.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Tabs } from '#src/ui/layout/tabs.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { PointsNumber } from '#src/ui/points-number.tsx';
import { TextLink } from '#src/ui/links.tsx';
import { balanceTabs, balanceView, Ledger } from './ledger.tsx';
import { Levels } from './levels.tsx';
import { MonthBars } from './month-bars.tsx';

/** The company's points, points by month, levels and points history (spec 2 §2 `/balance`). */
export function BalanceScreen() {
  const { t } = useLingui();
  const identity = useIdentity();
  const hasShop = useCanSee()(paths.shop());
  // Decor companies have no levels (spec 2 §6).
  const hasLevels = !(identity && isDecor(identity.role));
  usePageTitle(t`Points`);
  return (
    <Page
      title={<Trans>Points</Trans>}
      width={hasLevels ? 'wide' : 'narrow'}
      actions={
        hasShop && (
          <LinkButton variant="secondary" {...linkTo(paths.shop())}>
            <Trans>Shop</Trans>
          </LinkButton>
        )
      }
    >
      {hasLevels ? (
        <PointsWithLevels />
      ) : (
        <div className="space-y-7">
          <CurrentPoints />
          <MonthBars />
          <StatementLink />
          <Section title={<Trans>Points history</Trans>}>
            <Ledger />
          </Section>
        </div>
      )}
    </Page>
  );
}

/** Levels and points history: side by side on a desktop, as tabs on a phone. */
function PointsWithLevels() {
  const { t } = useLingui();
  const isDesktop = useIsDesktop();
  const { view, change } = useListSearch('/balance', balanceView);
  const summary = (
    <>
      <CurrentPoints />
      <MonthBars />
      <StatementLink />
    </>
  );
  if (isDesktop) {
    return (
      <div className="grid grid-cols-2 items-start gap-x-8">
        <div className="min-w-0 space-y-7">
          {summary}
          <Section title={<Trans>Levels</Trans>} link={<ResetDay />}>
            <Levels />
          </Section>
        </div>
        <Section title={<Trans>Points history</Trans>}>
          <Ledger />
        </Section>
      </div>
    );
  }
  return (
    <div className="space-y-7">
      {summary}
      <Tabs
        label={t`Levels and points history`}
        selected={view.tab}
        onSelectedChange={(id) =>
          change({ tab: balanceTabs.find((tab) => tab === id) ?? 'levels' }, { replace: true })
        }
        tabs={[
          {
            id: 'levels',
            title: <Trans>Levels</Trans>,
            content: (
              <TabSection title={t`Levels`}>
                <Levels />
                <p className="mt-1 px-1 empty:hidden">
                  <ResetDay />
                </p>
              </TabSection>
            ),
          },
          {
            id: 'bookings',
            title: <Trans>Points history</Trans>,
            content: (
              <TabSection title={t`Points history`}>
                <Ledger />
              </TabSection>
            ),
          },
        ]}
      />
    </div>
  );
}

function StatementLink() {
  return (
    <LinkButton variant="secondary" fullWidth icon={<FileText />} {...linkTo(paths.statement())}>
      <Trans>Statement</Trans>
    </LinkButton>
  );
}

/** A section whose title is visible only on its tab. */
function TabSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="sr-only">{title}</h2>
      {children}
    </section>
  );
}

/** The day on which all levels restart, if it is the same for all. */
function ResetDay() {
  const format = useFormat();
  const { region } = useRegionalClock();
  const days = new Set(
    useSingleton('tiers')?.map(({ tier_definition: { reset_at } }) =>
      dayIn(region, Date.parse(reset_at)),
    ),
  );
  const [day] = days;
  if (day === undefined || days.size > 1) return null;
  return (
    <span className="text-small text-ink-soft">
      <Trans>Resets on {format.monthDay(day)}</Trans>
    </span>
  );
}

/** Available points, points that expire this year, and reserved ones. */
function CurrentPoints() {
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
      {to_expire > 0 && <ExpiringPoints points={to_expire} />}
      {reserved > 0 && (
        <Note icon={<Lock />} title={<Trans>Reserved: {format.points(reserved)}</Trans>}>
          <Trans>
            These are your welcome points. You can use them once your company is verified or has
            closed its first project.
          </Trans>
        </Note>
      )}
    </div>
  );
}

/** Points that expire this year, when, and how to keep them (spec 2 §2). */
function ExpiringPoints({ points }: { points: number }) {
  const format = useFormat();
  const timeLeftText = useTimeLeftText();
  const clock = useRegionalClock();
  const hasShop = useCanSee()(paths.shop());
  const end = endOfYear(clock);
  const timeRemaining = timeLeft(end, clock);
  return (
    <Note icon={<Hourglass />} title={<Trans>Expiring: {format.points(points)}</Trans>}>
      {timeRemaining && (
        <span className="block">
          <TimeMark isSoon={isDueSoon(timeRemaining, dueSoonDays.points)}>
            {timeLeftText.formatWithEnd(timeRemaining, end)}
          </TimeMark>
        </span>
      )}
      <ExpiryHelp hasShop={hasShop} />
      {!hasShop && (
        <span className="block">
          <TextLink {...linkTo(paths.supportChatNew())}>
            <Trans>Contact support</Trans>
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
