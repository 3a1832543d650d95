import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { CERTIFICATE_SEARCH_LIMIT } from '#schemas/warranty-certificate.ts';
import { paths } from '#src/paths.ts';
import { ComboField, type ComboOption } from '#src/ui/combo-field.tsx';
import { useGo } from '#src/use-go.ts';
import { type CertificateFilter, filtered, type ListedCertificate } from './queries.ts';

interface CertificateSearchProps {
  all: readonly ListedCertificate[];
  filter: CertificateFilter;
  onTextChange: (text: string) => void;
}

/**
 * Finds certificates by address or customer: the three newest are suggested while one types (spec 2 §9), and
 * lead to their screens; the list below shows all of them.
 */
export function CertificateSearch({ all, filter, onTextChange }: CertificateSearchProps) {
  const { t } = useLingui();
  const go = useGo();
  const [chosen, setChosen] = useState<string | null>(null);
  const { year, month } = filter;
  const text = filter.text.trim();
  const options = useMemo(
    () =>
      text === ''
        ? []
        : filtered(all, { year, month, text })
            .slice(0, CERTIFICATE_SEARCH_LIMIT)
            .map(({ uuid, address, customer_name }): ComboOption => ({
              id: uuid,
              label: address,
              detail: customer_name || undefined,
            })),
    [all, year, month, text],
  );
  return (
    <ComboField
      label={t`Search by address`}
      placeholder={t`Street, postal code or city`}
      options={options}
      value={chosen}
      onValueChange={(uuid) => {
        setChosen(uuid);
        if (uuid !== null) go(paths.warrantyCertificate(uuid));
      }}
      inputValue={filter.text}
      onInputChange={(typed) => {
        setChosen(null);
        onTextChange(typed);
      }}
      filter="none"
      opens="typing"
      anyText
      icon={<Search />}
      emptyText={null}
    />
  );
}
