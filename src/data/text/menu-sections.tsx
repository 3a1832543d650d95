import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import {
  BookSearch,
  CalendarDays,
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
import { type AppLink, paths } from '#src/app/paths.ts';

/** A section of the app that isn't in the navigation bar. */
interface MenuSection {
  link: AppLink;
  title: MessageDescriptor;
  icon: ReactNode;
}

/** Sections with a tile in the menu (spec 1 §2 "Menu"); the route table decides who sees them. */
export const menuSections: readonly MenuSection[] = [
  { link: paths.today(), title: msg`Today`, icon: <CalendarDays /> },
  { link: paths.leads(), title: msg`Leads`, icon: <Handshake /> },
  { link: paths.shop(), title: msg`Shop`, icon: <Store /> },
  { link: paths.orders(), title: msg`Orders`, icon: <Package /> },
  { link: paths.clubCard(), title: msg`Club card`, icon: <CreditCard /> },
  { link: paths.team(), title: msg`Team`, icon: <UsersRound /> },
  {
    link: paths.warrantyCertificates(),
    title: msg`Warranty certificates`,
    icon: <ShieldCheck />,
  },
  { link: paths.guide(), title: msg`Look up a product`, icon: <BookSearch /> },
  { link: paths.news(), title: msg`News`, icon: <Newspaper /> },
  { link: paths.resources(), title: msg`Resources`, icon: <LibraryBig /> },
];

/** Sections on the desktop rail, which also links to the points. */
export const railSections: readonly MenuSection[] = [
  { link: paths.balance(), title: msg`Points`, icon: <Sun /> },
  ...menuSections,
];
