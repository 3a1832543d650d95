import { msg } from '@lingui/core/macro';
import { Award } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { certificateSearch, certificatesSearch } from './certificates-search.ts';

export const certificatesScreens: readonly ConsoleScreen[] = [
  {
    path: '/certificates',
    title: msg`Certificates`,
    icon: Award,
    right: 'companies.read',
    group: 'work',
    inNavigation: true,
    search: certificatesSearch,
    load: () =>
      import('./certificates-screen.tsx').then(({ CertificatesScreen }) => ({
        Screen: CertificatesScreen,
      })),
  },
  {
    path: '/certificates/$id',
    title: msg`Certificate`,
    icon: Award,
    right: 'companies.read',
    group: 'work',
    inNavigation: false,
    search: certificateSearch,
    load: () =>
      import('./certificate-screen.tsx').then(({ CertificateScreen }) => ({
        Screen: CertificateScreen,
      })),
  },
];
