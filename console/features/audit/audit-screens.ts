import { msg } from '@lingui/core/macro';
import { ScrollText } from 'lucide-react';
import type { ConsoleScreen } from '#console/parts/console-screen.ts';
import { auditSearch } from './audit-search.ts';

export const auditScreens: readonly ConsoleScreen[] = [
  {
    path: '/audit',
    title: msg`Audit`,
    icon: ScrollText,
    right: 'audit.read',
    group: 'system',
    inNavigation: true,
    search: auditSearch,
    load: () => import('./audit-screen.tsx').then(({ AuditScreen }) => ({ Screen: AuditScreen })),
  },
];
