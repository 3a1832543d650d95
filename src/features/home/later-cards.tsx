import { RevealTogether } from '#src/ui/feedback/reveal-together.tsx';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useRegionalClock, useToday } from '#src/data/time/use-server-time.ts';
import { useFormat } from '#src/data/text/format.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { SkeletonValue } from '#src/ui/feedback/skeleton.tsx';
import { useIsNewCompany } from './use-is-new-company.ts';
import { isWarningPeriod } from './points-expiry.tsx';
import { isDecor } from '#schemas/roles.ts';
import { useIdentity } from '#src/data/account/use-session.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { TextLink } from '#src/ui/links.tsx';
import { CampaignCards } from './campaign-cards.tsx';
import { LevelRow } from './level-row.tsx';
import { CalendarDays, ShieldCheck } from 'lucide-react';
import { jobSubject } from '#schemas/jobs.ts';
import { useNextJobs } from '#src/features/today/queries.ts';
import { useCanSee } from '#src/data/account/permissions.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { useUnsentTotal } from '#src/data/live/badge-totals.ts';
import { useServices } from '#src/data/services.ts';
import { lazyNotice } from '#src/i18n/lazy-with-texts.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { NewsRow } from '#src/features/news/exports.tsx';
import { latestNews } from '#src/features/news/queries.ts';

export { TodoList } from './todo-list.tsx';

/** Cards below the first view, revealed together. */
export function LaterCards() {
  return (
    <RevealTogether>
      <div className="space-y-3 [grid-area:figures] empty:hidden">
        <CampaignCards />
        <TodayRow />
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

/**
 * Link to the day plan. Shows the number of today's jobs, and the day and customer of the next job. Hidden if there are
 * no open jobs.
 */
function TodayRow() {
  const { t } = useLingui();
  const today = useToday();
  const format = useFormat();
  const { hasJobs, jobs } = useNextJobs() ?? { hasJobs: false, jobs: [] };
  if (!hasJobs) return null;
  const count = jobs.filter(({ date }) => date === today).length;
  const [nextJob] = jobs;
  return (
    <List label={t`Today`}>
      <ListRow
        icon={<CalendarDays />}
        iconTone="info"
        title={<Trans>Today</Trans>}
        meta={
          nextJob &&
          [nextJob.date !== today && format.monthDay(nextJob.date), jobSubject(nextJob)]
            .filter(Boolean)
            .join(' · ')
        }
        number={
          count > 0 && (
            <span className="font-display font-semibold tnum">{format.number(count)}</span>
          )
        }
        {...linkTo(paths.today())}
      />
    </List>
  );
}

/**
 * Shows the projects in progress, the points about to expire and this year's scans. Hidden for a new company, where all
 * of these are zero.
 */
function Figures() {
  const { t } = useLingui();
  const points = useSingleton('points');
  const format = useFormat();
  // During the warning period, the to-do list shows the expiring points instead.
  const isExpiryDue = isWarningPeriod(useRegionalClock().now);
  if (useIsNewCompany()) return null;
  return (
    <section aria-label={t`At a glance`} className="flex flex-wrap gap-3">
      <Figure value={points && format.number(points.projects.in_prog)}>
        <Trans>Projects in progress</Trans>
      </Figure>
      {!isExpiryDue && (
        <Figure value={points && format.number(points.points.to_expire)}>
          <Trans>Expiring points</Trans>
        </Figure>
      )}
      <Figure value={points && format.number(points.scans.current_year)}>
        <Trans>Products this year</Trans>
      </Figure>
    </section>
  );
}

/** A number and its caption, read as one paragraph. */
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

/** The company's progress this year in each tier. Hidden for decor companies, which have no tiers (spec 2 §6). */
function TierCard() {
  const { t } = useLingui();
  const identity = useIdentity();
  const tiers = useSingleton('tiers');
  if (!tiers || tiers.length === 0 || !identity || isDecor(identity.role)) return null;
  return (
    <Section
      title={<Trans>Your levels this year</Trans>}
      link={
        <TextLink {...linkTo(paths.balance())}>
          <Trans>Points</Trans>
        </TextLink>
      }
    >
      <List label={t`Levels`}>
        {tiers.map((tier) => (
          <LevelRow key={tier.tier_definition.id} tier={tier} />
        ))}
      </List>
    </Section>
  );
}

/** Link to the warranty certificates, if permitted. */
function WarrantyLink() {
  const canSee = useCanSee();
  const link = paths.warrantyCertificates();
  if (!canSee(link)) return null;
  return (
    <LinkButton variant="secondary" fullWidth icon={<ShieldCheck />} {...linkTo(link)}>
      <Trans>Warranty certificates</Trans>
    </LinkButton>
  );
}

// Rarely shown, so its code and texts load on demand.
const InstallNotice = lazyNotice(
  async () => (await import('#src/features/install/exports.tsx')).InstallNotice,
);

/** Offers to install the app, or explains what to do first (spec 1 §2). */
function InstallSlot() {
  const { install } = useServices();
  const method = useSyncExternalStore(install.method.subscribe, install.method.current);
  const hasUnsentItems = useUnsentTotal() > 0 && install.hasSeparateStorage;
  if (method === 'none' && !hasUnsentItems) return null;
  return (
    <Suspense>
      <InstallNotice method={method} hasUnsentWork={hasUnsentItems} />
    </Suspense>
  );
}

/** Number of news items on home (spec 1 §9). */
const NEWS_COUNT = 5;

/** The latest news; hidden if there are none. */
function LatestNews() {
  const { t } = useLingui();
  const news = useLiveQuery((account) => latestNews(account, NEWS_COUNT), []);
  if (!news || news.length === 0) return null;
  return (
    <Section
      title={<Trans>News</Trans>}
      link={
        <TextLink {...linkTo(paths.news())}>
          <Trans>All news</Trans>
        </TextLink>
      }
    >
      <List label={t`News`}>
        {news.map((item) => (
          <NewsRow key={item.uuid} news={item} />
        ))}
      </List>
    </Section>
  );
}
