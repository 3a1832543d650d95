import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { CartProblem } from '#schemas/cart-rules.ts';
import { useVendorName } from '#src/parts/use-vendor-name.ts';

/** Returns a function that explains why the cart, or a vendor's section, can't be ordered (spec 2 §8). */
export function useCartProblemText(): (problem: CartProblem) => string {
  const { t } = useLingui();
  return ({ type, code, missing }) => {
    if (code === 'empty') return t`Nothing in your cart can be ordered.`;
    if (code === 'minimum_not_reached') {
      return t`${plural(missing, {
        one: 'Add items worth # more point to reach the minimum order.',
        other: 'Add items worth # more points to reach the minimum order.',
      })}`;
    }
    if (type === null) {
      return t`${plural(missing, {
        one: 'You need # more point for this order.',
        other: 'You need # more points for this order.',
      })}`;
    }
    return t`${plural(missing, { one: 'You need # more point.', other: 'You need # more points.' })}`;
  };
}

/**
 * Returns a function that lists all reasons why the cart can't be ordered; undefined if there are none. Each has its
 * vendor's name, because the vendor's section may be scrolled out of view.
 */
export function useCheckoutDisabledReason(): (
  problems: readonly CartProblem[],
) => string | undefined {
  const { t } = useLingui();
  const problemText = useCartProblemText();
  const vendorName = useVendorName();
  return (problems) => {
    const sentences = problems.map((problem) => {
      if (problem.type === null) return problemText(problem);
      const name = vendorName(problem.type);
      const reason = problemText(problem);
      return t`${name}: ${reason}`;
    });
    return sentences.join(' ') || undefined;
  };
}
