import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import { contentCalls } from '#schemas/operator/content-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAct } from '#console/data/use-operator-act.ts';
import { timeText } from '#console/parts/country-and-time.ts';
import { contentChanges } from './content-texts.ts';

interface PlanContentProps {
  readonly id: string;
  readonly title: string;
  /** Saves what was typed, and returns the version. */
  readonly settle: () => Promise<number>;
  readonly onClose: () => void;
}

/** Asks when the draft will be published. */
export function PlanContent({ id, title, settle, onClose }: PlanContentProps) {
  const { t, i18n } = useLingui();
  const errorText = useErrorText();
  const { mutateAsync } = useOperatorAct(contentCalls.publishContent, { changes: contentChanges });
  const [at, setAt] = useState('');
  const [why, setWhy] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async () => {
    setChecked(true);
    if (at === '' || why.trim() === '') return;
    setBusy(true);
    try {
      // The field has the operator's own time.
      const publish_at = new Date(at).toISOString();
      const rev = await settle();
      await mutateAsync({ params: { id }, body: { rev, publish_at, why: why.trim() } });
      const when = timeText(i18n, publish_at);
      showToast({ subject: 'content', tone: 'good', message: t`Planned for ${when}.` });
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Sheet
      isOpen
      onOpenChange={onClose}
      title={t`Plan “${title}”`}
      description={t`The server publishes the draft at this time. Until then it can’t be changed, but you can cancel the plan.`}
      closeLabel={t`Cancel`}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ErrorBlock messages={error === null ? [] : [errorText(error)]} />
        <TextField
          label={t`Publish at`}
          hint={t`In your time zone.`}
          type="datetime-local"
          value={at}
          error={isChecked && at === '' ? t`Choose a day and a time.` : undefined}
          onChange={({ target }) => setAt(target.value)}
        />
        <TextAreaField
          label={t`Why?`}
          hint={t`Don’t write phone numbers, addresses or codes here.`}
          maxLength={500}
          value={why}
          error={
            isChecked && why.trim() === ''
              ? t`Say why. The reason is kept in the audit.`
              : undefined
          }
          onChange={({ target }) => setWhy(target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" busy={isBusy}>
            <Trans context="news">Plan</Trans>
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
