import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { isProjectOpen, projectStatus, type ProjectStatusId } from '#schemas/project-status.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { isDueSoon, dueSoonDays, timeLeft, type TimeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { type Format, useFormat } from '#src/data/text/format.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { CampaignPart } from '#src/features/campaigns/exports.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { Points } from '#src/ui/points.tsx';
import type { ProjectEarnings } from '../project-earnings.ts';
import { type ProjectPoints, countInReview } from '../project-points.ts';
import { useEarnedPoints } from '../use-earned-points.ts';

interface ProjectFactsProps {
  project: ProjectDocument;
  status: ProjectStatusId;
  products: readonly ScanDocument[];
  points: ProjectPoints;
  earnings: ProjectEarnings;
}

/** Points and deadline of an open project; points and end date of an ended one. */
export function ProjectFacts({ project, status, products, points, earnings }: ProjectFactsProps) {
  return (
    <div className="flex flex-wrap gap-3 [&>*]:min-w-0 [&>*]:flex-1 [&>*]:basis-36">
      <PointsFact project={project} status={status} points={points} earnings={earnings} />
      {isProjectOpen(status) ? (
        <TimeFact project={project} />
      ) : (
        <EndFact project={project} status={status} products={products} />
      )}
    </div>
  );
}

function PointsFact({ project, status, points, earnings }: Omit<ProjectFactsProps, 'products'>) {
  const format = useFormat();
  const timeRemaining = timeLeft(project.expires_at, useRegionalClock());
  const earnedPoints = useEarnedPoints([project])?.get(project.uuid);
  const value = earnedPoints ?? earnings.points;
  return (
    <Fact
      value={<Points number={format.number(value)} label={format.points(value)} />}
      note={
        points.unsentPoints > 0 && (
          <Trans>{format.signedPoints(points.unsentPoints)} when everything is sent</Trans>
        )
      }
      parts={
        status !== projectStatus.closed &&
        earnings.lines.map(
          (line) =>
            line.campaign !== undefined && (
              <CampaignPart key={line.campaign} id={line.campaign} points={line.points} />
            ),
        )
      }
    >
      <PointsText
        status={status}
        isMaximum={earnings.isMaximum}
        isSoon={isDueSoon(timeRemaining, dueSoonDays.project)}
      />
    </Fact>
  );
}

interface PointsTextProps {
  status: ProjectStatusId;
  isMaximum: boolean;
  isSoon: boolean;
}

function PointsText({ status, isMaximum, isSoon }: PointsTextProps) {
  if (isMaximum && isProjectOpen(status)) return <Trans>maximum, after closing and review</Trans>;
  if (status === projectStatus.inReview) return <Trans>maximum, after review</Trans>;
  if (!isProjectOpen(status)) return <Trans context="points">added</Trans>;
  return isSoon ? <Trans>if you close it in time</Trans> : <Trans>when you close it</Trans>;
}

/** Time left; hidden for a project that the server doesn't have yet. */
function TimeFact({ project }: { project: ProjectDocument }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const timeText = useTimeLeftText();
  const { expires_at: expiresAt } = project;
  const remaining = timeLeft(expiresAt, useRegionalClock());
  if (remaining === null || expiresAt === null) return null;
  const isSoon = isDueSoon(remaining, dueSoonDays.project);
  if (remaining.unit === 'over')
    return <Fact value={timeText.format(remaining)} isText isWarning />;
  const until = deadlineTextOf(remaining, expiresAt, format, i18n.locale);
  return (
    <Fact
      isWarning={isSoon}
      value={
        remaining.unit === 'days'
          ? t`${plural(remaining.count, { one: '# day', other: '# days' })}`
          : t`${plural(remaining.count, { one: '# hour', other: '# hours' })}`
      }
    >
      <Trans>left, until {until}</Trans>
    </Fact>
  );
}

/**
 * Formats the deadline: the time if less than a day is left, the weekday if less than a week is left, otherwise the
 * date.
 */
function deadlineTextOf(
  timeRemaining: Exclude<TimeLeft, { unit: 'over' }>,
  expiresAt: string,
  format: Format,
  language: string,
): string {
  if (timeRemaining.unit === 'hours') return format.time(expiresAt);
  if (timeRemaining.count > 6) return format.monthDay(timeRemaining.lastDay);
  const weekdayFormat = new Intl.DateTimeFormat(formattingLocale(language), {
    weekday: 'long',
    timeZone: 'UTC',
  });
  return weekdayFormat.format(new Date(timeRemaining.lastDay));
}

/** The number of products in review, or the date on which the project ended. */
function EndFact({ project, status, products }: Omit<ProjectFactsProps, 'points' | 'earnings'>) {
  const { t } = useLingui();
  const format = useFormat();
  const inReviewCount = countInReview(products);
  if (status === projectStatus.inReview) {
    if (inReviewCount === 0) return null;
    return (
      <Fact value={t`${plural(inReviewCount, { one: '# product', other: '# products' })}`} isText>
        <Plural value={inReviewCount} one="in review" other="in review" />
      </Fact>
    );
  }
  const isClosed = status === projectStatus.closed;
  const endDate = isClosed ? project.project_closed : project.updated_at;
  if (!endDate) return null;
  return (
    <Fact value={format.date(endDate)} isText>
      {isClosed ? <Trans context="on a day">closed</Trans> : <Trans context="on a day">lost</Trans>}
    </Fact>
  );
}

interface FactProps {
  value: ReactNode;
  /** True if the value is text, not a number. */
  isText?: boolean;
  isWarning?: boolean;
  /** Label of the value. */
  children?: ReactNode;
  note?: ReactNode;
  /** Parts of the value. */
  parts?: ReactNode;
}

function Fact({ value, isText = false, isWarning = false, children, note, parts }: FactProps) {
  return (
    <Card>
      <p
        className={`flex min-h-9 items-center gap-2 font-display font-semibold tnum ${isText ? 'text-title' : 'text-hero [&_.points-before]:text-hero'} ${isWarning ? 'text-warn' : ''}`}
      >
        {isWarning && <Hourglass className="size-6 shrink-0" aria-hidden="true" />}
        <span className="min-w-0 break-long">{value}</span>
      </p>
      <p className="text-small text-ink-soft break-long">{children}</p>
      {parts && <p className="text-small text-ink-soft break-long">{parts}</p>}
      {note && <p className="mt-1 text-small font-medium break-long">{note}</p>}
    </Card>
  );
}
