import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CartBlock } from '#schemas/cart-rules.ts';
import { useVendorName } from '#src/data/text/use-vendor-name.ts';

/** Explains why the cart, or a vendor's section, can't be ordered (spec 2 §8). */
export function useBlockText(): (block: CartBlock) => string {
  const { t } = useLingui();
  return ({ type, code, missing }) => {
    if (code === 'empty') return t`There is nothing in it that can be ordered.`;
    if (code === 'minimum_not_reached') {
      return t`${plural(missing, {
        one: 'The minimum order is not reached: # point is missing.',
        other: 'The minimum order is not reached: # points are missing.',
      })}`;
    }
    if (type === null) {
      return t`${plural(missing, {
        one: 'Your points are not enough for all of it: # point is missing.',
        other: 'Your points are not enough for all of it: # points are missing.',
      })}`;
    }
    return t`${plural(missing, {
      one: 'You don’t have enough points: # point is missing.',
      other: 'You don’t have enough points: # points are missing.',
    })}`;
  };
}

/**
 * All reasons why the cart can't be ordered, each with its vendor's name, because the section may
 * be scrolled out of view; undefined if there are none.
 */
export function useCheckoutBlockReason(): (blocks: readonly CartBlock[]) => string | undefined {
  const { t } = useLingui();
  const blockText = useBlockText();
  const vendor = useVendorName();
  return (blocks) => {
    const sentences = blocks.map((block) => {
      if (block.type === null) return blockText(block);
      const name = vendor(block.type);
      const reason = blockText(block);
      return t`${name}: ${reason}`;
    });
    return sentences.join(' ') || undefined;
  };
}
