import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import { ChoiceCard, type ChoiceOption } from './choice-card.tsx';
import { ChoiceGroup } from './choice-group.tsx';

interface RadioCardsProps {
  legend: ReactNode;
  legendHidden?: boolean | undefined;
  options: readonly ChoiceOption[];
  /** Form name; made up where it is left out. */
  name?: string | undefined;
  /** With `onValueChange`: the chosen value. */
  value?: string | null | undefined;
  onValueChange?: ((value: string) => void) | undefined;
  /** Instead of value and onValueChange: what `register('name')` gives. */
  inputProps?: Pick<ComponentPropsWithRef<'input'>, 'name' | 'ref' | 'onChange' | 'onBlur'>;
  hint?: ReactNode;
  error?: ReactNode;
  columns?: 1 | 2;
}

/** One of several, each a card wide enough for a glove. */
export function RadioCards(props: RadioCardsProps) {
  const { options, value, onValueChange, inputProps, ...frame } = props;
  const madeName = useId();
  const name = props.name ?? madeName;
  return (
    <ChoiceGroup {...frame} role="radiogroup">
      {options.map((option) => (
        <ChoiceCard
          key={option.value}
          option={option}
          input={{
            type: 'radio',
            name,
            ...inputProps,
            ...(onValueChange && {
              checked: value === option.value,
              onChange: () => onValueChange(option.value),
            }),
          }}
        />
      ))}
    </ChoiceGroup>
  );
}
