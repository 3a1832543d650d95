import { classNames } from './class-names.ts';
import { useId, type ComponentPropsWithRef, type MouseEvent, type ReactNode } from 'react';
import { Spinner } from './feedback/spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'outlined' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'large';

interface ButtonStyle {
  variant: ButtonVariant;
  size: ButtonSize;
  fullWidth: boolean;
  isDisabled?: boolean;
}

const variantClasses: Record<ButtonVariant, string> = {
  primary:
    'bg-brand text-brand-ink border-transparent hover:bg-brand-press forced-color-adjust-none',
  // Uses the card colour on a tinted surface, so that it still looks like a button.
  secondary:
    'bg-surface-sunken text-ink border-transparent hover:bg-surface-hover in-data-tinted:bg-surface-raised sunlight:border-line-strong',
  // For an action that isn't the suggested next step.
  outlined: 'bg-surface-raised text-ink border-2 border-line-strong hover:bg-surface-sunken',
  quiet: 'text-info border-transparent hover:bg-surface-sunken sunlight:underline',
  danger: 'bg-bad-fill text-bad-ink border-transparent hover:bg-bad-fill/90',
};

const sizes: Record<ButtonSize, string> = {
  // The button is larger in a page footer, because it's the page's main action there.
  normal:
    'min-h-target px-5 py-2 in-data-page-footer:min-h-14 in-data-page-footer:text-[1.0625rem]',
  large: 'min-h-16 px-4 py-3 text-title',
};

/** Classes of buttons and of links that look like buttons. */
export function buttonClass({ variant, size, fullWidth, isDisabled = false }: ButtonStyle): string {
  return classNames(
    'inline-flex min-w-target items-center justify-center gap-2 rounded-control border text-center',
    'font-semibold leading-tight select-none break-long [&_svg]:size-5 [&_svg]:shrink-0',
    'transition-[transform,background-color] active:scale-[0.98] motion-reduce:active:scale-100',
    sizes[size],
    fullWidth && 'w-full',
    isDisabled
      ? 'border-line bg-surface-sunken text-ink-soft active:scale-100'
      : variantClasses[variant],
  );
}

interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'style'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shown before the label; decorative. */
  icon?: ReactNode;
  /** Shows a spinner, keeps the focus and ignores presses. */
  busy?: boolean | undefined;
  fullWidth?: boolean;
  /** Reason why the button is disabled. It's shown below the button and announced; the button stays focusable. */
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
  ...nativeProps
}: ButtonProps) {
  const reasonId = useId();
  const isBlocked = Boolean(disabledReason);
  const descriptionIds = [nativeProps['aria-describedby'], isBlocked && reasonId]
    .filter(Boolean)
    .join(' ');

  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (!busy && !isBlocked) return onClick?.(event);
    event.preventDefault();
    event.stopPropagation();
  };

  const button = (
    <button
      type="button"
      {...nativeProps}
      disabled={disabled}
      aria-disabled={busy || isBlocked || undefined}
      aria-busy={busy || undefined}
      aria-describedby={descriptionIds || undefined}
      onClick={handleClick}
      className={buttonClass({
        variant,
        size,
        fullWidth,
        isDisabled: isBlocked || Boolean(disabled),
      })}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
  if (!isBlocked) return button;

  return (
    <div className={fullWidth ? 'w-full' : 'inline-block max-w-full'}>
      {button}
      <p id={reasonId} className="mt-1.5 text-small text-ink-soft break-long">
        {disabledReason}
      </p>
    </div>
  );
}
