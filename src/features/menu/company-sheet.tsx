import { Trans, useLingui } from '@lingui/react/macro';
import type { Company } from '#schemas/installer.ts';
import { DetailList } from '#src/ui/detail-list.tsx';
import { Sheet } from '#src/ui/sheet.tsx';

interface CompanySheetProps {
  company: Company;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** The company as the server knows it. */
export function CompanySheet({ company, isOpen, onOpenChange }: CompanySheetProps) {
  const { t } = useLingui();
  const items = [
    { term: <Trans>Address</Trans>, detail: company.address },
    {
      term: <Trans>Town</Trans>,
      detail: [company.postal_code, company.city].filter(Boolean).join(' '),
    },
    { term: <Trans>Registration number</Trans>, detail: company.registration_number },
    { term: <Trans>VAT number</Trans>, detail: company.registration_number_2 },
  ].filter(({ detail }) => detail);
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={company.name} closeLabel={t`Close`}>
      <DetailList items={items} />
    </Sheet>
  );
}
