import { projectCalls } from '#schemas/api/project-calls.ts';
import type { Project } from '#schemas/project.ts';
import type { EntitySync } from '#sync/engine/entity-sync.ts';
import type { RequestSender } from '#sync/engine/request-sender.ts';
import { nextProject } from './machine.ts';
import type { ProjectEvent } from './project-events.ts';
import type { ProjectRequest } from './project-row.ts';

/** Sync of projects. */
export const projectSync: EntitySync<'projects', ProjectRequest, ProjectEvent> = {
  next: nextProject,
  listCall: projectCalls.listProjects,
  async send(request, sender) {
    return { type: 'accepted', edit: request.edit, project: await sendRequest(request, sender) };
  },
};

/** Every case makes the same call; the switch only narrows the request's type. */
function sendRequest(request: ProjectRequest, sender: RequestSender): Promise<Project> {
  switch (request.call) {
    case 'createProject':
      return sender.send(request);
    case 'updateProjectInstallationDate':
      return sender.send(request);
    case 'submitProjectSurvey':
      return sender.send(request);
  }
}
