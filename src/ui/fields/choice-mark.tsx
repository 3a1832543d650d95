import { Check } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import { classNames } from '../class-names.ts';

type ChoiceMarkProps = Omit<ComponentPropsWithRef<'input'>, 'className' | 'style'> & {
  type: 'radio' | 'checkbox';
};

/** The native radio or checkbox of a card, drawn as a tick; the card shows its focus ring. */
export function ChoiceMark(native: ChoiceMarkProps) {
  return (
    <span className="relative size-6 shrink-0">
      <input
        {...native}
        className={classNames(
          'peer size-full appearance-none border-2 border-line-strong outline-none',
          'checked:border-ink checked:bg-ink',
          native.type === 'radio' ? 'rounded-full' : 'rounded-[8px]',
        )}
      />
      <Check
        strokeWidth={3.5}
        className="pointer-events-none absolute inset-1 size-4 text-surface-raised opacity-0 peer-checked:opacity-100"
      />
    </span>
  );
}
