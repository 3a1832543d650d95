/** Suggests a project for captured scans (spec 1 §2 `/projects/select`). */
import type { ProjectDocument } from '#schemas/project.ts';
import { isProjectOpen } from '#schemas/project-status.ts';

type ProjectState = Pick<ProjectDocument, 'status' | 'closing' | 'state'>;

/** True if the project is open and has no pending closing. */
export function acceptsProducts({ status, closing, state }: ProjectState): boolean {
  return isProjectOpen(status.id) && (closing === null || state === 'refused');
}

/** `requested`: by the user; `last`: the last one used on this device; `only`: the only open one. */
type ChoiceSource = 'requested' | 'last' | 'only';

export interface ChosenProject<Project extends ProjectState = ProjectDocument> {
  readonly project: Project;
  readonly by: ChoiceSource;
}

interface Candidates<Project extends ProjectState> {
  /** The requested project; undefined if none was requested, null if it isn't on this device. */
  readonly requestedProject: Project | null | undefined;
  /** Null if there is none, or it isn't on this device. */
  readonly lastProject: Project | null;
  /** True if the customer of `lastProject`, or of the only open project, has cancelled, so it isn't suggested. */
  readonly isSuggestionCancelled: boolean;
  /** The first two open projects. Two are enough to know whether there is only one. */
  readonly openProjects: readonly Project[];
}

/**
 * Chooses the project to suggest; null if there is none. Never replaces a requested project, even if it no longer
 * accepts products, because the screen explains that.
 * Suggested projects always accept products.
 */
export function chooseProject<Project extends ProjectState>({
  requestedProject,
  lastProject,
  isSuggestionCancelled,
  openProjects,
}: Candidates<Project>): ChosenProject<Project> | null {
  if (requestedProject !== undefined)
    return requestedProject && { project: requestedProject, by: 'requested' };
  if (lastProject && !isSuggestionCancelled && acceptsProducts(lastProject))
    return { project: lastProject, by: 'last' };
  const [firstProject, secondProject] = openProjects;
  if (firstProject && !secondProject && !isSuggestionCancelled && acceptsProducts(firstProject)) {
    return { project: firstProject, by: 'only' };
  }
  return null;
}

/** Maximum number of projects offered. */
export const MAX_OFFERED = 3;

/**
 * Projects to choose from: the requested one and the last one, if they accept products, then the newest. The
 * order doesn't depend on the choice.
 * @param suggestedProjects undefined entries aren't on this device
 */
export function offeredProjects<Project extends ProjectState & { readonly uuid: string }>(
  suggestedProjects: readonly (Project | undefined)[],
  newestProjects: readonly Project[],
): Project[] {
  const candidates = [...suggestedProjects, ...newestProjects].filter(
    (project) => project !== undefined,
  );
  const uniqueProjects = new Map(candidates.map((project) => [project.uuid, project]));
  return [...uniqueProjects.values()].filter(acceptsProducts).slice(0, MAX_OFFERED);
}
