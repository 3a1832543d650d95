import { useLingui } from '@lingui/react/macro';
import { vendorName, type VendorType } from '#schemas/vendors.ts';
import { brand } from '#brand';

/** What the vendors of the shop are called: by their own names, or as the manufacturer's. */
export function useVendorName(): (type: VendorType) => string {
  const { t } = useLingui();
  const { manufacturer } = brand;
  return (type) => {
    if (type === 'WINDOW_DEALERS') return t`${manufacturer} for dealers`;
    return vendorName(type) ?? manufacturer;
  };
}
