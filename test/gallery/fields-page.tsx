import { ArrowLeft, Mail, Phone } from 'lucide-react';
import { useState } from 'react';
import { matchesFilter } from '#schemas/text-search.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckboxCards, RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { CheckboxField, SwitchField } from '#src/ui/fields/toggle-fields.tsx';
import { CodeField } from '#src/ui/fields/code-field.tsx';
import { ComboField } from '#src/ui/fields/combo-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { PhoneField } from '#src/ui/fields/phone-field.tsx';
import { SearchField } from '#src/ui/fields/search-field.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { Stepper } from '#src/ui/layout/stepper.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { GalleryPageProps } from './gallery-texts.ts';

export function FieldsPage({ texts }: GalleryPageProps) {
  return (
    <Page
      title={texts.save}
      back={<IconButton label="Back" icon={<ArrowLeft />} href="?show=home" />}
      footer={<Button fullWidth>{texts.save}</Button>}
    >
      <div className="space-y-5">
        <Stepper step={2} total={5} label={texts.step} />
        <TextFields texts={texts} />
        <PhonesAndCodes texts={texts} />
        <FieldsWithOptions texts={texts} />
        <Choices texts={texts} />
        <Ticks texts={texts} />
        <TextAreaField label={texts.nav[3]} remainingText="20 characters left" hint={texts.error} />
      </div>
    </Page>
  );
}

type WithTexts = Pick<GalleryPageProps, 'texts'>;

function TextFields({ texts }: WithTexts) {
  return (
    <>
      <TextField label={texts.company} hint={texts.emptyScansText} placeholder="Skylight" />
      <TextField label={texts.company} error={texts.error} defaultValue="Ab" />
      <TextField label="Email" type="email" prefix={<Mail />} optionalLabel={texts.cancel} />
      <TextField label={texts.points} suffix="pt" defaultValue="120" disabled />
      <TextField label={texts.nav[0]} defaultValue="read only" readOnly />
    </>
  );
}

function PhonesAndCodes({ texts }: WithTexts) {
  const [code, setCode] = useState('482');
  const [country, setCountry] = useState('PL');
  const countries = [
    { id: 'PL', name: 'Poland', dialCode: '+48' },
    { id: 'BA', name: 'Bosnia and Herzegovina', dialCode: '+387' },
  ];
  return (
    <>
      <PhoneField
        label="Phone"
        country={country}
        countryLabel="Country"
        countries={countries}
        onCountryChange={setCountry}
        placeholder="512 345 678"
      />
      <PhoneField
        label="Phone, fixed"
        country="BA"
        countryLabel="Country"
        countries={countries}
        error={texts.error}
      />
      <CodeField label="Code" value={code} onValueChange={setCode} hint={texts.offlineText} />
      <CodeField label="Wrong code" value="48213" onValueChange={setCode} error={texts.error} />
    </>
  );
}

function FieldsWithOptions({ texts }: WithTexts) {
  const [search, setSearch] = useState('Long');
  const [selectedId, setSelectedId] = useState<string | null>(null);
  return (
    <>
      <SearchField
        label="Search"
        value={search}
        onValueChange={setSearch}
        clearLabel="Clear"
        placeholder={texts.address}
      />
      <SelectField
        label={texts.nav[4]}
        placeholder={texts.cancel}
        options={[
          { value: '1', label: texts.project },
          { value: '2', label: texts.address },
        ]}
      />
      <ComboField
        label={texts.nav[1]}
        options={[
          { id: '1', label: texts.project, detail: texts.address },
          { id: '2', label: 'GGL MK06', detail: '2070' },
          { id: '3', label: 'GPU SK08' },
        ]}
        value={selectedId}
        onValueChange={setSelectedId}
        filter={matchesFilter}
        emptyText={texts.emptyScans}
        hint={texts.emptyScansText}
      />
    </>
  );
}

function Choices({ texts }: WithTexts) {
  const [channel, setChannel] = useState('phone');
  const [selected, setSelected] = useState(['a', 'b']);
  const [count, setCount] = useState<number | null>(2);
  return (
    <>
      <RadioCards
        legend={texts.addProduct}
        value={channel}
        onValueChange={setChannel}
        columns={2}
        options={[
          { value: 'phone', title: 'Phone', icon: <Phone /> },
          { value: 'mail', title: 'Email', icon: <Mail />, description: texts.emptyScansText },
        ]}
      />
      <CheckboxCards
        legend={texts.remove}
        hint={texts.step}
        limit={2}
        values={selected}
        onValuesChange={setSelected}
        options={[
          { value: 'a', title: texts.waiting },
          { value: 'b', title: texts.sending },
          { value: 'c', title: texts.rejected },
        ]}
      />
      <NumberField
        label={texts.points}
        value={count}
        onValueChange={setCount}
        invalidText="Enter a whole number."
        min={1}
        max={20}
        decreaseLabel="Fewer"
        increaseLabel="More"
      />
    </>
  );
}

function Ticks({ texts }: WithTexts) {
  const [isOn, setIsOn] = useState(true);
  return (
    <>
      <CheckboxField label={texts.removeText} defaultChecked />
      <CheckboxField label={texts.removeText} error={texts.error} />
      <SwitchField
        label={texts.inReview}
        description={texts.emptyScansText}
        checked={isOn}
        onValueChange={setIsOn}
      />
      <SwitchField
        label={texts.inReview}
        checked
        disabledReason={texts.disabledReason}
        onValueChange={setIsOn}
      />
    </>
  );
}
