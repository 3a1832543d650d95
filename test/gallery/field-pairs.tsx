import { Mail } from 'lucide-react';
import { CheckboxCards, RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { CheckboxField, SwitchField } from '#src/ui/fields/toggle-fields.tsx';
import { CodeField } from '#src/ui/fields/code-field.tsx';
import { ComboField } from '#src/ui/fields/combo-field.tsx';
import { FilterChips } from '#src/ui/lists/filter-chips.tsx';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import { PhoneField } from '#src/ui/fields/phone-field.tsx';
import { RadioRows } from '#src/ui/fields/radio-rows.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { pair, type StatePair } from './state-pair.ts';

const none = () => undefined;
const card = ['src/ui/fields/choice-cards.tsx', 'src/ui/fields/choice-cards.tsx'];
const oneOption = [{ value: 'a', title: 'Phone', icon: <Mail /> }];

const chosen = [
  pair('a chosen radio card', ['src/ui/fields/choice-cards.tsx', ...card], (isChosen) => (
    <RadioCards
      legend="Way"
      value={isChosen ? 'a' : null}
      onValueChange={none}
      options={oneOption}
    />
  )),
  pair('a ticked card', ['src/ui/fields/choice-cards.tsx', ...card], (isChosen) => (
    <CheckboxCards
      legend="Ways"
      values={isChosen ? ['a'] : []}
      onValuesChange={none}
      options={oneOption}
    />
  )),
  pair('a card that is full', card, (isFull) => (
    <CheckboxCards
      legend="Ways"
      values={[]}
      limit={isFull ? 0 : 1}
      onValuesChange={none}
      options={oneOption}
    />
  )),
  pair('a chosen row', 'src/ui/fields/radio-rows.tsx', (isChosen) => (
    <RadioRows
      legend="Project"
      rows={[{ value: 'a', title: 'Long Acre 14' }]}
      value={isChosen ? 'a' : null}
      onValueChange={none}
    />
  )),
  pair('a chosen filter', 'src/ui/lists/filter-chips.tsx', (isChosen) => (
    <FilterChips
      label="Status"
      value={isChosen ? 'a' : ''}
      onValueChange={none}
      options={[{ value: 'a', label: 'Open', count: 3 }]}
    />
  )),
  pair('a ticked box', 'src/ui/fields/toggle-fields.tsx', (isTicked) => (
    <CheckboxField label="Terms" checked={isTicked} onChange={none} />
  )),
  pair('a disabled box', 'src/ui/fields/toggle-fields.tsx', (disabled) => (
    <CheckboxField label="Terms" checked disabled={disabled} onChange={none} />
  )),
  pair('a switch', 'src/ui/fields/toggle-fields.tsx', (isOn) => (
    <SwitchField label="Sound" checked={isOn} onValueChange={none} />
  )),
  pair('a disabled switch', 'src/ui/fields/toggle-fields.tsx', (isOff) => (
    <SwitchField
      label="Sound"
      description="Offline"
      {...(isOff && { disabledReason: 'Offline' })}
      checked
      onValueChange={none}
    />
  )),
  pair('a disabled switch that is on', 'src/ui/fields/toggle-fields.tsx', (isOn) => (
    <SwitchField label="Sound" disabledReason="Offline" checked={isOn} onValueChange={none} />
  )),
];

/** The error text is below the control: only the control itself is compared. */
const invalid = [
  pair(
    'an invalid text field',
    ['src/ui/fields/text-field.tsx', 'src/features/scan/manual/serial-fields.tsx'],
    (isWrong) => <TextField label="Name" error={isWrong && 'Wrong'} />,
    'input',
  ),
  pair(
    'a disabled text field',
    'src/ui/fields/text-field.tsx',
    (disabled) => <TextField label="Name" disabled={disabled} defaultValue="Anna" />,
    'input',
  ),
  pair(
    'an invalid text area',
    'src/ui/fields/text-area-field.tsx',
    (isWrong) => <TextAreaField label="Notes" error={isWrong && 'Wrong'} />,
    'textarea',
  ),
  pair(
    'an invalid choice',
    'src/ui/fields/select-field.tsx',
    (isWrong) => <SelectField label="Country" options={[]} error={isWrong && 'Wrong'} />,
    'select',
  ),
  pair(
    'an invalid list field',
    'src/ui/fields/combo-field.tsx',
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
    'src/ui/fields/phone-field.tsx',
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
    'src/ui/fields/code-field.tsx',
    (isWrong) => (
      <CodeField label="Code" value="48" onValueChange={none} error={isWrong && 'Wrong'} />
    ),
    '[aria-hidden]:has(> span)',
  ),
  pair(
    'an invalid number',
    'src/ui/fields/number-field.tsx',
    (isWrong) => <Amount value={2} error={isWrong && 'Wrong'} />,
    'input',
  ),
  pair(
    'the end of a number',
    'src/ui/fields/number-field.tsx',
    (isLast) => <Amount value={isLast ? 1 : 2} />,
    'button',
  ),
  pair(
    'an invalid box',
    'src/ui/fields/toggle-fields.tsx',
    (isWrong) => <CheckboxField label="Terms" error={isWrong && 'Wrong'} />,
    'label',
  ),
];

function Amount({ value, error }: { value: number; error?: React.ReactNode }) {
  return (
    <NumberField
      label="Amount"
      invalidText="Enter a whole number."
      value={value}
      onValueChange={none}
      min={1}
      decreaseLabel="Fewer"
      increaseLabel="More"
      error={error}
    />
  );
}

/** Fields in the states that people must be able to distinguish. */
export const fieldPairs: readonly StatePair[] = [...chosen, ...invalid];
