import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { LinkSlot, type LinkTarget } from '../links.tsx';

type CardTone = 'plain' | 'sunken' | 'good' | 'warn' | 'bad' | 'info';

interface CardStyle {
  tone?: CardTone;
  padded?: boolean;
  className?: string;
}

interface CardProps extends CardStyle {
  as?: 'div' | 'section' | 'article' | 'li';
  'aria-labelledby'?: string | undefined;
  children: ReactNode;
}

const grounds: Record<CardTone, string> = {
  plain: 'bg-surface-raised',
  sunken: 'bg-surface-sunken',
  good: 'bg-good-soft',
  warn: 'bg-warn-soft',
  bad: 'bg-bad-soft',
  info: 'bg-info-soft',
};

function cardClass(tone: CardTone, padded: boolean, className: string): string {
  return classNames(
    'rounded-card',
    tone === 'plain' ? 'card-rise' : 'card-line',
    grounds[tone],
    padded && 'p-4',
    className,
  );
}

/** A raised or tinted surface. */
export function Card({
  as: Tag = 'div',
  tone = 'plain',
  padded = true,
  className = '',
  children,
  ...nativeProps
}: CardProps) {
  return (
    <Tag
      {...nativeProps}
      data-tinted={tone === 'plain' ? undefined : ''}
      className={cardClass(tone, padded, className)}
    >
      {children}
    </Tag>
  );
}

/** A card that is a single link. Must not contain other controls. */
export function CardLink({
  tone = 'plain',
  padded = true,
  className = '',
  children,
  ...target
}: LinkTarget & CardStyle & { children: ReactNode }) {
  return (
    <LinkSlot
      target={target}
      className={classNames(
        cardClass(tone, padded, className),
        'block transition-transform active:scale-[0.99] motion-reduce:active:scale-100',
        'hover:outline-2 hover:outline-line-strong',
      )}
    >
      {children}
    </LinkSlot>
  );
}
