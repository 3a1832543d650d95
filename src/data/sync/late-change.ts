import type { ProjectDocument } from '#schemas/project.ts';

/** True if the server rejected changes of a new project, because someone had closed it before they arrived. */
export function isClosedByOthers({
  unbegun,
  state,
  refusal,
}: Pick<ProjectDocument, 'unbegun' | 'state' | 'refusal'>): boolean {
  return unbegun && state === 'refused' && refusal?.code === 'project_not_open';
}
