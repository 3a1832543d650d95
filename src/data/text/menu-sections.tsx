import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  CreditCard,
  Handshake,
  LibraryBig,
  Newspaper,
  Package,
  ShieldCheck,
  Store,
  Sun,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '#src/app/paths.ts';

/** A section of the app that isn't in the navigation bar. */
interface MenuSection {
  path: string;
  title: MessageDescriptor;
  icon: ReactNode;
}

/** Sections with a tile in the menu (spec 1 §2 "Menu"); the route table decides who sees them. */
export const menuSections: readonly MenuSection[] = [
  { path: paths.leads(), title: msg`Leads`, icon: <Handshake /> },
  { path: paths.shop(), title: msg`Shop`, icon: <Store /> },
  { path: paths.orders(), title: msg`Orders`, icon: <Package /> },
  { path: paths.clubCard(), title: msg`Club card`, icon: <CreditCard /> },
  { path: paths.team(), title: msg`Team`, icon: <UsersRound /> },
  {
    path: paths.warrantyCertificates(),
    title: msg`Warranty certificates`,
    icon: <ShieldCheck />,
  },
  { path: paths.news(), title: msg`News`, icon: <Newspaper /> },
  { path: paths.resources(), title: msg`Resources`, icon: <LibraryBig /> },
];

/** Sections on the desktop rail, which also links to the points. */
export const railSections: readonly MenuSection[] = [
  { path: paths.balance(), title: msg`Points`, icon: <Sun /> },
  ...menuSections,
];
