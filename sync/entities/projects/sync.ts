import { projectCalls } from '#schemas/api/project-calls.ts';
import type { EntitySync } from '#sync/engine/entity-sync.ts';
import { nextProject, type ProjectEvent } from './machine.ts';
import type { ProjectRequest } from './project-row.ts';

/** Sync of projects. */
export const projectSync: EntitySync<'projects', ProjectRequest, ProjectEvent> = {
  next: nextProject,
  listCall: projectCalls.projects,
  async send(request, ask) {
    const project =
      request.call === 'createProject' ? await ask.send(request) : await ask.send(request);
    return { type: 'taken', edit: request.edit, project };
  },
};
