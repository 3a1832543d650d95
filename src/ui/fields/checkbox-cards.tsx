import type { ReactNode } from 'react';
import { ChoiceCard, type ChoiceOption } from './choice-card.tsx';
import { ChoiceGroup } from './choice-group.tsx';

interface CheckboxCardsProps {
  legend: ReactNode;
  legendHidden?: boolean | undefined;
  options: readonly ChoiceOption[];
  values: readonly string[];
  onValuesChange: (values: string[]) => void;
  /** Maximum number of choices; others are then disabled. Mention it in the hint. */
  limit?: number | undefined;
  name?: string | undefined;
  hint?: ReactNode;
  error?: ReactNode;
  columns?: 1 | 2;
}

/** Multiple choice with cards. */
export function CheckboxCards(props: CheckboxCardsProps) {
  const { options, values, onValuesChange, limit = Infinity, name, ...frame } = props;
  const full = values.length >= limit;
  const toggle = (value: string) =>
    onValuesChange(
      values.includes(value) ? values.filter((other) => other !== value) : [...values, value],
    );
  return (
    <ChoiceGroup {...frame}>
      {options.map((option) => {
        const checked = values.includes(option.value);
        return (
          <ChoiceCard
            key={option.value}
            option={option}
            input={{
              type: 'checkbox',
              name,
              checked,
              disabled: full && !checked,
              onChange: () => toggle(option.value),
            }}
          />
        );
      })}
    </ChoiceGroup>
  );
}
