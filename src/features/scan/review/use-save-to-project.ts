import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { paths } from '#src/paths.ts';
import { showToast } from '#src/ui/toast-store.ts';
import { useGo } from '#src/use-go.ts';

/** Saves scans to a project and opens it. "Saved" is said only after the commit (F24). */
export function useSaveToProject() {
  const { t } = useLingui();
  const account = useAccount();
  const online = useConnection() === 'online';
  const go = useGo();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const save = async (ids: readonly string[], projectId: string) => {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    try {
      await account.scanCommands.saveScanToProject(ids, projectId);
      const message = online
        ? t`Saved.`
        : t`Saved on this phone. It will be sent when you are online.`;
      showToast({ tone: 'good', message, timeoutMs: 6000 });
      go(paths.project(projectId), { replace: true });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return { save, busy, failure };
}
