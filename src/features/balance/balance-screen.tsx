import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { dayIn } from '#schemas/calendar-day.ts';
import { isDecor } from '#schemas/roles.ts';
import { useIsDesktop } from '#src/data/device/media-queries.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useFormat } from '#src/data/text/format.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useIdentity } from '#src/data/account/use-session.ts';
import { useCanSee } from '#src/data/account/use-permission.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Tabs } from '#src/ui/layout/tabs.tsx';
import { useListSearch } from '#src/features/_shared/listing/use-list-search.ts';
import { balanceTabs, balanceView } from './balance-view.ts';
import { CurrentPoints } from './current-points.tsx';
import { Ledger } from './ledger.tsx';
import { Levels } from './levels.tsx';
import { MonthBars } from './month-bars.tsx';

/** The company's points, their history, its levels and all bookings (spec 2 §2 `/balance`). */
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
        <WithLevels />
      ) : (
        <div className="space-y-7">
          <CurrentPoints />
          <MonthBars />
          <Section title={<Trans>Bookings</Trans>}>
            <Ledger />
          </Section>
        </div>
      )}
    </Page>
  );
}

/** Levels and bookings: side by side on a desktop, as tabs on a phone. */
function WithLevels() {
  const { t } = useLingui();
  const desk = useIsDesktop();
  const { view, change } = useListSearch(balanceView);
  const head = (
    <>
      <CurrentPoints />
      <MonthBars />
    </>
  );
  if (desk) {
    return (
      <div className="grid grid-cols-2 items-start gap-x-8">
        <div className="min-w-0 space-y-7">
          {head}
          <Section title={<Trans>Levels</Trans>} link={<ResetDay />}>
            <Levels />
          </Section>
        </div>
        <Section title={<Trans>Bookings</Trans>}>
          <Ledger />
        </Section>
      </div>
    );
  }
  return (
    <div className="space-y-7">
      {head}
      <Tabs
        label={t`Levels and bookings`}
        selected={view.tab}
        onSelectedChange={(id) =>
          change({ tab: balanceTabs.find((tab) => tab === id) ?? 'levels' }, { replace: true })
        }
        tabs={[
          {
            id: 'levels',
            title: <Trans>Levels</Trans>,
            content: (
              <UnderTab title={t`Levels`}>
                <Levels />
                <p className="mt-1 px-1 empty:hidden">
                  <ResetDay />
                </p>
              </UnderTab>
            ),
          },
          {
            id: 'bookings',
            title: <Trans>Bookings</Trans>,
            content: (
              <UnderTab title={t`Bookings`}>
                <Ledger />
              </UnderTab>
            ),
          },
        ]}
      />
    </div>
  );
}

/** A section whose tab already shows its title visually. */
function UnderTab({ title, children }: { title: string; children: ReactNode }) {
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
      <Trans>Anew on {format.monthDay(day)}</Trans>
    </span>
  );
}
