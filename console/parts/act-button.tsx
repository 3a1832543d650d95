import { useId, type ComponentProps } from 'react';
import { Button } from '#src/ui/button.tsx';
import { useOfflineReason } from '#console/data/use-online.ts';
import { toolButtonClass } from './drop-down.tsx';

/** Button that starts or sends an act, or opens its form. Without a network, it is disabled and says why. */
export function ActButton({ disabledReason, ...button }: ComponentProps<typeof Button>) {
  return <Button {...button} disabledReason={useOfflineReason() ?? disabledReason} />;
}

interface SmallActButtonProps extends Omit<ComponentProps<'button'>, 'style' | 'type'> {
  /** Ignores presses, and keeps the focus. */
  readonly isBusy?: boolean;
}

/** An act in a bar, a menu or a row. The reason why it is disabled is its description and its tip. */
export function SmallActButton({
  isBusy = false,
  className = toolButtonClass,
  onClick,
  children,
  ...button
}: SmallActButtonProps) {
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
