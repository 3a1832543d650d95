import { msg } from '@lingui/core/macro';
import { ScanBarcode } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { scannedProductsSearch } from './scanned-products-search.ts';

export const scannedProductsScreens: readonly ConsoleScreen[] = [
  {
    path: '/scanned-products',
    title: msg`Scanned products`,
    icon: ScanBarcode,
    right: 'points.read',
    group: 'programme',
    inNavigation: true,
    search: scannedProductsSearch,
    load: () =>
      import('./scanned-products-screen.tsx').then(({ ScannedProductsScreen }) => ({
        Screen: ScannedProductsScreen,
      })),
  },
];
