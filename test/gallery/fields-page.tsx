import { ArrowLeft, Mail, Phone } from 'lucide-react';
import { useState } from 'react';
import { isFound } from '#schemas/address-search.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckboxCards } from '#src/ui/fields/checkbox-cards.tsx';
import { CheckboxField } from '#src/ui/fields/checkbox-field.tsx';
import { CodeField } from '#src/ui/fields/code-field.tsx';
import { ComboField } from '#src/ui/fields/combo-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { NumberField } from '#src/ui/fields/number-field.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { PhoneField } from '#src/ui/fields/phone-field.tsx';
import { RadioCards } from '#src/ui/fields/radio-cards.tsx';
import { SearchField } from '#src/ui/fields/search-field.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { Stepper } from '#src/ui/layout/stepper.tsx';
import { SwitchField } from '#src/ui/fields/switch-field.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import type { GalleryPageProps } from './gallery.tsx';

export function FieldsPage({ words }: GalleryPageProps) {
  return (
    <Page
      title={words.save}
      back={<IconButton label="Back" icon={<ArrowLeft />} href="?show=home" />}
      footer={<Button fullWidth>{words.save}</Button>}
    >
      <div className="space-y-5">
        <Stepper step={2} of={5} label={words.step} />
        <TextFields words={words} />
        <PhonesAndCodes words={words} />
        <FieldsWithOptions words={words} />
        <Choices words={words} />
        <Ticks words={words} />
        <TextAreaField label={words.nav[3]} remaining="20 characters left" hint={words.error} />
      </div>
    </Page>
  );
}

type WithWords = Pick<GalleryPageProps, 'words'>;

function TextFields({ words }: WithWords) {
  return (
    <>
      <TextField label={words.company} hint={words.emptyScansText} placeholder="Skylight" />
      <TextField label={words.company} error={words.error} defaultValue="Ab" />
      <TextField label="E-mail" type="email" prefix={<Mail />} optionalLabel={words.cancel} />
      <TextField label={words.points} suffix="pt" defaultValue="120" disabled />
      <TextField label={words.nav[0]} defaultValue="read only" readOnly />
    </>
  );
}

function PhonesAndCodes({ words }: WithWords) {
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
        error={words.error}
      />
      <CodeField label="Code" value={code} onValueChange={setCode} hint={words.offlineText} />
      <CodeField label="Wrong code" value="48213" onValueChange={setCode} error={words.error} />
    </>
  );
}

function FieldsWithOptions({ words }: WithWords) {
  const [search, setSearch] = useState('Long');
  const [place, setPlace] = useState<string | null>(null);
  return (
    <>
      <SearchField
        label="Search"
        value={search}
        onValueChange={setSearch}
        clearLabel="Clear"
        placeholder={words.address}
      />
      <SelectField
        label={words.nav[4]}
        placeholder={words.cancel}
        options={[
          { value: '1', label: words.project },
          { value: '2', label: words.address },
        ]}
      />
      <ComboField
        label={words.nav[1]}
        options={[
          { id: '1', label: words.project, detail: words.address },
          { id: '2', label: 'GGL MK06', detail: '2070' },
          { id: '3', label: 'GPU SK08' },
        ]}
        value={place}
        onValueChange={setPlace}
        filter={isFound}
        emptyText={words.emptyScans}
        hint={words.emptyScansText}
      />
    </>
  );
}

function Choices({ words }: WithWords) {
  const [way, setWay] = useState('phone');
  const [many, setMany] = useState(['a', 'b']);
  const [count, setCount] = useState<number | null>(2);
  return (
    <>
      <RadioCards
        legend={words.addProduct}
        value={way}
        onValueChange={setWay}
        columns={2}
        options={[
          { value: 'phone', title: 'Phone', icon: <Phone /> },
          { value: 'mail', title: 'E-mail', icon: <Mail />, description: words.emptyScansText },
        ]}
      />
      <CheckboxCards
        legend={words.remove}
        hint={words.step}
        limit={2}
        values={many}
        onValuesChange={setMany}
        options={[
          { value: 'a', title: words.waiting },
          { value: 'b', title: words.sending },
          { value: 'c', title: words.refused },
        ]}
      />
      <NumberField
        label={words.points}
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

function Ticks({ words }: WithWords) {
  const [on, setOn] = useState(true);
  return (
    <>
      <CheckboxField label={words.removeText} defaultChecked />
      <CheckboxField label={words.removeText} error={words.error} />
      <SwitchField
        label={words.inReview}
        description={words.emptyScansText}
        checked={on}
        onValueChange={setOn}
      />
      <SwitchField
        label={words.inReview}
        checked
        disabledReason={words.disabledReason}
        onValueChange={setOn}
      />
    </>
  );
}
