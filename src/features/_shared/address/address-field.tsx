import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ADDRESS_SEARCH_FROM } from '#schemas/address.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { singleLine } from '#schemas/single-line.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { ComboField, type ComboOption } from '#src/ui/fields/combo-field.tsx';
import type { FieldTextProps } from '#src/ui/fields/field-frame.tsx';
import { addressChoices, streetLineOf, type PickedAddress } from './address-choices.ts';
import { useAddressSearch } from './use-address-search.ts';

interface AddressFieldProps extends FieldTextProps {
  /** Whose places are searched; undefined while it is not known yet, which finds nothing. */
  region: RegionCode | undefined;
  /** The text in the field: the street line. */
  value: string;
  /** Every change of the text, by typing; not called for a choice. */
  onValueChange: (text: string) => void;
  /**
   * A place was chosen, or what was typed was taken as it stands. Set `value` to what the field shall
   * show then (`streetLineOf(address)`, or the street alone where the number has a field of its own),
   * and the other fields to the parts that are not empty.
   */
  onPick: (address: PickedAddress) => void;
  name?: string | undefined;
}

/**
 * A street line that finds addresses while it is typed (spec 1 §5): a search after 400 ms, places of
 * one country, and behind them what was typed as soon as it is longer than 5 characters. Whatever is
 * typed counts without choosing anything, so it works offline, where it only finds nothing. It needs
 * neither a session nor the account's database.
 */
export function AddressField(props: AddressFieldProps) {
  const { region, value, onValueChange, onPick, ...field } = props;
  const { t } = useLingui();
  // What was typed since the last choice: a chosen text is not searched for again.
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const offline = useConnection() !== 'online';
  const answer = useAddressSearch(typed, region);
  const choices = useMemo(
    () => (answer.text === '' ? [] : addressChoices(answer.found, typed)),
    [answer, typed],
  );
  const options = choices.map(({ id, address }): ComboOption => {
    const line = streetLineOf(address);
    if (address.typed)
      return { id, label: t`Use “${line}”`, detail: t`As you typed it`, text: line };
    const town = [address.postal_code, address.city].filter(Boolean).join(' ');
    return line === '' ? { id, label: town } : { id, label: line, detail: town };
  });

  const searched = singleLine(typed);
  const nothing = answer.text === searched ? t`Nothing found yet. Keep typing.` : t`Searching…`;
  const notAsked = t`You are offline: addresses are not looked up. Type it in.`;
  const unfound = offline ? notAsked : nothing;
  const emptyText = searched.length < ADDRESS_SEARCH_FROM ? null : unfound;

  const choose = (id: string | null) => {
    const choice = choices.find((one) => one.id === id);
    if (!choice) return;
    setChosen(choice.id);
    onPick(choice.address);
  };
  const type = (text: string) => {
    setChosen(null);
    setTyped(text);
    onValueChange(text);
  };
  return (
    <div>
      <ComboField
        {...field}
        options={options}
        value={chosen}
        onValueChange={choose}
        inputValue={value}
        onInputChange={type}
        filter="none"
        opensOn="typing"
        allowsCustomValue
        icon={<Search />}
        emptyText={emptyText}
      />
      {/* Not the field's own hint: what comes later is not tied to it. */}
      <p role="status" className="mt-1.5 text-small text-ink-soft empty:hidden">
        {offline && notAsked}
      </p>
    </div>
  );
}
