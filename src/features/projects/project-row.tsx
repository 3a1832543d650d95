import { Plural, useLingui } from '@lingui/react/macro';
import { Circle, CircleCheck } from 'lucide-react';
import type { ProjectDocument } from '#schemas/project.ts';
import { isOpen } from '#schemas/project-status.ts';
import { useFormat } from '#src/data/words/format.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { ListRow } from '#src/ui/list-row.tsx';
import { SyncMark } from '#src/ui/sync-mark.tsx';
import { townOf } from './address.ts';
import { statusShown } from './project-points.ts';
import { ProjectBadge } from './project-badge.tsx';
import type { UnsentProducts } from './queries.ts';

interface ProjectRowProps {
  project: ProjectDocument;
  unsent: UnsentProducts | undefined;
  /** In the picker a row is chosen instead of opened. */
  onPick?: (() => void) | undefined;
  /** Instead of the link, for one that has to be brought to this device first. */
  onOpen?: (() => void) | undefined;
  selected?: boolean | undefined;
}

/** A project in a list: its address, its products and points, and where it stands. */
export function ProjectRow({ project, unsent, onPick, onOpen, selected }: ProjectRowProps) {
  const format = useFormat();
  const press = onPick ?? onOpen;
  const count = project.products_count + (unsent?.waiting ?? 0);
  const points = isOpen(project.status.id)
    ? project.calculated_available_points
    : project.available_points;
  return (
    <ListRow
      icon={onPick && (selected ? <CircleCheck className="text-brand-strong" /> : <Circle />)}
      title={project.street_name}
      meta={
        <>
          <span className="block">{townOf(project)}</span>
          <span className="block tnum">
            <Plural value={count} one="# product" other="# products" />
            {' · '}
            {format.points(points)}
          </span>
        </>
      }
      trailing={
        <span className="flex flex-wrap items-center gap-2">
          <RowMark project={project} unsent={unsent} />
          <ProjectBadge status={statusShown(project, unsent?.waiting ?? 0)} />
        </span>
      }
      selected={selected}
      chevron={!onPick}
      {...(press ? { onPress: press } : linkTo(paths.project(project.uuid)))}
    />
  );
}

function RowMark({ project, unsent }: Pick<ProjectRowProps, 'project' | 'unsent'>) {
  const { t } = useLingui();
  if (unsent && unsent.refused > 0) return <SyncMark state="refused" label={t`Refused`} />;
  if (project.state === 'refused') return <SyncMark state="refused" label={t`Refused`} />;
  if (unsent && unsent.waiting > 0) {
    const { waiting } = unsent;
    return <SyncMark state="waiting" label={t`${waiting} waiting`} />;
  }
  return project.closing ? <SyncMark state="waiting" label={t`Closing`} /> : null;
}
