import type { ComponentPropsWithRef, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { LinkSlot, toLinkTarget, type OptionalLinkTarget } from './links.tsx';
import { Spinner } from './feedback/spinner.tsx';

type IconButtonProps = Omit<
  ComponentPropsWithRef<'button'>,
  'children' | 'className' | 'disabled' | 'style'
> &
  OptionalLinkTarget & {
    /** Accessible name; includes the count, if any. */
    label: string;
    icon: ReactNode;
    variant?: 'quiet' | 'solid' | 'raised';
    busy?: boolean | undefined;
    /** Ignores presses but keeps the focus. */
    disabled?: boolean | undefined;
    /** Small number on the icon, such as the cart count; hidden for 0. */
    count?: number | undefined;
  };

const variantClasses = {
  quiet: 'text-ink hover:bg-surface-sunken',
  solid: 'bg-brand text-brand-ink hover:bg-brand-press forced-color-adjust-none',
  raised: 'bg-surface-raised text-ink card-rise hover:bg-surface-sunken',
} as const;

/** A round 48 px icon button. */
export function IconButton({
  label,
  icon,
  variant = 'quiet',
  busy = false,
  disabled = false,
  count = 0,
  href,
  render,
  onClick,
  ...nativeProps
}: IconButtonProps) {
  const className = classNames(
    'relative inline-grid size-target shrink-0 place-items-center rounded-full transition-colors',
    '[&_svg]:size-6',
    variantClasses[variant],
    disabled && 'text-ink-soft! forced-colors:border-2',
  );
  const content = (
    <>
      {busy ? <Spinner /> : icon}
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute -end-0.5 top-0 min-w-5 rounded-full bg-inverse px-1 text-center text-caption leading-5 font-semibold text-inverse-ink tnum forced-color-adjust-none"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </>
  );

  const target = toLinkTarget({ href, render } as OptionalLinkTarget);
  if (target) {
    return (
      <LinkSlot target={target} className={className} aria-label={label}>
        {content}
      </LinkSlot>
    );
  }
  return (
    <button
      type="button"
      {...nativeProps}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-disabled={busy || disabled || undefined}
      onClick={busy || disabled ? undefined : onClick}
      className={className}
    >
      {content}
    </button>
  );
}
