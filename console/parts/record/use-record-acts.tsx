import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOnline } from '#console/data/use-online.ts';
import { usePaletteActs } from '#console/parts/palette/palette-acts.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';

/** An act on a record that needs only a reason. */
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
  /** Carries it out. Returns the message when it is done. */
  readonly run: (why: string) => Promise<string>;
}

/** Offers acts on a record as buttons and in the palette. @returns the buttons, and the last error */
export function useRecordActs(
  subject: string,
  acts: readonly RecordAct[],
): { readonly buttons: ReactNode; readonly error: ReactNode } {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const isOnline = useOnline();
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
  const offline = isOnline ? undefined : t`There is no network.`;
  usePaletteActs(
    acts.map((act) => ({
      id: act.id,
      title: act.label,
      run: () => void start(act),
      disabledReason: offline,
    })),
  );
  return {
    buttons: acts.map((act) => (
      <Button
        key={act.id}
        variant="secondary"
        busy={busy === act.id}
        disabledReason={offline}
        onClick={() => void start(act)}
      >
        {act.label}
      </Button>
    )),
    error: <ErrorBlock messages={error === null ? [] : [errorText(error)]} />,
  };
}
