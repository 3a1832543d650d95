import { useRef, useState } from 'react';
import { projectCalls } from '#schemas/api/project-calls.ts';
import type { ProjectCreate } from '#schemas/project.ts';
import { useAccount } from '#src/data/account-context.tsx';
import { useCall } from '#src/data/use-call.ts';
import { paths } from '#src/paths.ts';
import { useGo } from '#src/use-go.ts';
import { createKeys } from './request-keys.ts';

/**
 * Asks the server for a new project. The key stays the same while the form says the same, so that a
 * lost answer and a second press make one project.
 * @param fromPicker whether to go on choosing it for what was scanned
 */
export function useCreateProject(fromPicker: boolean) {
  const account = useAccount();
  const call = useCall();
  const go = useGo();
  const keys = useRef(createKeys(() => crypto.randomUUID()));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const create = async (body: ProjectCreate) => {
    setBusy(true);
    setFailure(null);
    try {
      const idempotencyKey = keys.current(body);
      const project = await call(projectCalls.createProject, { body }, { idempotencyKey });
      await account.projectActs.noteProject(project);
      const next = fromPicker
        ? paths.scanProject({ project: project.uuid })
        : paths.project(project.uuid);
      go(next, { replace: true });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { create, busy, failure };
}
