import { projectCalls } from '#schemas/api/project-calls.ts';
import type { EntitySync } from '#sync/engine/entity-sync.ts';
import { nextProject, type ProjectEvent } from './machine.ts';
import type { ProjectRequest } from './project-row.ts';

/** Sync of projects. */
export const projectSync: EntitySync<'projects', ProjectRequest, ProjectEvent> = {
  next: nextProject,
  listCall: projectCalls.listProjects,
  async send(request, sender) {
    // Both calls are the same; the check narrows the request's type.
    const project =
      request.call === 'createProject' ? await sender.send(request) : await sender.send(request);
    return { type: 'accepted', edit: request.edit, project };
  },
};
