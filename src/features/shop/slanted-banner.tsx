import type { ReactNode } from 'react';
import { classNames } from '#src/ui/class-names.ts';
import { LinkSlot, type LinkTarget } from '#src/ui/link-target.tsx';

interface SlantedBannerProps {
  target: LinkTarget;
  /** `slate` for the main banner, `sky` for one beside it. */
  tone: 'slate' | 'sky';
  eyebrow?: ReactNode;
  title: ReactNode;
  below: ReactNode;
  picture: ReactNode;
}

/** A banner with a link and a picture, separated by a slanted edge. */
export function SlantedBanner({
  target,
  tone,
  eyebrow,
  title,
  below,
  picture,
}: SlantedBannerProps) {
  return (
    <LinkSlot
      target={target}
      className={classNames(
        'shop-banner @container block h-full overflow-hidden rounded-card card-line transition-transform hover:outline-2 hover:outline-line-strong active:scale-[0.99] motion-reduce:active:scale-100',
        tone === 'slate' ? 'shop-banner-slate' : 'bg-info-soft text-ink',
      )}
    >
      <span
        className={classNames(
          'flex h-full items-stretch @max-[15rem]:flex-col-reverse',
          tone === 'slate' ? 'min-h-38' : 'min-h-26 desk:min-h-38',
        )}
      >
        <span className="flex min-w-0 flex-1 flex-col justify-center gap-1 py-4 ps-4">
          {eyebrow && <span className="text-small font-medium opacity-80">{eyebrow}</span>}
          <span className="font-display text-title font-semibold break-long">{title}</span>
          <span className="text-small">{below}</span>
        </span>
        <span className="shop-banner-picture">{picture}</span>
      </span>
    </LinkSlot>
  );
}
