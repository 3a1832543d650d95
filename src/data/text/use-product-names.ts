import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { productFamilyOf, type ProductFamily, parseSizeInCm } from '#schemas/product-family.ts';
import { findTierCategory } from '#schemas/product-type.ts';
import { useSingleton } from '../live/use-singleton.ts';

/** Names of products and sizes, by their codes on labels. */
interface ProductNames {
  family: (type: string) => ProductFamily;
  /** "Top-hung window". */
  name: (type: string) => string;
  familyName: (family: ProductFamily) => string;
  /** "134 × 140 cm"; null for an unknown size code. */
  size: (size: string) => string | null;
}

export function useProductNames(): ProductNames {
  const { t } = useLingui();
  const categories = useSingleton('categories');
  return useMemo(() => {
    const names: Record<ProductFamily, string> = {
      centre_pivot: t`Centre-pivot window`,
      top_hung: t`Top-hung window`,
      roof_access: t`Roof access window`,
      roof_window: t`Roof window`,
      smoke_vent: t`Smoke vent window`,
      flat_roof: t`Flat-roof window`,
      sun_tunnel: t`Sun tunnel`,
      blind: t`Blind`,
      awning_blind: t`Awning`,
      insect_screen: t`Insect screen`,
      shutter: t`Shutter`,
      flashing: t`Flashing`,
      accessory: t`Accessory`,
      product: t`Product`,
    };
    const family = (type: string) =>
      productFamilyOf(type, findTierCategory(categories ?? [], type));
    return {
      family,
      name: (type) => names[family(type)],
      familyName: (family) => names[family],
      size: (code) => {
        const sizeInCm = parseSizeInCm(code);
        if (sizeInCm === null) return null;
        const { width, height } = sizeInCm;
        return t`${width} × ${height} cm`;
      },
    };
  }, [t, categories]);
}
