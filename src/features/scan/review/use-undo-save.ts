import { useLingui } from '@lingui/react/macro';
import type { ScanDocument } from '#schemas/scan.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { codeOf } from '#src/data/text/error-code.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { noteLastProject } from '#src/features/projects/actions.ts';
import { paths } from '#src/app/paths.ts';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { useGo } from '#src/app/use-go.ts';
import { lastSavedBatch } from './last-saved-batch.ts';

/** What was saved, and what is as before again once it is taken back. */
export interface Saved {
  /** The scans as they were captured. */
  readonly before: readonly ScanDocument[];
  readonly projectId: string;
  /** What was worked on last before that. */
  readonly earlierId: string | null;
}

/** Takes a saving back, whether it was sent meanwhile or not, and leads to the batch. Never throws: a failure is told. */
export function useUndoSave(): (saved: Saved) => Promise<void> {
  const { t } = useLingui();
  const account = useAccount();
  const errorWords = useErrorMessage();
  const go = useGo();
  return async ({ before, projectId, earlierId }) => {
    const { scanCommands, identity } = account;
    try {
      await scanCommands.undoSaveToProject(before, projectId);
      if (earlierId !== null) noteLastProject(localStorage, identity.user_id, earlierId);
      lastSavedBatch.set(null);
      showToast({
        message: t`Taken back. Nothing was saved.`,
        subject: projectId,
        timeoutMs: 6000,
      });
      // Asked for on a toast, which the next screen shows.
      go(paths.scanReview({ project: projectId }), { fromAnywhere: true });
    } catch (error) {
      const isOver = codeOf(error) === 'project_not_open';
      const why = isOver
        ? t`They can't be taken back any more: the project is not open any more.`
        : errorWords(error);
      showToast({ tone: 'bad', subject: projectId, message: why });
    }
  };
}
