import type { ComponentPropsWithRef, ReactNode } from 'react';
import { ChoiceMark } from './choice-mark.tsx';
import { classNames } from '../class-names.ts';

export interface ChoiceOption {
  value: string;
  title: ReactNode;
  description?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean | undefined;
}

interface ChoiceCardProps {
  option: ChoiceOption;
  input: ComponentPropsWithRef<'input'> & { type: 'radio' | 'checkbox' };
}

/** One choice drawn as a card around a native radio or checkbox. */
export function ChoiceCard({ option, input }: ChoiceCardProps) {
  return (
    <label
      className={classNames(
        'relative flex min-h-16 items-center gap-3 rounded-card px-4 py-3 transition-colors',
        'border-2 border-line bg-surface-raised sunlight:border-line-strong',
        'has-checked:border-ink sunlight:has-checked:border-4',
        'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        'has-disabled:bg-surface-sunken has-disabled:text-ink-soft',
      )}
    >
      {option.icon && <span className="shrink-0 text-ink-soft [&_svg]:size-6">{option.icon}</span>}
      <span className="min-w-0 flex-1">
        <span className="block font-semibold break-long">{option.title}</span>
        {option.description && (
          <span className="block text-small text-ink-soft break-long">{option.description}</span>
        )}
      </span>
      <ChoiceMark {...input} value={option.value} disabled={option.disabled || input.disabled} />
    </label>
  );
}
