import { expect, test } from 'vitest';
import type { CartLine } from '#schemas/cart.ts';
import { CartChanges } from '#src/features/cart/cart-screen.tsx';
import { renderText } from '../render-text.tsx';

const line: CartLine = {
  uuid: 'line',
  product_uuid: 'product',
  type: 'COMPACON',
  name: 'Gloves',
  title: 'Size 9',
  image: '',
  price: 18,
  stock: 1,
  sku: '',
  quantity: 1,
  newest_first: 0,
};

test.each([1, 2, 1_000])(
  'the message about a quantity capped at %i agrees with the number',
  (newValue) => {
    const change = { line, kind: 'capped', newValue } as const;
    const text = renderText(<CartChanges changes={[change]} onDismiss={() => undefined} />);
    expect(text).toContain(`Gloves: only ${newValue.toLocaleString('en')} left.`);
  },
);
