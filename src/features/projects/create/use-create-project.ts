import type { ProjectCreate } from '#schemas/project.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useRequest } from '#src/data/requests/use-request.ts';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';

/**
 * Creates a project on this device and opens it; the sync sends it later.
 * @param fromPicker true to continue assigning the scanned products to it
 */
export function useCreateProject(fromPicker: boolean) {
  const { projectCommands } = useAccount();
  const go = useGo();
  const { run, busy, failure } = useRequest(async (begin: ProjectCreate) => {
    const project = await projectCommands.createProject(begin);
    const next = fromPicker ? paths.scanProject({ project }) : paths.project(project);
    go(next, { replace: true, done: true });
  });
  return { save: run, busy, failure };
}

/** Corrects a project that the server doesn't have yet, and returns to it. */
export function useCorrectProject(projectId: string) {
  const { projectCommands } = useAccount();
  const go = useGo();
  const { run, busy, failure } = useRequest(async (begin: ProjectCreate) => {
    await projectCommands.editProject(projectId, begin);
    go(paths.project(projectId), { replace: true, done: true });
  });
  return { save: run, busy, failure };
}
