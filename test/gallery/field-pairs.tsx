import { Mail } from 'lucide-react';
import { CheckCards } from '#src/ui/check-cards.tsx';
import { CheckboxField } from '#src/ui/checkbox-field.tsx';
import { CodeField } from '#src/ui/code-field.tsx';
import { ComboField } from '#src/ui/combo-field.tsx';
import { FilterChips } from '#src/ui/filter-chips.tsx';
import { NumberField } from '#src/ui/number-field.tsx';
import { PhoneField } from '#src/ui/phone-field.tsx';
import { RadioCards } from '#src/ui/radio-cards.tsx';
import { RadioRows } from '#src/ui/radio-rows.tsx';
import { SelectField } from '#src/ui/select-field.tsx';
import { SwitchField } from '#src/ui/switch-field.tsx';
import { TextAreaField } from '#src/ui/text-area-field.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { pair, type StatePair } from './state-pair.ts';

const none = () => undefined;
const card = ['src/ui/choice-card.tsx', 'src/ui/choice-mark.tsx'];
const oneOption = [{ value: 'a', title: 'Phone', icon: <Mail /> }];

const chosen = [
  pair('a chosen radio card', ['src/ui/radio-cards.tsx', ...card], (isChosen) => (
    <RadioCards
      legend="Way"
      value={isChosen ? 'a' : null}
      onValueChange={none}
      options={oneOption}
    />
  )),
  pair('a ticked card', ['src/ui/check-cards.tsx', ...card], (isChosen) => (
    <CheckCards
      legend="Ways"
      values={isChosen ? ['a'] : []}
      onValuesChange={none}
      options={oneOption}
    />
  )),
  pair('a card that is full', card, (isFull) => (
    <CheckCards
      legend="Ways"
      values={[]}
      limit={isFull ? 0 : 1}
      onValuesChange={none}
      options={oneOption}
    />
  )),
  pair('a chosen row', 'src/ui/radio-rows.tsx', (isChosen) => (
    <RadioRows
      legend="Project"
      rows={[{ value: 'a', title: 'Long Acre 14' }]}
      value={isChosen ? 'a' : null}
      onValueChange={none}
    />
  )),
  pair('a chosen filter', 'src/ui/filter-chips.tsx', (isChosen) => (
    <FilterChips
      label="Status"
      value={isChosen ? 'a' : ''}
      onValueChange={none}
      options={[{ value: 'a', label: 'Open', count: 3 }]}
    />
  )),
  pair('a ticked box', 'src/ui/checkbox-field.tsx', (isTicked) => (
    <CheckboxField label="Terms" checked={isTicked} onChange={none} />
  )),
  pair('a disabled box', 'src/ui/checkbox-field.tsx', (disabled) => (
    <CheckboxField label="Terms" checked disabled={disabled} onChange={none} />
  )),
  pair('a switch', 'src/ui/switch-field.tsx', (isOn) => (
    <SwitchField label="Sound" checked={isOn} onValueChange={none} />
  )),
  pair('a disabled switch', 'src/ui/switch-field.tsx', (isOff) => (
    <SwitchField
      label="Sound"
      description="Offline"
      {...(isOff && { disabledReason: 'Offline' })}
      checked
      onValueChange={none}
    />
  )),
  pair('a disabled switch that is on', 'src/ui/switch-field.tsx', (isOn) => (
    <SwitchField label="Sound" disabledReason="Offline" checked={isOn} onValueChange={none} />
  )),
];

/** The error's words stand below the control: only the control itself is compared. */
const invalid = [
  pair(
    'an invalid text field',
    ['src/ui/text-field.tsx', 'src/features/scan/manual/serial-fields.tsx'],
    (isWrong) => <TextField label="Name" error={isWrong && 'Wrong'} />,
    'input',
  ),
  pair(
    'a disabled text field',
    'src/ui/text-field.tsx',
    (disabled) => <TextField label="Name" disabled={disabled} defaultValue="Anna" />,
    'input',
  ),
  pair(
    'an invalid text area',
    'src/ui/text-area-field.tsx',
    (isWrong) => <TextAreaField label="Notes" error={isWrong && 'Wrong'} />,
    'textarea',
  ),
  pair(
    'an invalid choice',
    'src/ui/select-field.tsx',
    (isWrong) => <SelectField label="Country" options={[]} error={isWrong && 'Wrong'} />,
    'select',
  ),
  pair(
    'an invalid list field',
    'src/ui/combo-field.tsx',
    (isWrong) => (
      <ComboField
        label="Size"
        options={[]}
        value={null}
        onValueChange={none}
        emptyText="None"
        filter={() => true}
        error={isWrong && 'Wrong'}
      />
    ),
    'input',
  ),
  pair(
    'an invalid phone number',
    'src/ui/phone-field.tsx',
    (isWrong) => (
      <PhoneField
        label="Phone"
        country="PL"
        countryLabel="Country"
        countries={[{ id: 'PL', name: 'Poland', dialCode: '+48' }]}
        error={isWrong && 'Wrong'}
      />
    ),
    'input',
  ),
  pair(
    'an invalid code',
    'src/ui/code-field.tsx',
    (isWrong) => (
      <CodeField label="Code" value="48" onValueChange={none} error={isWrong && 'Wrong'} />
    ),
    '[aria-hidden]:has(> span)',
  ),
  pair(
    'an invalid number',
    'src/ui/number-field.tsx',
    (isWrong) => <Amount value={2} error={isWrong && 'Wrong'} />,
    'input',
  ),
  pair(
    'the end of a number',
    'src/ui/number-field.tsx',
    (isLast) => <Amount value={isLast ? 1 : 2} />,
    'button',
  ),
  pair(
    'an invalid box',
    'src/ui/checkbox-field.tsx',
    (isWrong) => <CheckboxField label="Terms" error={isWrong && 'Wrong'} />,
    'label',
  ),
];

function Amount({ value, error }: { value: number; error?: React.ReactNode }) {
  return (
    <NumberField
      label="Amount"
      refusedText="Enter a whole number."
      value={value}
      onValueChange={none}
      min={1}
      decreaseLabel="Fewer"
      increaseLabel="More"
      error={error}
    />
  );
}

/** The fields of the kit in the states that a person has to tell apart. */
export const fieldPairs: readonly StatePair[] = [...chosen, ...invalid];
