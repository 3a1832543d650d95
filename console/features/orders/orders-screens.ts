import { msg } from '@lingui/core/macro';
import { PackageOpen, ShoppingBag } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { batchesSearch } from './batches-search.ts';
import { orderSearch, ordersSearch } from './orders-search.ts';

export const ordersScreens: readonly ConsoleScreen[] = [
  {
    path: '/orders',
    title: msg`Orders`,
    icon: ShoppingBag,
    right: 'orders.read',
    group: 'work',
    inNavigation: true,
    search: ordersSearch,
    load: () =>
      import('./orders-screen.tsx').then(({ OrdersScreen }) => ({ Screen: OrdersScreen })),
  },
  {
    path: '/orders/batches',
    title: msg`Order batches`,
    icon: PackageOpen,
    right: 'orders.read',
    group: 'work',
    inNavigation: false,
    search: batchesSearch,
    load: () =>
      import('./batches-screen.tsx').then(({ BatchesScreen }) => ({ Screen: BatchesScreen })),
  },
  {
    path: '/orders/$id',
    title: msg`Order`,
    icon: ShoppingBag,
    right: 'orders.read',
    group: 'work',
    inNavigation: false,
    search: orderSearch,
    load: () => import('./order-screen.tsx').then(({ OrderScreen }) => ({ Screen: OrderScreen })),
  },
];
