import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Bell, HardHat, House, Menu, ScanLine } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DeviceSettings } from '#src/data/device/device-settings.ts';
import { type AppLink, paths } from '#src/app/paths.ts';

/** One item of the navigation bar. */
interface NavigationItem {
  id: string;
  label: MessageDescriptor;
  /** Longer label for the desktop rail. */
  deskLabel?: MessageDescriptor;
  icon: ReactNode;
  link: (settings: DeviceSettings) => AppLink;
  /** The item is current on this path and below it. */
  covers: string;
  /** The raised button in the middle. */
  main?: true;
  /** Total shown as the item's badge. */
  counts?: 'unsent' | 'captured' | 'unread';
}

/** Navigation items in order (spec 1 §2). */
export const navigationItems: readonly NavigationItem[] = [
  { id: 'home', label: msg`Home`, icon: <House />, link: paths.home, covers: '/' },
  {
    id: 'projects',
    label: msg`Projects`,
    icon: <HardHat />,
    link: () => paths.projects(),
    covers: '/projects',
    counts: 'unsent',
  },
  {
    id: 'scan',
    label: msg`Scan`,
    deskLabel: msg`Add a product`,
    icon: <ScanLine />,
    // The specification lets the target be configured; the default is the camera.
    link: (settings) => ({ to: settings.addProductLink }),
    covers: '/scan',
    main: true,
    counts: 'captured',
  },
  {
    id: 'notifications',
    label: msg`Notifications`,
    icon: <Bell />,
    link: paths.notifications,
    covers: '/notifications',
    counts: 'unread',
  },
  { id: 'menu', label: msg`Menu`, icon: <Menu />, link: paths.menu, covers: '/menu' },
];

/** True if the path is `covers` or below it; home only matches itself. */
export function isPathWithin(pathname: string, covers: string): boolean {
  if (covers === '/') return pathname === '/';
  return pathname === covers || pathname.startsWith(`${covers}/`);
}
