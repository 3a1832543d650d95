import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { contentCalls } from '#schemas/operator/content-calls.ts';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { ActionDialog } from '#console/parts/action-form.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { contentQueries } from './content-texts.ts';

interface PlanContentProps {
  readonly id: string;
  readonly title: string;
  /** Saves the draft and returns its version. */
  readonly flush: () => Promise<number>;
  readonly onClose: () => void;
}

/** Asks when to publish the draft. */
export function PlanContent({ id, title, flush, onClose }: PlanContentProps) {
  const { t, i18n } = useLingui();
  const { mutateAsync } = useOperatorAction(contentCalls.publishContent, {
    refetches: contentQueries,
  });
  const [at, setAt] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (why: string) => {
    setBusy(true);
    try {
      // The field uses the operator's time zone.
      const publish_at = new Date(at).toISOString();
      const rev = await flush();
      await mutateAsync({ params: { id }, body: { rev, publish_at, why: why.trim() } });
      const timeLabel = timeText(i18n, publish_at);
      showToast({ subject: 'content', tone: 'good', message: t`Planned for ${timeLabel}.` });
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <ActionDialog
      title={t`Plan “${title}”`}
      description={t`The server publishes the draft at this time. Until then it can’t be changed, but you can cancel the plan.`}
      error={error}
      isBusy={isBusy}
      isValid={at !== ''}
      submitLabel={<Trans context="news">Plan</Trans>}
      onSubmit={submit}
      onClose={onClose}
    >
      {(showErrors) => (
        <TextField
          label={t`Publish at`}
          hint={t`In your time zone.`}
          type="datetime-local"
          value={at}
          error={showErrors && at === '' ? t`Choose a day and a time.` : undefined}
          onChange={({ target }) => setAt(target.value)}
        />
      )}
    </ActionDialog>
  );
}
