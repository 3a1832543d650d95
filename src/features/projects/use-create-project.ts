import { projectCalls } from '#schemas/api/project-calls.ts';
import type { ProjectCreate } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-call.ts';
import { useRequest } from '#src/data/requests/use-request.ts';
import { useRequestKeys } from '#src/data/requests/request-keys.ts';
import { paths } from '#src/paths.ts';
import { useGo } from '#src/use-go.ts';

/**
 * Asks the server for a new project. The key stays the same while the form says the same, so that a
 * lost answer, a second press and a restart make one project.
 * @param fromPicker whether to go on choosing it for what was scanned
 */
export function useCreateProject(fromPicker: boolean) {
  const account = useAccount();
  const call = useCall();
  const go = useGo();
  const keys = useRequestKeys('project');
  const { run, busy, failure } = useRequest(async (body: ProjectCreate) => {
    const idempotencyKey = keys.of(body);
    const project = await call(projectCalls.createProject, { body }, { idempotencyKey });
    await account.projectCommands.noteProject(project);
    keys.done(body);
    const next = fromPicker
      ? paths.scanProject({ project: project.uuid })
      : paths.project(project.uuid);
    go(next, { replace: true, done: true });
  });
  return { create: run, busy, failure };
}
