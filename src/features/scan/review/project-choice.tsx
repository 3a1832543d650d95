import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { timeLeft } from '#src/data/time/time-left.ts';
import { useRegionalClock } from '#src/data/time/use-server-time.ts';
import { useTimeLeftText } from '#src/data/text/use-time-left-text.ts';
import { readLastProject } from '#src/features/projects/actions.ts';
import {
  countProjects,
  newestProjects,
  type ProjectDocument,
  projectsById,
  ProjectThumbnail,
  townOf,
} from '#src/features/projects/queries.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { ListRow } from '#src/ui/lists/list.tsx';
import { RadioRows } from '#src/ui/fields/radio-rows.tsx';
import { useGo } from '#src/app/use-go.ts';
import {
  type ChosenProject,
  offeredProjects,
  MAX_OFFERED,
  acceptsProducts,
} from './choose-project.ts';

interface ProjectChoiceProps {
  chosenProject: ChosenProject | null;
  /** The project that the user started from. */
  requestedId: string | undefined;
}

/** Lets the user select the project. Offers a few likely projects, and a link to all others. */
export function ProjectChoice({ chosenProject, requestedId }: ProjectChoiceProps) {
  const { t } = useLingui();
  const go = useGo();
  const { offeredProjects, lastId } = useOfferedProjects(requestedId);
  const openCount = useLiveQuery((account) => countProjects(account, 'open'), []);
  if (!offeredProjects || openCount === undefined) return null;
  const others = openCount - offeredProjects.length;
  const isChosen = chosenProject !== null && acceptsProducts(chosenProject.project);
  return (
    <RadioRows
      legend={t`Which project?`}
      rows={offeredProjects.map((project) => ({
        value: project.uuid,
        picture: <ProjectThumbnail project={project} />,
        title: project.street_name,
        meta: <ProjectMeta project={project} isLast={project.uuid === lastId} />,
      }))}
      value={isChosen ? chosenProject.project.uuid : null}
      onValueChange={(uuid) => go(paths.scanReview({ project: uuid }), { replace: true })}
    >
      <ListRow
        icon={<Search />}
        title={<Trans>Choose another project</Trans>}
        meta={others > 0 && <Plural value={others} one="# more is open" other="# more are open" />}
        {...linkTo(paths.scanProject({ project: requestedId }))}
      />
    </RadioRows>
  );
}

/** The project's town, and "last used" or the time left. */
function ProjectMeta({ project, isLast }: { project: ProjectDocument; isLast: boolean }) {
  const timeLeftText = useTimeLeftText();
  const timeRemaining = timeLeft(project.expires_at, useRegionalClock());
  const town = townOf(project);
  if (isLast) return <Trans>{town} · last used</Trans>;
  return timeRemaining ? `${town} · ${timeLeftText.format(timeRemaining)}` : town;
}

/** Suggested projects, in an order that doesn't change with the choice. */
function useOfferedProjects(requestedId: string | undefined) {
  const { user_id: userId } = useAccount().identity;
  const [lastProjectId] = useState(() => readLastProject(draftStorage, userId));
  const [initialProjectId] = useState(requestedId);
  const candidateIds = [initialProjectId, lastProjectId].filter((id) => typeof id === 'string');
  const projects = useLiveQuery(
    (account) => projectsById(account, candidateIds),
    [candidateIds.join(' ')],
  );
  const newestOpenProjects = useLiveQuery(
    (account) => newestProjects(account, 'open', MAX_OFFERED),
    [],
  );
  const projectsToOffer =
    projects &&
    newestOpenProjects &&
    offeredProjects(
      candidateIds.map((id) => projects.get(id)),
      newestOpenProjects,
    );
  return { offeredProjects: projectsToOffer, lastId: lastProjectId };
}
