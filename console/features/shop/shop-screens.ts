import { msg } from '@lingui/core/macro';
import { Store } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { productSearch, shopSearch } from './shop-search.ts';

export const shopScreens: readonly ConsoleScreen[] = [
  {
    path: '/shop',
    title: msg`Shop`,
    icon: Store,
    right: 'shop.read',
    group: 'programme',
    inNavigation: true,
    search: shopSearch,
    load: () => import('./shop-screen.tsx').then(({ ShopScreen }) => ({ Screen: ShopScreen })),
  },
  {
    path: '/shop/categories',
    title: msg`Shop categories`,
    icon: Store,
    right: 'shop.read',
    group: 'programme',
    inNavigation: false,
    load: () =>
      import('./categories-screen.tsx').then(({ CategoriesScreen }) => ({
        Screen: CategoriesScreen,
      })),
  },
  {
    path: '/shop/$id',
    title: msg({ message: 'Product', context: 'shop' }),
    icon: Store,
    right: 'shop.read',
    group: 'programme',
    inNavigation: false,
    search: productSearch,
    load: () =>
      import('./product-screen.tsx').then(({ ProductScreen }) => ({ Screen: ProductScreen })),
  },
];
