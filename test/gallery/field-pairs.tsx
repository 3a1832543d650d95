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

const noop = () => undefined;
const card = 'src/ui/fields/choice-cards.tsx';
const oneOption = [{ value: 'a', title: 'Phone', icon: <Mail /> }];

const selection = [
  pair('a chosen radio card', card, (isChosen) => (
    <RadioCards
      legend="Way"
      value={isChosen ? 'a' : null}
      onValueChange={noop}
      options={oneOption}
    />
  )),
  pair('a ticked card', card, (isChosen) => (
    <CheckboxCards
      legend="Ways"
      values={isChosen ? ['a'] : []}
      onValuesChange={noop}
      options={oneOption}
    />
  )),
  pair('a card when the limit is reached', card, (isFull) => (
    <CheckboxCards
      legend="Ways"
      values={[]}
      limit={isFull ? 0 : 1}
      onValuesChange={noop}
      options={oneOption}
    />
  )),
  pair('a chosen row', 'src/ui/fields/radio-rows.tsx', (isChosen) => (
    <RadioRows
      legend="Project"
      rows={[{ value: 'a', title: 'Long Acre 14' }]}
      value={isChosen ? 'a' : null}
      onValueChange={noop}
    />
  )),
  pair('a chosen filter', 'src/ui/lists/filter-chips.tsx', (isChosen) => (
    <FilterChips
      label="Status"
      value={isChosen ? 'a' : ''}
      onValueChange={noop}
      options={[{ value: 'a', label: 'Open', count: 3 }]}
    />
  )),
  pair('a ticked box', 'src/ui/fields/toggle-fields.tsx', (isTicked) => (
    <CheckboxField label="Terms" checked={isTicked} onChange={noop} />
  )),
  pair('a disabled box', 'src/ui/fields/toggle-fields.tsx', (disabled) => (
    <CheckboxField label="Terms" checked disabled={disabled} onChange={noop} />
  )),
  pair('a switch', 'src/ui/fields/toggle-fields.tsx', (isOn) => (
    <SwitchField label="Sound" checked={isOn} onValueChange={noop} />
  )),
  pair('a disabled switch', 'src/ui/fields/toggle-fields.tsx', (isDisabledOn) => (
    <SwitchField
      label="Sound"
      description="Offline"
      {...(isDisabledOn && { disabledReason: 'Offline' })}
      checked
      onValueChange={noop}
    />
  )),
  pair('a disabled switch that is on', 'src/ui/fields/toggle-fields.tsx', (isOn) => (
    <SwitchField label="Sound" disabledReason="Offline" checked={isOn} onValueChange={noop} />
  )),
];

/** The error text is below the control: only the control itself is compared. */
const invalidPairs = [
  pair(
    'an invalid text field',
    ['src/ui/fields/text-field.tsx', 'src/features/scan/manual/serial-fields.tsx'],
    (hasError) => <TextField label="Name" error={hasError && 'Wrong'} />,
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
    (hasError) => <TextAreaField label="Notes" error={hasError && 'Wrong'} />,
    'textarea',
  ),
  pair(
    'an invalid choice',
    'src/ui/fields/select-field.tsx',
    (hasError) => <SelectField label="Country" options={[]} error={hasError && 'Wrong'} />,
    'select',
  ),
  pair(
    'an invalid list field',
    'src/ui/fields/combo-field.tsx',
    (hasError) => (
      <ComboField
        label="Size"
        options={[]}
        value={null}
        onValueChange={noop}
        emptyText="None"
        filter={() => true}
        error={hasError && 'Wrong'}
      />
    ),
    'input',
  ),
  pair(
    'an invalid phone number',
    'src/ui/fields/phone-field.tsx',
    (hasError) => (
      <PhoneField
        label="Phone"
        country="PL"
        countryLabel="Country"
        countries={[{ id: 'PL', name: 'Poland', dialCode: '+48' }]}
        error={hasError && 'Wrong'}
      />
    ),
    'input',
  ),
  pair(
    'an invalid code',
    'src/ui/fields/code-field.tsx',
    (hasError) => (
      <CodeField label="Code" value="48" onValueChange={noop} error={hasError && 'Wrong'} />
    ),
    '[aria-hidden]:has(> span)',
  ),
  pair(
    'an invalid number',
    'src/ui/fields/number-field.tsx',
    (hasError) => <Amount value={2} error={hasError && 'Wrong'} />,
    'input',
  ),
  pair(
    'a number field at its limit',
    'src/ui/fields/number-field.tsx',
    (isLast) => <Amount value={isLast ? 1 : 2} />,
    'button',
  ),
  pair(
    'an invalid box',
    'src/ui/fields/toggle-fields.tsx',
    (hasError) => <CheckboxField label="Terms" error={hasError && 'Wrong'} />,
    'label',
  ),
];

function Amount({ value, error }: { value: number; error?: React.ReactNode }) {
  return (
    <NumberField
      label="Amount"
      invalidText="Enter a whole number."
      value={value}
      onValueChange={noop}
      min={1}
      decreaseLabel="Fewer"
      increaseLabel="More"
      error={error}
    />
  );
}

/** Fields in the states that people must be able to distinguish. */
export const fieldPairs: readonly StatePair[] = [...selection, ...invalidPairs];
