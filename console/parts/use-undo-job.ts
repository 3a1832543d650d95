import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { bulkCalls } from '#schemas/operator/bulk-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';

/**
 * Returns a function that stops a held job before its first row, and shows the result in a message.
 * @param subject topic of the message
 */
export function useUndoJob(subject: string): (id: string) => Promise<void> {
  const { t } = useLingui();
  const errorText = useErrorText();
  const action = useOperatorAction(bulkCalls.stopBulkJob, {
    refetches: ['listBulkJobs', 'getBulkJob'],
  });
  return async (id) => {
    try {
      const { done, failed } = await action.mutateAsync({ params: { id }, body: { why: 'undo' } });
      const rowCount = done + failed;
      if (rowCount === 0)
        showToast({ subject, tone: 'good', message: t`Undone. Nothing was changed.` });
      else
        showToast({
          subject,
          tone: 'warn',
          message: t`Stopped, but it was too late to undo ${plural(rowCount, { one: '# row', other: '# rows' })}.`,
        });
    } catch (error) {
      showToast({ subject, tone: 'bad', message: errorText(error) });
    }
  };
}
