import { Trans } from '@lingui/react/macro';
import {
  CreditCard,
  Handshake,
  LibraryBig,
  Newspaper,
  Package,
  ShieldCheck,
  Store,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useMaySee } from '#src/data/account/use-permission.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Tile } from '#src/ui/tile.tsx';

interface MenuTile {
  path: string;
  title: ReactNode;
  icon: ReactNode;
}

/** Every part of the app that has a tile (spec 1 §2 "Menu"); who sees which, the route table says. */
const tiles: readonly MenuTile[] = [
  { path: paths.leads(), title: <Trans>Leads</Trans>, icon: <Handshake /> },
  { path: paths.shop(), title: <Trans>Shop</Trans>, icon: <Store /> },
  { path: paths.orders(), title: <Trans>Orders</Trans>, icon: <Package /> },
  { path: paths.clubCard(), title: <Trans>Club card</Trans>, icon: <CreditCard /> },
  { path: paths.team(), title: <Trans>Team</Trans>, icon: <UsersRound /> },
  {
    path: paths.warrantyCertificates(),
    title: <Trans>Warranty certificates</Trans>,
    icon: <ShieldCheck />,
  },
  { path: paths.news(), title: <Trans>News</Trans>, icon: <Newspaper /> },
  { path: paths.resources(), title: <Trans>Resources</Trans>, icon: <LibraryBig /> },
];

/** The tiles of what this person may see. */
export function MenuTiles() {
  const maySee = useMaySee();
  const seen = tiles.filter(({ path }) => maySee(path));
  if (seen.length === 0) return null;
  return (
    // However many they are, the last row is full.
    <nav className="grid grid-cols-2 gap-3 desk:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] [&>:last-child:nth-child(odd)]:col-span-2 desk:[&>:last-child:nth-child(odd)]:col-span-1">
      {seen.map(({ path, title, icon }) => (
        <Tile key={path} title={title} icon={icon} {...linkTo(path)} />
      ))}
    </nav>
  );
}
