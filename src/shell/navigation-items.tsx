import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Bell, HardHat, House, Menu, ScanLine } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DeviceSettings } from '#src/data/device/device-settings.ts';
import { paths } from '#src/app/paths.ts';

/** One place of the bar. */
interface NavigationItem {
  id: string;
  label: MessageDescriptor;
  /** On the rail of a desk, where there is room to say more. */
  deskLabel?: MessageDescriptor;
  icon: ReactNode;
  path: (settings: DeviceSettings) => string;
  /** Everything below this path counts as being there. */
  covers: string;
  /** The raised, round one. */
  main?: true;
  /** What is counted on it. */
  counts?: 'unsent' | 'captured' | 'unread';
}

/** What the bar offers, in its order (spec 1 §2). */
export const navigationItems: readonly NavigationItem[] = [
  { id: 'home', label: msg`Home`, icon: <House />, path: paths.home, covers: '/' },
  {
    id: 'projects',
    label: msg`Projects`,
    icon: <HardHat />,
    path: () => paths.projects(),
    covers: '/projects',
    counts: 'unsent',
  },
  {
    id: 'scan',
    label: msg`Scan`,
    deskLabel: msg`Add a product`,
    icon: <ScanLine />,
    // The specification lets the target be configured; the default is the camera.
    path: (settings) => settings.addProductLink,
    covers: '/scan',
    main: true,
    counts: 'captured',
  },
  {
    id: 'notifications',
    label: msg`Notifications`,
    icon: <Bell />,
    path: paths.notifications,
    covers: '/notifications',
    counts: 'unread',
  },
  { id: 'menu', label: msg`Menu`, icon: <Menu />, path: paths.menu, covers: '/menu' },
];

/** Whether a screen belongs to a place of the bar. */
export function isPathWithin(pathname: string, covers: string): boolean {
  if (covers === '/') return pathname === '/';
  return pathname === covers || pathname.startsWith(`${covers}/`);
}
