import { msg } from '@lingui/core/macro';
import { Building2 } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { companiesSearch, companySearch } from './companies-search.ts';

export const companiesScreens: readonly ConsoleScreen[] = [
  {
    path: '/companies',
    title: msg`Companies`,
    icon: Building2,
    right: 'companies.read',
    group: 'programme',
    inNavigation: true,
    search: companiesSearch,
    load: () =>
      import('./companies-screen.tsx').then(({ CompaniesScreen }) => ({ Screen: CompaniesScreen })),
  },
  {
    path: '/companies/$id',
    title: msg`Company`,
    icon: Building2,
    right: 'companies.read',
    group: 'programme',
    inNavigation: false,
    search: companySearch,
    load: () =>
      import('./company-screen.tsx').then(({ CompanyScreen }) => ({ Screen: CompanyScreen })),
  },
];
