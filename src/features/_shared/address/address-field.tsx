import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { useMemo, useState, useEffect } from 'react';
import {
  MIN_ADDRESS_SEARCH_LENGTH,
  ADDRESS_SEARCH_DEBOUNCE_MS,
  type AddressSuggestion,
} from '#schemas/address.ts';
import { addressCalls } from '#schemas/api/address-calls.ts';
import type { RegionCode } from '#schemas/regions.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { useCall } from '#src/data/requests/use-request.ts';
import { useConnection } from '#src/data/sync/use-sync-status.ts';
import { useDebouncedValue } from '#src/ui/use-debounced.ts';
import { ComboField, type ComboOption } from '#src/ui/fields/combo-field.tsx';
import type { FieldTextProps } from '#src/ui/fields/field-frame.tsx';
import { addressChoices, streetLineOf, type PickedAddress } from './address-choices.ts';

interface AddressFieldProps extends FieldTextProps {
  /** Region to search; while it's undefined, there are no suggestions. */
  region: RegionCode | undefined;
  /** The field's text: the street line. */
  value: string;
  /** Called while typing, not when a suggestion is chosen. */
  onValueChange: (text: string) => void;
  /**
   * Called when a suggestion or the typed text is chosen. Set `value` to the new text
   * (`streetLineOf(address)`, or the street alone if the number has its own field), and the other
   * fields to the non-empty parts.
   */
  onPick: (address: PickedAddress) => void;
  name?: string | undefined;
}

/**
 * A street field with address suggestions (spec 1 §5). It searches one country after 400 ms, and offers the typed
 * text once it's longer than 5 characters. Any text is valid, even if no suggestion is chosen, so the field also works
 * offline. It needs neither a session nor the local database.
 */
export function AddressField(props: AddressFieldProps) {
  const { region, value, onValueChange, onPick, ...field } = props;
  const { t } = useLingui();
  // The text typed since the last choice; a chosen text isn't searched for again.
  const [enteredText, setEnteredText] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const offline = useConnection() !== 'online';
  const result = useAddressSearch(enteredText, region);
  const choices = useMemo(
    () => (result.text === '' ? [] : addressChoices(result.suggestions, enteredText)),
    [result, enteredText],
  );
  const options = choices.map(({ id, address }): ComboOption => {
    const line = streetLineOf(address);
    if (address.isTyped)
      return { id, label: t`Use “${line}”`, detail: t`As you typed it`, text: line };
    const town = [address.postal_code, address.city].filter(Boolean).join(' ');
    return line === '' ? { id, label: town } : { id, label: line, detail: town };
  });

  const searchText = normaliseLine(enteredText);
  const emptyMessage =
    result.text === searchText ? t`Nothing found yet. Keep typing.` : t`Searching…`;
  const offlineMessage = t`You’re offline, so we can’t suggest addresses. Type the address.`;
  const noResultMessage = offline ? offlineMessage : emptyMessage;
  const emptyText = searchText.length < MIN_ADDRESS_SEARCH_LENGTH ? null : noResultMessage;

  const choose = (id: string | null) => {
    const choice = choices.find((candidate) => candidate.id === id);
    if (!choice) return;
    setChosenId(choice.id);
    onPick(choice.address);
  };
  const enterText = (text: string) => {
    setChosenId(null);
    setEnteredText(text);
    onValueChange(text);
  };
  return (
    <div>
      <ComboField
        {...field}
        options={options}
        value={chosenId}
        onValueChange={choose}
        inputValue={value}
        onInputChange={enterText}
        filter="none"
        opensOn="typing"
        allowsCustomValue
        icon={<Search />}
        emptyText={emptyText}
      />
      {/* Separate from the field's hint, because it appears later. */}
      <p role="status" className="mt-1.5 text-small text-ink-soft empty:hidden">
        {offline && offlineMessage}
      </p>
    </div>
  );
}

interface SearchResult {
  readonly text: string;
  readonly suggestions: readonly AddressSuggestion[];
}
const NO_SUGGESTIONS: SearchResult = { text: '', suggestions: [] };

/**
 * Searches addresses in one region, 400 ms after the last letter (spec 1 §9). The call is public, so it needs
 * no session. A newer search replaces an older one. If a search fails or the device is offline, there are no
 * suggestions, and the user can still type the address.
 * @param text the typed text; ignored while it's too short
 * @returns the last result, and the text it belongs to
 */
function useAddressSearch(text: string, region: RegionCode | undefined): SearchResult {
  const call = useCall();
  const online = useConnection() === 'online';
  const debouncedText = useDebouncedValue(normaliseLine(text), ADDRESS_SEARCH_DEBOUNCE_MS);
  const [result, setResult] = useState(NO_SUGGESTIONS);
  const shouldSearch =
    debouncedText.length >= MIN_ADDRESS_SEARCH_LENGTH && debouncedText === normaliseLine(text);

  useEffect(() => {
    if (!shouldSearch) return undefined;
    const controller = new AbortController();
    const showSuggestions = (suggestions: readonly AddressSuggestion[]) => {
      if (!controller.signal.aborted) setResult({ text: debouncedText, suggestions });
    };
    if (!online || !region) {
      showSuggestions([]);
      return undefined;
    }
    const input = { query: { q: debouncedText, region } };
    call(addressCalls.searchAddresses, input, { signal: controller.signal }).then(
      (list) => showSuggestions(list.data),
      () => showSuggestions([]),
    );
    return () => controller.abort();
  }, [call, shouldSearch, debouncedText, region, online]);

  return normaliseLine(text).length < MIN_ADDRESS_SEARCH_LENGTH ? NO_SUGGESTIONS : result;
}
