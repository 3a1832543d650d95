import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'normal' | 'large';

interface ButtonLook {
  variant: ButtonVariant;
  size: ButtonSize;
  fullWidth: boolean;
  off?: boolean;
}

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-brand text-brand-ink border-transparent hover:bg-brand-press',
  secondary: 'bg-surface-raised text-ink border-line-strong hover:bg-surface-sunken',
  quiet: 'text-brand-strong border-transparent hover:bg-surface-sunken',
  danger: 'bg-bad-fill text-bad-ink border-transparent hover:bg-bad-fill/90',
};

const sizes: Record<ButtonSize, string> = {
  normal: 'min-h-target px-5 py-2',
  large: 'min-h-16 px-4 py-3 text-title',
};

/** The classes of a button and of a link that looks like one. */
export function buttonClass({ variant, size, fullWidth, off = false }: ButtonLook): string {
  return classNames(
    'inline-flex min-w-target items-center justify-center gap-2 rounded-control border text-center',
    'font-semibold leading-tight select-none break-long [&_svg]:size-5 [&_svg]:shrink-0',
    'transition-[transform,background-color] active:scale-[0.98] motion-reduce:active:scale-100',
    sizes[size],
    fullWidth && 'w-full',
    off ? 'border-line bg-surface-sunken text-ink-soft active:scale-100' : looks[variant],
  );
}
