import { msg } from '@lingui/core/macro';
import { Coins } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { ledgerSearch } from './ledger-search.ts';

export const ledgerScreens: readonly ConsoleScreen[] = [
  {
    path: '/ledger',
    title: msg`Ledger`,
    icon: Coins,
    right: 'points.read',
    group: 'programme',
    inNavigation: true,
    search: ledgerSearch,
    load: () =>
      import('./ledger-screen.tsx').then(({ LedgerScreen }) => ({ Screen: LedgerScreen })),
  },
];
