import { useLingui } from '@lingui/react/macro';
import { vendorName, type VendorType } from '#schemas/vendors.ts';
import { brand } from '#brand';

/** Returns a function that names a shop vendor; the manufacturer's own shops use its name. */
export function useVendorName(): (type: VendorType) => string {
  const { t } = useLingui();
  const { manufacturer } = brand;
  return (type) => {
    if (type === 'WINDOW_DEALERS') return t`${manufacturer} for dealers`;
    return vendorName(type) ?? manufacturer;
  };
}
