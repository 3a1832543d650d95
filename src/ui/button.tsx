import { useId, type ComponentPropsWithRef, type MouseEvent, type ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-style.ts';
import { Spinner } from './feedback/spinner.tsx';

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shown before the label; decorative. */
  icon?: ReactNode;
  /** Shows a spinner, keeps the focus and ignores presses. */
  busy?: boolean | undefined;
  fullWidth?: boolean;
  /** Reason why it is disabled, shown below and announced; the button stays focusable. */
  disabledReason?: ReactNode;
}

/** Native button; `type="button"` by default. */
export function Button({
  variant = 'primary',
  size = 'normal',
  icon,
  busy = false,
  fullWidth = false,
  disabledReason,
  disabled,
  onClick,
  children,
  ...native
}: ButtonProps) {
  const reasonId = useId();
  const blocked = Boolean(disabledReason);
  const described = [native['aria-describedby'], blocked && reasonId].filter(Boolean).join(' ');

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!busy && !blocked) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  };

  const button = (
    <button
      type="button"
      {...native}
      disabled={disabled}
      aria-disabled={busy || blocked || undefined}
      aria-busy={busy || undefined}
      aria-describedby={described || undefined}
      onClick={press}
      className={buttonClass({ variant, size, fullWidth, off: blocked || Boolean(disabled) })}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
  if (!blocked) return button;

  return (
    <div className={fullWidth ? 'w-full' : 'inline-block max-w-full'}>
      {button}
      <p id={reasonId} className="mt-1.5 text-small text-ink-soft break-long">
        {disabledReason}
      </p>
    </div>
  );
}
