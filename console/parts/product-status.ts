import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type TierProductCategory, tierProductCategory } from '#schemas/product-type.ts';

type ProductStatus = TierProductCategory['status'];

export const productStatuses = tierProductCategory.entries.status.options;

const texts: Readonly<Record<ProductStatus, MessageDescriptor>> = {
  active: msg({ message: 'Active', context: 'product type' }),
  internal: msg({ message: 'Internal', context: 'product type' }),
  retired: msg({ message: 'Retired', context: 'product type' }),
};

/** Returns the name of a product type's status. A status that the console doesn't know is returned unchanged. */
export function productStatusText(i18n: I18n, status: string): string {
  const text = new Map<string, MessageDescriptor>(Object.entries(texts)).get(status);
  return text ? i18n._(text) : status;
}
