import { useState, type ReactNode } from 'react';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { usePaletteActions } from '#console/parts/palette/palette-actions.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';

interface NamedAction {
  readonly id: string;
  /** Label of the action's button, such as "Verify". */
  readonly label: string;
  /** True for the next step that fits the record's state. */
  readonly isPrimary?: boolean;
  /** Reason why the action isn't possible yet. */
  readonly disabledReason?: string | undefined;
}

/** An action on a record that only needs a reason. */
interface ReasonAction extends NamedAction {
  /** Question that asks for the reason, such as "Verify Dach Sp. z o.o.?". */
  readonly question: string;
  /** Consequence of the action. */
  readonly consequence?: string;
  readonly reasons?: readonly string[];
  readonly isDanger?: boolean;
  /** Runs the action and returns the success message; null if the result is shown in another way. */
  readonly run: (why: string) => Promise<string | null>;
  /** Called once the action has run. */
  readonly afterwards?: () => void;
}

/** An action on a record that needs more than a reason. */
interface FormAction extends NamedAction {
  /** Opens the action's dialog. */
  readonly open: () => void;
}

export type RecordAction = ReasonAction | FormAction;

/**
 * Offers actions on a record as buttons and in the palette.
 * @returns the buttons, and the last error
 */
export function useRecordActions(
  subject: string,
  actions: readonly RecordAction[],
): { readonly buttons: ReactNode; readonly error: ReactNode } {
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const start = async (action: RecordAction) => {
    setError(null);
    if ('open' in action) return action.open();
    const why = await askWhy({
      title: action.question,
      confirmLabel: action.label,
      tone: action.isDanger ? 'danger' : 'normal',
      ...(action.consequence !== undefined && { consequence: action.consequence }),
      ...(action.reasons !== undefined && { reasons: action.reasons }),
    });
    if (why === null) return;
    setBusy(action.id);
    try {
      const message = await action.run(why);
      if (message !== null) showToast({ subject, tone: 'good', message });
      action.afterwards?.();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(null);
    }
  };
  usePaletteActions(
    actions.map((action) => ({
      id: action.id,
      title: action.label,
      disabledReason: action.disabledReason,
      run: () => void start(action),
    })),
  );
  return {
    buttons: actions.map((action) => (
      <ActionButton
        key={action.id}
        variant={action.isPrimary ? 'primary' : 'secondary'}
        busy={busy === action.id}
        disabledReason={action.disabledReason}
        onClick={() => void start(action)}
      >
        {action.label}
      </ActionButton>
    )),
    error: <ErrorBlock messages={error === null ? [] : [errorText(error)]} />,
  };
}
