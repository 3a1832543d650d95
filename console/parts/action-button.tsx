import { useId, type ComponentProps } from 'react';
import { Button } from '#src/ui/button.tsx';
import { useOfflineReason } from '#console/data/use-online.ts';
import { toolButtonClass } from './drop-down.tsx';

/** Button that runs an action or opens its form. Disabled with a reason while offline. */
export function ActionButton({ disabledReason, ...button }: ComponentProps<typeof Button>) {
  return <Button {...button} disabledReason={useOfflineReason() ?? disabledReason} />;
}

interface SmallActionButtonProps extends Omit<ComponentProps<'button'>, 'style' | 'type'> {
  /** While true, the button ignores presses but keeps the focus. */
  readonly isBusy?: boolean;
}

/** Button for an action in a toolbar, menu or row. While offline, it's disabled, and its tooltip says why. */
export function SmallActionButton({
  isBusy = false,
  className = toolButtonClass,
  onClick,
  children,
  ...button
}: SmallActionButtonProps) {
  const id = useId();
  const offlineReason = useOfflineReason();
  const isDisabled = isBusy || offlineReason !== undefined;
  return (
    <>
      <button
        {...button}
        type="button"
        title={offlineReason ?? button.title}
        aria-disabled={isDisabled || undefined}
        aria-busy={isBusy || undefined}
        aria-describedby={offlineReason === undefined ? undefined : id}
        className={`${className} aria-disabled:cursor-not-allowed aria-disabled:text-ink-soft`}
        onClick={isDisabled ? undefined : onClick}
      >
        {children}
      </button>
      {offlineReason !== undefined && (
        <span id={id} hidden>
          {offlineReason}
        </span>
      )}
    </>
  );
}
