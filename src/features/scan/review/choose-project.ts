/** Which project captured scans are proposed for (spec 1 §2 `/projects/select`). Pure. */
import type { ProjectDocument } from '#schemas/project.ts';
import { isOpen } from '#schemas/project-status.ts';

type ProjectState = Pick<ProjectDocument, 'status' | 'closing' | 'state'>;

/** Whether products may be saved to it: it is open, and no closing of it is on its way. */
export function acceptsProducts({ status, closing, state }: ProjectState): boolean {
  return isOpen(status.id) && (closing === null || state === 'refused');
}

/** `asked` by the person; `last` worked on on this device; the `only` one that is open. */
export type ChosenBy = 'asked' | 'last' | 'only';

export interface ChosenProject<Project extends ProjectState = ProjectDocument> {
  readonly project: Project;
  readonly by: ChosenBy;
}

interface Candidates<Project extends ProjectState> {
  /** What the person came for; undefined where they came for none, null where the device does not have it. */
  readonly asked: Project | null | undefined;
  /** Null where there is none, or the device does not have it any more. */
  readonly last: Project | null;
  /** Its customer has cancelled: the last one ends with that. */
  readonly isLastCancelled: boolean;
  /** Open ones, or the first two of them. */
  readonly open: readonly Project[];
}

/**
 * What was asked for is never replaced by another, also where it takes nothing any more: that is said instead. A guess is
 * only ever a project that takes products.
 */
export function chooseProject<Project extends ProjectState>({
  asked,
  last,
  isLastCancelled,
  open,
}: Candidates<Project>): ChosenProject<Project> | null {
  if (asked !== undefined) return asked && { project: asked, by: 'asked' };
  if (last && !isLastCancelled && acceptsProducts(last)) return { project: last, by: 'last' };
  const [only, other] = open;
  if (only && !other && !isLastCancelled && acceptsProducts(only)) {
    return { project: only, by: 'only' };
  }
  return null;
}

/** So many projects are offered beside the way to all of them. */
export const OFFERED_MAX = 3;

/**
 * The projects to choose from: what was asked for and worked on last, if they take products, then the newest. Which of
 * them is chosen moves none of them.
 * @param named undefined where the device does not have one
 */
export function offeredProjects<Project extends ProjectState & { readonly uuid: string }>(
  named: readonly (Project | undefined)[],
  newest: readonly Project[],
): Project[] {
  const found = [...named, ...newest].filter((one) => one !== undefined);
  const byId = new Map(found.map((one) => [one.uuid, one]));
  return [...byId.values()].filter(acceptsProducts).slice(0, OFFERED_MAX);
}
