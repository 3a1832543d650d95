import type { ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx';
import { LinkSlot, type LinkTarget } from './links.tsx';

type LinkButtonProps = LinkTarget & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  fullWidth?: boolean;
  children: ReactNode;
};

/** A link that looks like a button. */
export function LinkButton({
  variant = 'primary',
  size = 'normal',
  fullWidth = false,
  icon,
  children,
  ...target
}: LinkButtonProps) {
  return (
    <LinkSlot target={target} className={buttonClass({ variant, size, fullWidth })}>
      {icon}
      {children}
    </LinkSlot>
  );
}
