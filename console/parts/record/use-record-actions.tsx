import { useState, type ReactNode } from 'react';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { ActButton } from '#console/parts/action-button.tsx';
import { usePaletteActs } from '#console/parts/palette/palette-actions.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';

/** An action on a record that needs only a reason. */
export interface RecordAct {
  readonly id: string;
  /** Label of its button, such as "Verify". */
  readonly label: string;
  /** Question for the reason, such as "Verify Dach Sp. z o.o.?". */
  readonly question: string;
  /** Its consequence. */
  readonly consequence?: string;
  readonly reasons?: readonly string[];
  readonly isDanger?: boolean;
  /** Runs the action and returns the success message. */
  readonly run: (why: string) => Promise<string>;
}

/** Offers actions on a record as buttons and in the palette. @returns the buttons, and the last error */
export function useRecordActs(
  subject: string,
  acts: readonly RecordAct[],
): { readonly buttons: ReactNode; readonly error: ReactNode } {
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const start = async (act: RecordAct) => {
    setError(null);
    const why = await askWhy({
      title: act.question,
      confirmLabel: act.label,
      tone: act.isDanger ? 'danger' : 'normal',
      ...(act.consequence !== undefined && { consequence: act.consequence }),
      ...(act.reasons !== undefined && { reasons: act.reasons }),
    });
    if (why === null) return;
    setBusy(act.id);
    try {
      showToast({ subject, tone: 'good', message: await act.run(why) });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(null);
    }
  };
  usePaletteActs(
    acts.map((act) => ({
      id: act.id,
      title: act.label,
      run: () => void start(act),
    })),
  );
  return {
    buttons: acts.map((act) => (
      <ActButton
        key={act.id}
        variant="secondary"
        busy={busy === act.id}
        onClick={() => void start(act)}
      >
        {act.label}
      </ActButton>
    )),
    error: <ErrorBlock messages={error === null ? [] : [errorText(error)]} />,
  };
}
