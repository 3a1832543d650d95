import { msg } from '@lingui/core/macro';
import { Inbox, Handshake, KeyRound } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { leadsSearch, recordSearch, requestsSearch } from './leads-search.ts';

export const leadsScreens: readonly ConsoleScreen[] = [
  {
    path: '/lead-requests',
    title: msg({ message: 'Requests', context: 'leads' }),
    icon: Inbox,
    right: 'leads.read',
    group: 'work',
    inNavigation: true,
    search: requestsSearch,
    load: () =>
      import('./requests-screen.tsx').then(({ RequestsScreen }) => ({ Screen: RequestsScreen })),
  },
  {
    path: '/lead-requests/$id',
    title: msg({ message: 'Request', context: 'leads' }),
    icon: Inbox,
    right: 'leads.read',
    group: 'work',
    inNavigation: false,
    search: recordSearch,
    load: () =>
      import('./request-screen.tsx').then(({ RequestScreen }) => ({ Screen: RequestScreen })),
  },
  {
    path: '/lead-tokens',
    title: msg`Tokens for other systems`,
    icon: KeyRound,
    right: 'operators.manage',
    group: 'system',
    inNavigation: true,
    load: () =>
      import('./lead-tokens.tsx').then(({ LeadTokensScreen }) => ({ Screen: LeadTokensScreen })),
  },
  {
    path: '/leads',
    title: msg`Leads`,
    icon: Handshake,
    right: 'leads.read',
    group: 'programme',
    inNavigation: true,
    search: leadsSearch,
    load: () => import('./leads-screen.tsx').then(({ LeadsScreen }) => ({ Screen: LeadsScreen })),
  },
  {
    path: '/leads/$id',
    title: msg`Lead`,
    icon: Handshake,
    right: 'leads.read',
    group: 'programme',
    inNavigation: false,
    search: recordSearch,
    load: () => import('./lead-screen.tsx').then(({ LeadScreen }) => ({ Screen: LeadScreen })),
  },
];
