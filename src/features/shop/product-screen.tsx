import { useParams } from '@tanstack/react-router';
import { productKindOf } from '#schemas/vendors.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { CardProductScreen } from './card-product-screen.tsx';
import { NoProduct } from './no-product.tsx';
import { ProductPage } from './product-page.tsx';
import { shopProductById } from './queries.ts';

/** `/shop/{uuid}`: one product (spec 2 §2). */
export function ProductScreen() {
  const { uuid } = useParams({ from: '/signed-in/shop/$uuid' });
  const product = useLiveQuery((account) => shopProductById(account, uuid), [uuid]);
  if (!product) return <NoProduct isLoading={product === undefined} />;
  // The card's conditions are shown and checked on its own screen.
  if (productKindOf(product.type) === 'card') return <CardProductScreen />;
  return <ProductPage key={product.uuid} product={product} />;
}
