import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ProjectDocument } from '#schemas/project.ts';
import { type RegionalClock, isDueSoon, dueSoonDays, timeLeft } from '#src/data/time/time-left.ts';
import type { ChosenProject } from '#src/features/scan/queries.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { ListRow } from '#src/ui/lists/list.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { TimeMark } from '#src/ui/feedback/time-mark.tsx';
import { cityOf, countProducts, syncMarkOf, type ProjectUnsentCounts } from '../queries.ts';
import { EarningsNumber } from '#src/features/home/exports.tsx';
import { displayedStatus } from '../project-points.ts';
import { ProjectBadge } from '../project-badge.tsx';
import { ProjectThumbnail } from '../project-sky.tsx';
import { useProjectEarnings } from '../project-earnings.ts';

interface ProjectRowProps {
  project: ProjectDocument;
  unsentChanges: ProjectUnsentCounts | undefined;
  /** Points earned by a closed project. */
  earnedPoints?: number | undefined;
  /** Called when a row of the picker is selected; without it the row is a link. */
  onPick?: (() => void) | undefined;
  /** Reason why the picker suggests the project. */
  suggestedBy?: ChosenProject['by'] | undefined;
  /** Replaces the link for a project that isn't on this device yet. */
  onOpen?: (() => void) | undefined;
  selected?: boolean | undefined;
  /** If set, the row shows the time left instead of the status. */
  clock?: RegionalClock | undefined;
}

/** A project in a list: address, products, points and status. */
export function ProjectRow({
  project,
  unsentChanges,
  earnedPoints,
  onPick,
  suggestedBy,
  onOpen,
  selected,
  clock,
}: ProjectRowProps) {
  const onPress = onPick ?? onOpen;
  const count = countProducts(project, unsentChanges);
  const earnings = useProjectEarnings()(project);
  return (
    <ListRow
      thumbnail={<ProjectThumbnail project={project} />}
      title={project.street_name}
      meta={
        <>
          <TownText town={cityOf(project)} suggestedBy={suggestedBy} />
          {' · '}
          <span className="whitespace-nowrap">
            <Plural value={count} one="# product" other="# products" />
          </span>
        </>
      }
      number={
        <EarningsNumber points={earnedPoints ?? earnings.points} isMaximum={earnings.isMaximum} />
      }
      trailing={
        <>
          <RowMark project={project} unsentChanges={unsentChanges} />
          {clock ? (
            <DaysLeft project={project} clock={clock} />
          ) : (
            <ProjectBadge status={displayedStatus(project, unsentChanges?.waiting ?? 0)} />
          )}
        </>
      }
      selected={selected}
      {...(onPress ? { onPress } : linkTo(paths.project(project.uuid)))}
    />
  );
}

function TownText({ town, suggestedBy }: Pick<ProjectRowProps, 'suggestedBy'> & { town: string }) {
  if (suggestedBy === 'last') return <Trans>{town} · last used</Trans>;
  return suggestedBy === 'requested' ? <Trans>{town} · chosen</Trans> : town;
}

/** Icon for unsent or rejected changes. */
export function RowMark({
  project,
  unsentChanges,
}: Pick<ProjectRowProps, 'project' | 'unsentChanges'>) {
  const { t } = useLingui();
  const mark = syncMarkOf(project, unsentChanges);
  if (mark === 'refused') return <SyncMark state="refused" label={t`To fix`} />;
  if (unsentChanges && mark === 'waiting') {
    const { waiting: waitingCount } = unsentChanges;
    return <SyncMark state="waiting" label={t`${waitingCount} not sent`} />;
  }
  if (project.unbegun || project.date_edit) return <SyncMark state="waiting" label={t`Not sent`} />;
  return mark && <SyncMark state="waiting" label={t`Closing`} />;
}

/** Time left until the project expires. A project that the server doesn't have yet has no deadline. */
export function DaysLeft({ project, clock }: { project: ProjectDocument; clock: RegionalClock }) {
  const timeLeftText = useTimeLeftText();
  const timeRemaining = timeLeft(project.expires_at, clock);
  if (!timeRemaining) return null;
  const isSoon = isDueSoon(timeRemaining, dueSoonDays.project);
  return (
    <span className="text-caption font-semibold text-ink-soft tnum">
      {isSoon ? (
        <TimeMark isSoon>{timeLeftText.format(timeRemaining)}</TimeMark>
      ) : (
        timeLeftText.format(timeRemaining)
      )}
    </span>
  );
}
