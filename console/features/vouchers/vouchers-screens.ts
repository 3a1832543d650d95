import { msg } from '@lingui/core/macro';
import { Ticket } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { vouchersSearch } from './vouchers-search.ts';

export const vouchersScreens: readonly ConsoleScreen[] = [
  {
    path: '/vouchers',
    title: msg`Voucher codes`,
    icon: Ticket,
    right: 'orders.read',
    group: 'programme',
    inNavigation: true,
    search: vouchersSearch,
    load: () =>
      import('./vouchers-screen.tsx').then(({ VouchersScreen }) => ({ Screen: VouchersScreen })),
  },
];
