import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

interface IconTileProps {
  icon: ReactNode;
  /** Background colour: information, the app, or a state. */
  tone: 'info' | 'system' | 'good' | 'warn' | 'bad';
}

const grounds: Record<IconTileProps['tone'], string> = {
  info: 'bg-info-soft text-info',
  system: 'bg-surface-sunken text-ink-soft',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};

/** Icon tile in place of an image. Decorative, because the text next to it says the same thing. */
export function IconTile({ icon, tone }: IconTileProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-[56px] shrink-0 place-items-center rounded-control card-line [&_svg]:size-6',
        grounds[tone],
      )}
    >
      {icon}
    </span>
  );
}
