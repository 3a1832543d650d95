import { projectCalls } from '#schemas/api/project-calls.ts';
import type { EntitySync } from '../../engine/entity.ts';
import { nextProject, type ProjectEvent } from './machine.ts';
import type { ProjectRequest } from './wire.ts';

/** How projects meet the server. */
export const projectSync: EntitySync<'projects', ProjectRequest, ProjectEvent> = {
  next: nextProject,
  listCall: projectCalls.projects,
  async send(request, ask) {
    const project =
      request.call === 'createProject' ? await ask.send(request) : await ask.send(request);
    return { type: 'taken', edit: request.edit, project };
  },
};
