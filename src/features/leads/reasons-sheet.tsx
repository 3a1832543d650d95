import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { LEAD_MULTI_LIMIT, type LeadReason, leadReasonCodes } from '#schemas/lead-reasons.ts';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckboxCards } from '#src/ui/fields/checkbox-cards.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { focusFirstError } from '#src/ui/focus/focus-first-error.ts';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { useLeadLabels } from './lead-labels.ts';

interface ReasonsSheetProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  confirmLabel: string;
  closeLabel: string;
  /** Consequence of rejecting, if it needs explaining. */
  note?: string;
  onReject: (reasons: LeadReason[]) => Promise<void>;
}

/** Asks why a lead is rejected or lost: one to six reasons (spec 1 §4, §5). */
export function ReasonsSheet(props: ReasonsSheetProps) {
  const { isOpen, onOpenChange, title, confirmLabel, closeLabel, note } = props;
  const { t } = useLingui();
  const labels = useLeadLabels();
  const errorMessage = useErrorMessage();
  const [chosen, setChosen] = useState<string[]>([]);
  const [isMissing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const field = useRef<HTMLDivElement>(null);

  const submit = async () => {
    setMissing(chosen.length === 0);
    if (chosen.length === 0) return focusFirstError(field.current);
    setBusy(true);
    setFailure(null);
    try {
      await props.onReject(leadReasonCodes.filter((reason) => chosen.includes(reason)));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      tall
      title={title}
      closeLabel={closeLabel}
      footer={
        <Button variant="danger" fullWidth busy={busy} onClick={() => void submit()}>
          {confirmLabel}
        </Button>
      }
    >
      {note !== undefined && <p className="mb-4 text-ink-soft">{note}</p>}
      <ErrorBlock messages={failure === null ? [] : [errorMessage(failure)]} />
      <div ref={field}>
        <CheckboxCards
          legend={t`Reasons`}
          legendHidden
          hint={t`Choose at least one, at most ${LEAD_MULTI_LIMIT}.`}
          error={isMissing && t`Choose at least one reason.`}
          limit={LEAD_MULTI_LIMIT}
          options={leadReasonCodes.map((reason) => ({
            value: reason,
            title: labels.reason(reason),
          }))}
          values={chosen}
          onValuesChange={(values) => {
            setChosen(values);
            setMissing(false);
          }}
        />
      </div>
    </Sheet>
  );
}
